"""A thousand Bradley-Terry fits on resampled questions, beside evalica and choix: CPU time from the same input.

    python benchmarks/arena_speed.py [--comparisons 200000] [--refits 1000] [--peer-refits 3]

50 systems, 200,000 comparisons on 1,000 questions as numbers of systems. Ours makes all refits. Each other tool makes a
few of the same kind in its fastest form (evalica with weights and an index that are prepared once, choix with its pairs
drawn by numpy) and its time is multiplied up, since a thousand take minutes. Matrix products take one thread. Exits 1
when the fastest of them takes less than 50 times as long, or strengths differ by over 1e-6.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is imported

import choix
import evalica
import numpy as np
import pandas as pd
from peer_environment import machine

from cairn_nb.seeds import stream
from cairn_nb.stats import Pairings, bradley_terry, bradley_terry_refits, pairings

SYSTEMS, QUESTIONS, TIES = 50, 1_000, 0.2
WANTED = 50.0


def comparisons(n: int) -> Pairings:
    """Wins, losses and draws between systems of different strength."""
    rng = stream(0, "arena speed")
    logs = rng.normal(0, 1, SYSTEMS)
    first = rng.integers(0, SYSTEMS, n)
    second = (first + rng.integers(1, SYSTEMS, n)) % SYSTEMS
    points = (rng.random(n) < 1 / (1 + np.exp(logs[second] - logs[first]))).astype(float)
    points[rng.random(n) < TIES] = 0.5
    return pairings(first, second, points, rng.integers(0, QUESTIONS, n).tolist(), n_systems=SYSTEMS)


def drawn_weights(compared: Pairings, number: int) -> np.ndarray:
    """How often each comparison is in a resample of the questions."""
    rng = stream(number, "resample")
    return np.bincount(rng.integers(0, QUESTIONS, QUESTIONS), minlength=QUESTIONS)[compared.clusters]


def by_evalica(compared: Pairings) -> Callable[[np.ndarray], np.ndarray]:
    """A fit with weights; names are numbered beforehand."""
    winners = [
        evalica.Winner.X if p == 1 else evalica.Winner.Y if p == 0 else evalica.Winner.Draw for p in compared.points
    ]
    xs, ys = compared.first.tolist(), compared.second.tolist()
    index = pd.Index(range(SYSTEMS))

    def fit(weights: np.ndarray) -> np.ndarray:
        found = evalica.bradley_terry(xs, ys, winners, index=index, weights=weights, tolerance=1e-9, limit=1000)
        logs = np.log(found.scores.reindex(index).to_numpy())
        return logs - logs.mean()

    return fit


def by_choix(compared: Pairings, method: Callable) -> Callable[[np.ndarray], np.ndarray]:
    """A fit over pairs of winner and loser; draws are one of each, and wins two."""
    one, two = compared.first, compared.second
    winner = np.concatenate([np.where(compared.points > 0, one, two), np.where(compared.points == 1, one, two)])
    loser = one[[*range(len(one))] * 2] + two[[*range(len(one))] * 2] - winner

    def fit(weights: np.ndarray) -> np.ndarray:
        rows = np.repeat(np.arange(len(winner)), np.concatenate([weights, weights]))
        return method(SYSTEMS, np.stack([winner[rows], loser[rows]], axis=1))

    return fit


def cpu_s(run: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    started = time.process_time()
    run()
    return time.process_time() - started


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--comparisons", type=int, default=200_000)
    parser.add_argument("--refits", type=int, default=1_000)
    parser.add_argument("--peer-refits", type=int, default=3)
    args = parser.parse_args()
    compared = comparisons(args.comparisons)
    peers = {
        "evalica": by_evalica(compared),
        "choix.ilsr_pairwise": by_choix(compared, choix.ilsr_pairwise),
        "choix.lsr_pairwise, not the maximum": by_choix(compared, choix.lsr_pairwise),
    }
    ours = bradley_terry(compared.wins).log_strengths
    whole = np.ones(len(compared.points), dtype=np.int64)
    apart = {name: float(np.abs(fit(whole) - ours).max()) for name, fit in peers.items()}
    bradley_terry_refits(compared, n_boot=2)
    taken = cpu_s(lambda: bradley_terry_refits(compared, n_boot=args.refits))
    print(f"{SYSTEMS} systems, {args.comparisons:,} comparisons, {QUESTIONS:,} questions; {machine()}\n")
    print(f"  {'ours':36} {taken:9.2f} CPU s for {args.refits:,} refits")
    times = {}
    for name, fit in peers.items():
        weights = [drawn_weights(compared, i) for i in range(args.peer_refits)]
        each = np.median([cpu_s(lambda fit=fit, w=w: fit(w)) for w in weights])
        times[name] = float(each) * args.refits
        print(f"  {name:36} {times[name]:9.1f} CPU s  {times[name] / taken:7.0f} x   strengths apart {apart[name]:.1e}")
    held = {name: spent for name, spent in times.items() if "not the maximum" not in name}
    ratio = min(held.values()) / taken
    print(f"\nthe fastest takes {ratio:.0f} times ours; {WANTED:.0f} is asked")
    return 0 if ratio >= WANTED and all(apart[name] < 1e-6 for name in held) else 1


if __name__ == "__main__":
    sys.exit(main())
