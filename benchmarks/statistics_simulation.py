"""Do the intervals, tests and plans keep their promises? Simulated worlds whose truth is known, as one table.

    python benchmarks/statistics_simulation.py [--quick] [--draws 2000] [--only small-sample ...]

A row is a promise, what was measured, and how far it may stray: a rate is held to its promise with the one-sided 99.9%
binomial tolerance of the draws made. Rows without a promise stand beside for comparison. Exits with 1 when one breaks.
Questions about one document share their document's luck with the stated correlation.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from gate_false_alarms import QUALITY, correlated, two_systems
from promises import Part, Promise, covers, tables
from scipy.stats import norm
from simulated_scores import SMALL, documents, repeated

from cairn_nb.seeds import stream
from cairn_nb.stats import (
    bootstrap_mean,
    clopper_pearson,
    holm,
    paired_comparison,
    quantile_estimate,
    question_means,
    rank_ranges,
    trial_variance,
    wilson,
)
from cairn_nb.stats.planning import DifferenceSpread, cases_needed

SHARES = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98)


def shares(draws: int, seed: int) -> Iterator[Promise]:
    """Exact intervals at each share, Wilson's averaged over them."""
    for n in (20, 100, 500):
        rng = stream(seed, "shares", n)
        both = [[interval(k, n) for k in range(n + 1)] for interval in (clopper_pearson, wilson)]
        rates = np.empty((2, len(SHARES)))
        for place, share in enumerate(SHARES):
            counts = rng.binomial(n, share, draws)
            for which, bounds in enumerate(both):
                rates[which, place] = np.mean([bounds[k][0] <= share <= bounds[k][1] for k in counts])
        worst = int(rates[0].argmin())
        yield Promise(f"exact interval, n = {n}, worst share {SHARES[worst]}", rates[0, worst], draws, least=0.95)
        yield Promise(f"Wilson, n = {n}, mean over shares", rates[1].mean(), draws * len(SHARES), 0.93, 0.97)


def percentile(draws: int, seed: int) -> Iterator[Promise]:
    """The percentile bootstrap from 100 clusters on."""
    for n in (100, 200):
        for correlation in (0.0, 0.3, 0.6):
            rng = stream(seed, "percentile", n, str(correlation))
            hits = 0
            for i in range(draws):
                values, owner = documents(n, 0.75, correlation, rng)
                hits += covers(bootstrap_mean(values, owner.tolist(), 1000, i), 0.75)
            about = f"percentile bootstrap, {n} documents of 1 to 9, correlation {correlation}"
            yield Promise(about, hits / draws, draws, 0.93, 0.97)
    rng = stream(seed, "trials")
    hits = 0
    for i in range(draws):
        values, owner = repeated(100, 3, rng)
        hits += covers(bootstrap_mean(question_means(values, owner.tolist()).means, None, 1000, i), 0.75)
    yield Promise("percentile bootstrap of 100 questions' means over 3 trials", hits / draws, draws, 0.93, 0.97)


def small_sample(draws: int, seed: int) -> Iterator[Promise]:
    """20 cases or documents, the small-sample interval with the percentile bootstrap beside it."""
    for scores in SMALL:
        rng = stream(seed, "small sample", scores.name)
        hits = np.zeros(2)
        for i in range(draws):
            values = scores.draw(rng, 20)
            found = [
                bootstrap_mean(values, None, 2000, i, is_share=scores.is_share, interval=kind)
                for kind in ("auto", "percentile")
            ]
            hits += [covers(estimate, scores.mean) for estimate in found]
        least = 0.93 if scores.promised else None
        yield Promise(f"small sample, n = 20, {scores.name}", hits[0] / draws, draws, least)
        yield Promise("… percentile bootstrap there", hits[1] / draws, draws)
    for correlation in (0.3, 0.6):
        rng = stream(seed, "small documents", str(correlation))
        hits = 0
        for i in range(draws):
            values, owner = documents(20, 0.85, correlation, rng)
            hits += covers(bootstrap_mean(values, owner.tolist(), 2000, i, interval="auto"), 0.85)
        about = f"small sample, 20 documents of 1 to 9, correlation {correlation}"
        yield Promise(about, hits / draws, draws, least=0.93)


def paired(draws: int, seed: int) -> Iterator[Promise]:
    """False alarms between equally good systems, the interval of a difference, and the power at the printed one."""
    for n_documents in (10, 20, 60):
        for correlation in (0.0, 0.3, 0.6):
            yield from _paired_at(n_documents, correlation, draws, seed)


def _paired_at(n_documents: int, correlation: float, draws: int, seed: int) -> Iterator[Promise]:
    rng = stream(seed, "paired", n_documents, str(correlation))
    where = f"{n_documents} documents of 5, correlation {correlation}"
    alarms, visible, covered = np.zeros(3), 0.0, 0
    for i in range(draws):
        a, b, owner = two_systems(n_documents, 0.0, correlation, rng)
        found = paired_comparison(a, b, owner, 400, i, interval="auto")
        plain = paired_comparison(a, b, None, 400, i).p_bootstrap
        alarms += [p is not None and p <= 0.05 for p in (found.p_value, found.p_regressed, plain)]
        visible += (found.smallest_visible or 0.0) / draws
        covered += covers(found.diff, 0.0)
    yield Promise(f"two-sided false alarms, {where}", alarms[0] / draws, draws, most=0.05)
    yield Promise(f"one-sided false alarms, {where}", alarms[1] / draws, draws, most=0.05)
    yield Promise("… plain bootstrap of questions there", alarms[2] / draws, draws)
    yield Promise(f"interval of the difference, {where}", covered / draws, draws, least=0.93)
    drop = min(visible, QUALITY)
    seen = 0
    for i in range(draws):
        a, b, owner = two_systems(n_documents, drop, correlation, rng)
        p_value = paired_comparison(a, b, owner, 1, i).p_regressed
        seen += p_value is not None and p_value <= 0.05
    yield Promise(f"power at the printed difference ({drop:.2f}), {where}", seen / draws, draws, least=0.78)


def several(draws: int, seed: int) -> Iterator[Promise]:
    """Any false claim among several: Holm against a baseline, and rank ranges."""
    for better in (0, 2):
        rng = stream(seed, "holm", better)
        alarms = missed = 0
        for i in range(draws):
            baseline = correlated(20, 0.6, 0.3, rng)
            lifts = [0.3] * better + [0.0] * (5 - better)
            systems = [_redone(baseline, lift, rng) for lift in lifts]
            owner = np.repeat(np.arange(20), 5).tolist()
            values = [system.astype(float) for system in systems]
            p_values = [paired_comparison(v, baseline.astype(float), owner, 1, i).p_value for v in values]
            alarms += any(p is not None and p <= 0.05 for p in holm(p_values)[better:])
            ranges = rank_ranges(np.stack(values, axis=1), owner, seed=i)
            missed += not _ranks_held(ranges, better)
        yield Promise(f"any false claim after Holm, 5 systems, {better} truly better", alarms / draws, draws, most=0.05)
        about = f"all rank ranges hold, 5 systems, {better} truly better"
        yield Promise(about, 1 - missed / draws, draws, least=0.95)


def _redone(baseline: np.ndarray, lift: float, rng: np.random.Generator) -> np.ndarray:
    """A system that answers three in ten questions anew, and mends a share of the wrong answers."""
    anew = correlated(20, 0.6, 0.3, rng)
    changed = correlated(20, 0.3, 0.3, rng)
    return np.where(changed, anew, baseline) | correlated(20, lift, 0.3, rng)


def _ranks_held(ranges: list, better: int) -> bool:
    """The first `better` share the ranks 1 to `better`, the others those after."""
    first = all(found.best <= 1 and found.worst >= better for found in ranges[:better])
    rest = ranges[better:]
    return first and all(found.best <= better + 1 and found.worst >= len(ranges) for found in rest)


def quantiles(draws: int, seed: int) -> Iterator[Promise]:
    """The interval of a p95; without an upper bound under 72 values."""
    truth = float(np.exp(norm.ppf(0.95)))
    for n in (40, 100, 500):
        rng = stream(seed, "p95", n)
        hits = sum(covers(quantile_estimate(rng.lognormal(0, 1, n), 0.95), truth) for _ in range(draws))
        yield Promise(f"p95 of {n} latencies", hits / draws, draws, least=0.95)


def plans(draws: int, seed: int) -> Iterator[Promise]:
    """A planned run finds the difference it was planned for, with one and with three trials."""
    rng = stream(seed, "pilot")
    pilot = [repeated(4000, 4, rng) for _ in range(2)]
    one, two = (question_means(values, owner.tolist()).means for values, owner in pilot)
    noise = sum(trial_variance(values, owner.tolist()) or 0.0 for values, owner in pilot)
    questions = float((one - two).var()) - noise / 4
    for trials in (1, 3):
        spread = DifferenceSpread(question_variance=questions, trial_variance=noise)
        needed = cases_needed(0.1, spread, trials=trials)
        assert needed is not None
        found = 0
        for i in range(draws):
            before = question_means(*_labelled(repeated(needed[0], trials, rng))).means
            after = question_means(*_labelled(repeated(needed[0], trials, rng, harm=_harm(needed[0], rng)))).means
            p_value = paired_comparison(after, before, None, 1, i).p_regressed
            found += p_value is not None and p_value <= 0.05
        about = f"power of a plan for 0.10: {needed[0]} cases, {trials} trials"
        yield Promise(about, found / draws, draws, least=0.78)


def _harm(n: int, rng: np.random.Generator) -> np.ndarray:
    """Two fifteenths of the questions are lost, which is a tenth of the score."""
    return np.where(rng.random(n) < 0.1 / 0.75, 1.0, 0.0)


def _labelled(drawn: tuple) -> tuple:
    return drawn[0], drawn[1].tolist()


PARTS: dict[str, Part] = {
    "shares": shares,
    "percentile": percentile,
    "small-sample": small_sample,
    "paired": paired,
    "several": several,
    "quantiles": quantiles,
    "plans": plans,
}


if __name__ == "__main__":
    tables(PARTS, __doc__)
