"""Populations of scores whose mean is known, each hard for an interval in its own way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Draw = Callable[[np.random.Generator, int], Floats]


@dataclass(frozen=True)
class Scores:
    """A way to draw independent scores, and their true mean; `is_share` when they lie in 0..1.

    `promised` is false where no interval is known to hold: without bounds none does for every distribution.
    """

    name: str
    mean: float
    draw: Draw
    is_share: bool = True
    promised: bool = True


def mixed(share: float, usual: Draw, rare: Draw) -> Draw:
    """The usual score with chance `share`, else the rare one."""

    def draw(rng: np.random.Generator, n: int) -> Floats:
        return np.where(rng.random(n) < share, usual(rng, n), rare(rng, n))

    return draw


def fixed(value: float) -> Draw:
    """Always the same score."""
    return lambda _, n: np.full(n, value)


def beta(a: float, b: float) -> Draw:
    """Scores between 0 and 1."""
    return lambda rng, n: rng.beta(a, b, n)


def uniform(rng: np.random.Generator, n: int) -> Floats:
    """Every score in 0..1 alike."""
    return rng.random(n)


SMALL = (
    Scores("even", 0.5, uniform),
    Scores("high", 0.8, beta(8, 2)),
    Scores("skewed", 10 / 11, beta(5, 0.5)),
    Scores("mostly 1, else anything", 0.95, mixed(0.9, fixed(1.0), uniform)),
    Scores("mostly 1, some 0 and 0.5", 0.85, mixed(0.8, fixed(1.0), mixed(0.5, fixed(0.0), fixed(0.5)))),
    Scores("good, with rare total failures", 0.97 * 20 / 21, mixed(0.97, beta(20, 1), fixed(0.0))),
    Scores("right or wrong, 90%", 0.9, mixed(0.9, fixed(1.0), fixed(0.0))),
    Scores("costs, exponential", 1.0, lambda rng, n: rng.exponential(1.0, n), is_share=False),
    Scores("costs, log-normal", float(np.exp(0.125)), lambda rng, n: rng.lognormal(0.0, 0.5, n), is_share=False),
    Scores(
        "costs, very skewed log-normal",
        float(np.exp(0.5)),
        lambda rng, n: rng.lognormal(0.0, 1.0, n),
        is_share=False,
    ),
    Scores("costs, gamma with shape 0.5", 0.5, lambda rng, n: rng.gamma(0.5, 1.0, n), is_share=False),
    Scores("costs, symmetric", 1.0, lambda rng, n: rng.normal(1.0, 0.2, n), is_share=False),
    Scores(
        "costs, extremely skewed log-normal",
        float(np.exp(1.125)),
        lambda rng, n: rng.lognormal(0.0, 1.5, n),
        is_share=False,
        promised=False,
    ),
)


def documents(
    n_documents: int, share: float, correlation: float, rng: np.random.Generator, *, most: int = 9
) -> tuple[Floats, NDArray[np.int64]]:
    """Right or wrong, 1 to `most` questions a document, two of one document alike with the given correlation."""
    sizes = rng.integers(1, most + 1, n_documents)
    owner = np.repeat(np.arange(n_documents), sizes)
    shared = (rng.random(n_documents) < share)[owner]
    copies = rng.random(len(owner)) < np.sqrt(correlation)
    return np.where(copies, shared, rng.random(len(owner)) < share).astype(np.float64), owner


def repeated(
    n_questions: int, trials: int, rng: np.random.Generator, *, harm: Floats | float = 0.0
) -> tuple[Floats, NDArray[np.int64]]:
    """Right or wrong in each trial of each question, whose chance is Beta(3, 1) less `harm`."""
    chance = np.clip(rng.beta(3, 1, n_questions) - harm, 0, 1)
    owner = np.repeat(np.arange(n_questions), trials)
    return (rng.random(len(owner)) < chance[owner]).astype(np.float64), owner
