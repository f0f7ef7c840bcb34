"""Where the relevant documents of some queries stand in these queries' rankings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cairn_nb.metrics.retrieval import columns
from cairn_nb.metrics.retrieval.ids import Ids, Ints, Prints

# Odd, so that multiplying loses nothing; their bits look random.
_ODD, _OTHER_ODD = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)


@dataclass(frozen=True)
class Members:
    """Some rows of a column of ids, each with its number and with the ranking that it belongs to."""

    ids: Ids
    rows: Ints
    prints: Prints
    ranking: Ints


def meet(asked: Members, listed: Members, queries: Sequence[str]) -> tuple[Ints, Ints]:
    """Which of the asked documents are listed in their rankings, and at which places of `listed`.

    Parameters
    ----------
    asked, listed
        Ids held in one way; no document is asked for twice in a ranking.
    queries
        The query of each ranking.

    Raises
    ------
    InputError
        If a document stands twice in a ranking.
    """
    found = _by_print(asked, listed)
    return found if found is not None else _by_name(asked, listed, queries)


def _by_print(asked: Members, listed: Members) -> tuple[Ints, Ints] | None:
    """The same by the ids' numbers; None where these may mislead, or where a document seems to stand twice."""
    keys, low = _sorted(listed)
    if ((keys[1:] ^ keys[:-1]) <= low).any():
        return None
    wanted = _in_ranking(asked.prints, asked.ranking) & ~low
    nearest = keys[np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)]
    met = np.flatnonzero((nearest ^ wanted) <= low)
    places = (nearest[met] & low).astype(np.int64)
    same = asked.ids.equal(asked.rows[met], listed.ids, listed.rows[places])
    return (met, places) if same else None


def surely_distinct(prints: Prints, ranking: Ints) -> bool:
    """Whether no id stands twice in a ranking; a False may be wrong, with odds that vanish."""
    keys = np.sort(_in_ranking(prints, ranking))
    return bool((keys[1:] != keys[:-1]).all())


def _sorted(members: Members) -> tuple[Prints, np.uint64]:
    """Numbers in order, and which of their bits hold the place: equal ones come together and keep where they were."""
    low = np.uint64((1 << len(members.prints).bit_length()) - 1)
    keys = _in_ranking(members.prints, members.ranking) & ~low | np.arange(len(members.prints), dtype=np.uint64)
    keys.sort()
    return keys, low


def _in_ranking(prints: Prints, ranking: Ints) -> Prints:
    """Numbers whose higher bits differ, nearly always, where the id or the ranking does."""
    mixed: Prints = (prints + ranking.astype(np.uint64) * _OTHER_ODD) * _ODD
    return mixed


def _by_name(asked: Members, listed: Members, queries: Sequence[str]) -> tuple[Ints, Ints]:
    place_of: dict[tuple[int, str], int] = {}
    for place, pair in enumerate(zip(listed.ranking.tolist(), listed.ids.text(listed.rows), strict=True)):
        if place_of.setdefault(pair, place) != place:
            columns.require_distinct([pair[1]] * 2, f"run, query {queries[pair[0]]!r}")
    pairs = list(zip(asked.ranking.tolist(), asked.ids.text(asked.rows), strict=True))
    met = [number for number, pair in enumerate(pairs) if pair in place_of]
    return np.array(met, dtype=np.int64), np.array([place_of[pairs[number]] for number in met], dtype=np.int64)
