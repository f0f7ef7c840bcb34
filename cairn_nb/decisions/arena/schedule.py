"""Which answers meet: every pair, every system with the baseline, or a seeded sample of either."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from cairn_nb.errors import InputError
from cairn_nb.seeds import stream, unit_draw

# For each question the systems that answered it, in the systems' order.
Entrants: TypeAlias = Mapping[str, Sequence[str]]
SystemPair: TypeAlias = tuple[str, str]


@dataclass(frozen=True)
class Meeting:
    """Two systems on one question; `first` is shown first in the first order."""

    case_id: str
    first: str
    second: str


def meeting(case_id: str, pair: SystemPair, seed: int) -> Meeting:
    """The meeting of a pair; who is shown first is a coin flip that depends on the seed, the question and the pair."""
    one, two = sorted(pair)
    heads = unit_draw(seed, "arena order", case_id, one, two) < 0.5
    return Meeting(case_id, *((one, two) if heads else (two, one)))


def all_pairs(entrants: Entrants, *, seed: int, most: int | None = None) -> tuple[Meeting, ...]:
    """Every two systems that answered a question, on each question.

    Parameters
    ----------
    most
        The most pairs of one question; more are cut down by a seeded sample.
    """
    return tuple(_meetings({case: tuple(combinations(names, 2)) for case, names in entrants.items()}, seed, most))


def pairs_with(baseline: str, entrants: Entrants, *, seed: int, most: int | None = None) -> tuple[Meeting, ...]:
    """Every system with one, on each question that both answered; parameters as in `all_pairs`."""
    pairs = {
        case: tuple((name, baseline) for name in names if name != baseline) if baseline in names else ()
        for case, names in entrants.items()
    }
    return tuple(_meetings(pairs, seed, most))


def check_entrants(systems: Sequence[str], most: int | None) -> None:
    """Refuse what cannot be an arena.

    Raises
    ------
    InputError
        If there are fewer than two systems, or a question may have no pair.
    """
    if len(systems) < 2:
        raise InputError("an arena needs two systems or more", hint="give several reports, or a bench run of several")
    if most is not None and most < 1:
        raise InputError(f"must be at least 1, not {most}", key="max_pairs_per_question")


def _meetings(pairs: Mapping[str, Sequence[SystemPair]], seed: int, most: int | None) -> Iterator[Meeting]:
    for case, offered in pairs.items():
        for pair in _sampled(offered, most, seed, case):
            yield meeting(case, pair, seed)


def _sampled(pairs: Sequence[SystemPair], most: int | None, seed: int, case: str) -> Sequence[SystemPair]:
    """At most so many of the pairs, in their order."""
    if most is None or len(pairs) <= most:
        return pairs
    drawn = stream(seed, "arena pairs", case).permutation(len(pairs))[:most]
    return [pairs[place] for place in sorted(drawn)]
