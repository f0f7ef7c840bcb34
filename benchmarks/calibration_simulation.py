"""How often does a certified threshold break its promise? Simulated populations whose true error is known exactly.

    python benchmarks/calibration_simulation.py --draws 2000

One row a population, sample size and alpha: the share of draws whose threshold has a true error above
alpha, for this project's rule and for the rule of earlier cairn versions (the lowest threshold whose own
one-sided bound is at most alpha, every threshold tried), and the mean answer rate of both. A share is read
with a one-sided 99.9% binomial tolerance around delta.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from cairn_nb.confidence import certify
from cairn_nb.seeds import stream
from cairn_nb.stats import binomial_p_low

DELTA = 0.05
QUESTIONS_PER_DOCUMENT = 5


@dataclass(frozen=True)
class Population:
    """Confidence values from high to low, how common each is, and how often an answer of that confidence is wrong."""

    name: str
    values: NDArray[np.float64]
    mass: NDArray[np.float64]
    error: NDArray[np.float64]

    def true_error(self, threshold: float) -> float:
        """The error rate among answered questions; 0 where nothing is answered."""
        kept = self.values >= threshold - 1e-9
        answered = float(self.mass[kept].sum())
        return float((self.mass * self.error)[kept].sum()) / answered if answered else 0.0

    def draw(self, n: int, rng: np.random.Generator) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Confidence and correctness of `n` independent questions."""
        atom = rng.choice(len(self.values), size=n, p=self.mass)
        return self.values[atom], rng.random(n) >= self.error[atom]

    def draw_documents(
        self, n: int, correlation: float, rng: np.random.Generator
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_], list[str]]:
        """Five questions a document; each copies its document's draw with chance sqrt(correlation)."""
        n_documents = n // QUESTIONS_PER_DOCUMENT
        own = np.repeat(np.arange(n_documents), QUESTIONS_PER_DOCUMENT)
        shared_confidence, shared_correct = self.draw(n_documents, rng)
        confidence, correct = self.draw(len(own), rng)
        copies = rng.random(len(own)) < np.sqrt(correlation)
        confidence[copies], correct[copies] = shared_confidence[own[copies]], shared_correct[own[copies]]
        return confidence, correct, [f"d{i}" for i in own]


def populations(alpha: float) -> Iterator[Population]:
    """Shapes that are hard for one reason each, scaled to `alpha`."""
    fine = np.round(np.linspace(1, 0.001, 1000), 6)
    even = np.full(1000, 1 / 1000)
    coarse = np.array([1.0, 0.9, 0.8, 0.5, 0.2])
    spread = np.array([0.05, 0.45, 0.2, 0.2, 0.1])
    yield Population("monotone", fine, even, np.clip(3.2 * alpha * (1 - fine), 0, 1))
    yield Population("steep", fine, even, 0.9 / (1 + np.exp(12 * (fine - 0.35))))
    yield Population("uninformative", fine, even, np.full(1000, alpha + 0.01))
    yield Population("bad head", fine, even, np.where(fine > 0.85, 1.8 * alpha, np.where(fine > 0.3, 0.7 * alpha, 0.9)))
    yield Population("waves", fine, even, np.clip(alpha * (1.05 + np.cos(18 * fine)), 0, 1))
    yield Population("ties, bad head", coarse, spread, np.clip(alpha * np.array([2.4, 0.8, 1.8, 0.9, 2.0]), 0, 1))
    yield Population("ties, uninformative", coarse, spread, np.full(5, alpha + 0.01))
    yield Population("one value", np.array([0.7]), np.array([1.0]), np.array([alpha + 0.01]))
    yield Population("good", fine, even, np.full(1000, alpha / 2))


def earlier_rule(confidence: NDArray[np.float64], correct: NDArray[np.bool_], alpha: float) -> float | None:
    """The lowest threshold whose own bound is at most alpha, all thresholds tried."""
    order = np.argsort(-confidence, kind="stable")
    ranked, errors = confidence[order], np.cumsum(~correct[order])
    last = np.append(np.diff(ranked) != 0, True)
    passing = np.flatnonzero(last & (binomial_p_low(errors, np.arange(1, len(ranked) + 1), alpha) <= DELTA))
    return float(ranked[passing[-1]]) if passing.size else None


@dataclass
class Tally:
    """Broken promises and answer rates of one rule."""

    broken: int = 0
    answered: float = 0.0

    def add(self, population: Population, threshold: float | None, alpha: float) -> None:
        """Count one draw's threshold; None abstains always and breaks nothing."""
        if threshold is not None:
            self.broken += population.true_error(threshold) > alpha + 1e-9
            self.answered += float(population.mass[population.values >= threshold - 1e-9].sum())


def simulate(
    population: Population, n: int, alpha: float, *, draws: int, correlation: float | None, seed: int
) -> tuple[Tally, Tally]:
    """This project's rule and the earlier one over the same draws; by document where a correlation is given."""
    rng = stream(seed, population.name, n, str(alpha), str(correlation))
    ours, earlier = Tally(), Tally()
    for i in range(draws):
        clusters = None
        if correlation is None:
            confidence, correct = population.draw(n, rng)
        else:
            confidence, correct, clusters = population.draw_documents(n, correlation, rng)
        found = certify(confidence, correct, alpha, DELTA, clusters, seed=i)
        ours.add(population, found.threshold, alpha)
        earlier.add(population, earlier_rule(confidence, correct, alpha), alpha)
    return ours, earlier


def main() -> None:
    """Print the tables; exit 1 if this project's rule breaks its promise more often than the tolerance allows."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draws", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sizes", type=int, nargs="+", default=[50, 200, 1000])
    options = parser.parse_args()
    limit = binom.ppf(0.999, options.draws, DELTA) / options.draws
    print(f"{options.draws} draws, delta {DELTA}, tolerated share {limit:.4f}\n")
    print("| unit | correlation | n | alpha | population | broken | earlier | answer rate | earlier |")
    print("|---|---|---|---|---|---|---|---|---|")
    worst = 0.0
    for correlation in (None, 0.3, 0.6):
        for n in options.sizes:
            for alpha in (0.1, 0.2, 0.35):
                for population in populations(alpha):
                    ours, earlier = simulate(
                        population, n, alpha, draws=options.draws, correlation=correlation, seed=options.seed
                    )
                    broken = ours.broken / options.draws
                    worst = max(worst, broken)
                    unit = "question | –" if correlation is None else f"document | {correlation}"
                    print(
                        f"| {unit} | {n} | {alpha} | {population.name} | {broken:.3f} "
                        f"| {earlier.broken / options.draws:.3f} | {ours.answered / options.draws:.3f} "
                        f"| {earlier.answered / options.draws:.3f} |",
                        flush=True,
                    )
    print(f"\nworst share {worst:.4f}, tolerated {limit:.4f}: {'held' if worst <= limit else 'BROKEN'}")
    raise SystemExit(int(worst > limit))


if __name__ == "__main__":
    main()
