"""Made-up answers, people, judges and arenas whose truth is known."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cairn_nb.seeds import stream
from cairn_nb.stats import Pairings, bradley_terry, pairings

Floats = NDArray[np.float64]
PER_DOCUMENT = 5


def alike(n: int, share: float, correlation: float | None, rng: np.random.Generator) -> Floats:
    """Zeros and ones; with a correlation, five a document that copy their document's with its root's chance."""
    own = rng.random(n) < share
    if correlation is None:
        return own.astype(float)
    shared = np.repeat(rng.random(-(-n // PER_DOCUMENT)) < share, PER_DOCUMENT)[:n]
    return np.where(rng.random(n) < np.sqrt(correlation), shared, own).astype(float)


def documents(n: int, correlation: float | None, name: str) -> list[str] | None:
    """The document of each answer; None where answers stand for themselves."""
    return None if correlation is None else [f"{name}{i // PER_DOCUMENT}" for i in range(n)]


@dataclass(frozen=True)
class Judge:
    """Says yes to a right answer with the chance `sensitivity`, no to a wrong one with `specificity`."""

    sensitivity: float
    specificity: float

    def says(self, right: Floats, correlation: float | None, rng: np.random.Generator) -> Floats:
        """Its verdicts; errors on one document are alike too."""
        hit = alike(len(right), self.sensitivity, correlation, rng)
        passed = alike(len(right), 1 - self.specificity, correlation, rng)
        return np.where(right == 1, hit, passed)


def scores(n: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """People's scores on 0..5 in halves, mostly high, and those of a judge who is lenient and noisy."""
    human = np.round(rng.beta(4, 1.5, n) * 10) / 2
    judge = np.clip(np.round((human + 0.4 + rng.normal(0, 0.8, n)) * 2) / 2, 0, 5)
    return human, judge


@lru_cache
def mean_score() -> float:
    """The mean of people's scores over a million answers."""
    return float(scores(1_000_000, stream(0, "mean score"))[0].mean())


@lru_cache
def right_share() -> float:
    """The share of people's scores of 4 and up over a million answers."""
    return float((scores(1_000_000, stream(0, "mean score"))[0] >= 4).mean())


def sheet(judge: Floats, n: int, rng: np.random.Generator) -> tuple[NDArray[np.intp], Floats]:
    """The places of n answers drawn from the judge's bands in turn, and how many answers each stands for."""
    band = np.digitize(judge, [2, 4])
    turns = np.empty(len(judge))
    for group in np.unique(band):
        members = np.flatnonzero(band == group)
        turns[members] = rng.permutation(len(members))
    drawn = np.lexsort((band, turns))[:n]
    found = np.bincount(band) / np.maximum(np.bincount(band[drawn], minlength=band.max() + 1), 1)
    return drawn, found[band[drawn]]


def ratings(n_items: int, quality: float, correlation: float | None, rng: np.random.Generator) -> Floats:
    """Three raters on 0..5, three in ten ratings missing; `quality` is the share of the variance that is the item's."""
    true = rng.normal(size=n_items)
    if correlation is not None:
        shared = np.repeat(rng.normal(size=-(-n_items // PER_DOCUMENT)), PER_DOCUMENT)[:n_items]
        true = np.sqrt(correlation) * shared + np.sqrt(1 - correlation) * true
    seen = np.sqrt(quality) * true + np.sqrt(1 - quality) * rng.normal(size=(3, n_items))
    table = np.clip(np.round(3.3 + 1.2 * seen), 0, 5)
    table[rng.random(table.shape) < 0.3] = np.nan
    return table


@dataclass(frozen=True)
class Arena:
    """Systems whose log strengths differ, and more or less so on each question; a judge who may lean to the first.

    Every pair meets on every question in both orders. `pull` is the log odds by which the judge prefers the first.
    """

    logs: tuple[float, ...] = (-0.8, -0.3, 0.0, 0.3, 0.8)
    spread: float = 0.7
    pull: float = 0.0
    ties: float = 0.2

    def verdicts(self, n_questions: int, rng: np.random.Generator) -> Pairings:
        """One entry a verdict; `first` is the answer shown first."""
        n = len(self.logs)
        first, second = np.nonzero(1 - np.eye(n, dtype=int))
        strengths = np.array(self.logs) + rng.normal(0, self.spread, (n_questions, n))
        ahead = strengths[:, first] - strengths[:, second] + self.pull
        points = (rng.random(ahead.shape) < 1 / (1 + np.exp(-ahead))).astype(float)
        points[rng.random(ahead.shape) < self.ties] = 0.5
        questions = np.repeat(np.arange(n_questions), len(first))
        return pairings(
            np.tile(first, n_questions), np.tile(second, n_questions), points.ravel(), questions.tolist(), n_systems=n
        )


@lru_cache
def arena_truth(world: Arena) -> Floats:
    """Scores on the Elo scale that ever more questions lead to, from 50,000 of them."""
    return bradley_terry(world.verdicts(50_000, stream(0, "arena truth")).wins).scores


def both_orders(verdicts: Pairings) -> Pairings:
    """One entry a comparison: the mean of its two verdicts for the system with the lower number."""
    turned = verdicts.first > verdicts.second
    low, high = np.minimum(verdicts.first, verdicts.second), np.maximum(verdicts.first, verdicts.second)
    points = np.where(turned, 1 - verdicts.points, verdicts.points)
    n = verdicts.n_systems
    keys, place = np.unique((verdicts.clusters * n + low) * n + high, return_inverse=True)
    mean = np.bincount(place, points) / np.bincount(place)
    return pairings(keys // n % n, keys % n, mean, (keys // n // n).tolist(), n_systems=n)
