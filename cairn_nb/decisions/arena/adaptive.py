"""Pairs spent where the arena is least sure: four rounds of questions, each planned by what the earlier ones showed.

The first round pairs each question's systems around a shuffled ring, so that all are tied together. A later one gives
each question the pairs with the largest p (1 - p) / (1 + times met): p is the chance that one beats the other by the
strengths so far, so p (1 - p) is how much a comparison tells about them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from cairn_nb.decisions.arena.schedule import Entrants, Meeting, SystemPair, meeting
from cairn_nb.seeds import stream

ROUNDS = 4


def rounds_of(cases: Sequence[str], seed: int) -> tuple[tuple[str, ...], ...]:
    """The questions split into four rounds by a seeded shuffle, equal but for one; fewer where there are fewer."""
    order = stream(seed, "arena rounds").permutation(len(cases))
    parts = np.array_split(order, ROUNDS)
    return tuple(tuple(cases[place] for place in part) for part in parts if len(part))


def ring(entrants: Entrants, *, seed: int, most: int | None = None) -> tuple[Meeting, ...]:
    """The first round: neighbours on each question's ring, then those two places apart, and so on up to `most`.

    By default as many pairs as there are systems, which is once around.
    """
    return tuple(
        meeting(case, pair, seed)
        for case, names in entrants.items()
        for pair in _around([names[place] for place in stream(seed, "arena ring", case).permutation(len(names))], most)
    )


def least_sure(
    entrants: Entrants,
    log_strengths: Mapping[str, float],
    met: Mapping[frozenset[str], int],
    *,
    seed: int,
    most: int | None = None,
) -> tuple[Meeting, ...]:
    """A later round; what it plans itself counts as met, so that its questions do not all get the same pairs.

    Parameters
    ----------
    log_strengths
        Of each system so far; one that is not there stands at 0, the middle.
    met
        How often each pair has been compared.
    most
        Pairs of each question; by default as many as there are systems.
    """
    counts = dict(met)
    planned = []
    for case, names in entrants.items():
        for pair in _chosen(case, names, log_strengths, counts, seed=seed, most=most):
            counts[frozenset(pair)] = counts.get(frozenset(pair), 0) + 1
            planned.append(meeting(case, pair, seed))
    return tuple(planned)


def _around(names: Sequence[str], most: int | None) -> list[SystemPair]:
    wanted = len(names) if most is None else most
    pairs: dict[frozenset[str], SystemPair] = {}
    for pair in _by_distance(names):
        pairs.setdefault(frozenset(pair), pair)
    return list(pairs.values())[:wanted]


def _by_distance(names: Sequence[str]) -> Iterator[SystemPair]:
    n = len(names)
    for apart in range(1, n // 2 + 1):
        for place in range(n):
            yield names[place], names[(place + apart) % n]


def _chosen(
    case: str,
    names: Sequence[str],
    log_strengths: Mapping[str, float],
    met: Mapping[frozenset[str], int],
    *,
    seed: int,
    most: int | None,
) -> list[SystemPair]:
    """The best pairs of one question; equally good ones in a seeded order."""
    pairs = list(combinations(names, 2))
    wanted = min(len(names) if most is None else most, len(pairs))
    logs = np.array([[log_strengths.get(name, 0.0) for name in pair] for pair in pairs]).reshape(-1, 2)
    times = np.array([met.get(frozenset(pair), 0) for pair in pairs], dtype=np.float64)
    chance = 1 / (1 + np.exp(np.clip(logs[:, 1] - logs[:, 0], -500, 500)))
    worth = chance * (1 - chance) / (1 + times)
    order = np.lexsort((stream(seed, "arena tie", case).permutation(len(pairs)), -worth))
    return [pairs[place] for place in order[:wanted]]
