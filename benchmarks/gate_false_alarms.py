"""How often does the paired test cry wolf, how often does it see what it says it can, and is its interval honest?

    python benchmarks/gate_false_alarms.py --draws 2000

Answers are graded 0 or 1, five questions a document, with the stated correlation inside a document of
both the grades and the changes. ``alarm``: two equally good systems, share of draws with a one-sided
p-value of at most 5%. ``seen``: the candidate is worse by the smallest visible drop that these
documents state on average, share of draws that find it (80% is promised). ``noninferior``: the candidate is worse
by exactly the margin, share of draws that call it not worse. ``coverage``: the 95% interval of the difference.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from cairn_nb.seeds import stream
from cairn_nb.stats import paired_comparison

QUESTIONS_PER_DOCUMENT = 5
LEVEL = 0.05
QUALITY = 0.75
CHANGED = 0.3


def correlated(n_documents: int, share: float, correlation: float, rng: np.random.Generator) -> NDArray[np.bool_]:
    """True with chance `share` for each question; two of one document agree with the given correlation."""
    shared = np.repeat(rng.random(n_documents) < share, QUESTIONS_PER_DOCUMENT)
    copies = rng.random(len(shared)) < np.sqrt(correlation)
    return np.where(copies, shared, rng.random(len(shared)) < share)


def two_systems(
    n_documents: int, drop: float, correlation: float, rng: np.random.Generator
) -> tuple[NDArray[np.float64], NDArray[np.float64], list[int]]:
    """Grades of candidate and baseline: the candidate answers some questions anew, then loses some right answers."""
    baseline = correlated(n_documents, QUALITY, correlation, rng)
    anew = correlated(n_documents, QUALITY, correlation, rng)
    changed = correlated(n_documents, CHANGED, correlation, rng)
    lost = correlated(n_documents, drop / QUALITY, correlation, rng)
    candidate = np.where(changed, anew, baseline) & ~lost
    documents = np.repeat(np.arange(n_documents), QUESTIONS_PER_DOCUMENT).tolist()
    return candidate.astype(np.float64), baseline.astype(np.float64), documents


def rates(
    n_documents: int, correlation: float, *, drop: float, margin: float, draws: int, seed: int
) -> dict[str, float]:
    """Over `draws` pairs of systems that differ by `drop`."""
    rng = stream(seed, "gate", n_documents, str(correlation), str(drop))
    found = {"regressed": 0, "noninferior": 0, "covered": 0, "visible": 0.0}
    for i in range(draws):
        candidate, baseline, documents = two_systems(n_documents, drop, correlation, rng)
        result = paired_comparison(candidate, baseline, documents, 500, i, margin=margin, interval="auto")
        none = paired_comparison(candidate, baseline, documents, n_boot=1, seed=i) if margin else result
        low, high = result.diff.low, result.diff.high
        found["regressed"] += none.p_regressed is not None and none.p_regressed <= LEVEL
        found["noninferior"] += result.p_noninferior is not None and result.p_noninferior <= LEVEL
        found["covered"] += low is not None and high is not None and low <= -drop <= high
        found["visible"] += result.smallest_visible or 0.0
    return {name: count / draws for name, count in found.items()}


def rare_losses(n_documents: int, correlation: float, margin: float, *, draws: int, seed: int) -> float:
    """How often a candidate that only ever loses, `margin` of all questions, is called not worse by the margin."""
    rng = stream(seed, "rare losses", n_documents, str(correlation))
    documents = np.repeat(np.arange(n_documents), QUESTIONS_PER_DOCUMENT).tolist()
    called = 0
    for i in range(draws):
        lost = correlated(n_documents, margin, correlation, rng)
        result = paired_comparison(1.0 - lost, np.ones(len(lost)), documents, n_boot=1, seed=i, margin=margin)
        called += result.p_noninferior is not None and result.p_noninferior <= LEVEL
    return called / draws


def main() -> None:
    """Print the table; exit 1 if a rate lies beyond the one-sided 99.9% binomial tolerance of its promise."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draws", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--documents", type=int, nargs="+", default=[10, 20, 60])
    options = parser.parse_args()
    limit = binom.ppf(0.999, options.draws, LEVEL) / options.draws
    print(f"{options.draws} draws, tolerated share {limit:.4f}; margin 0.05 for noninferior\n")
    print("| documents | correlation | alarm | noninferior | rare losses | coverage | smallest visible | seen |")
    print("|---|---|---|---|---|---|---|---|")
    worst = 0.0
    for n_documents in options.documents:
        for correlation in (0.0, 0.3, 0.6):
            common = {"draws": options.draws, "seed": options.seed}
            null = rates(n_documents, correlation, drop=0.0, margin=0.0, **common)
            edge = rates(n_documents, correlation, drop=0.05, margin=0.05, **common)
            rare = rare_losses(n_documents, correlation, 0.05, **common)
            visible = min(null["visible"], QUALITY)
            seen = rates(n_documents, correlation, drop=visible, margin=0.0, **common)
            worst = max(worst, null["regressed"], edge["noninferior"], rare)
            print(
                f"| {n_documents} | {correlation} | {null['regressed']:.3f} | {edge['noninferior']:.3f} | {rare:.3f} "
                f"| {edge['covered']:.3f} | {visible:.3f} | {seen['regressed']:.3f} |",
                flush=True,
            )
    print(f"\nworst false alarm {worst:.4f}, tolerated {limit:.4f}: {'held' if worst <= limit else 'BROKEN'}")
    raise SystemExit(int(worst > limit))


if __name__ == "__main__":
    main()
