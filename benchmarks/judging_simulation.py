"""Do the intervals of judging keep their promises, and what would the raw judge have said?

    python benchmarks/judging_simulation.py [--quick] [--draws 2000] [--only corrected ...]

A row is a world, how often the 95% interval held its truth, and the range promised, with the one-sided 99.9% binomial
tolerance of the draws made. Rows marked … are of the raw judge in the same world, which is expected to fail where its
errors do not cancel. Exits with 1 when a promise breaks, or when a raw judge does as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from judging_worlds import (
    Arena,
    Judge,
    alike,
    arena_truth,
    both_orders,
    documents,
    mean_score,
    ratings,
    right_share,
    scores,
    sheet,
)
from promises import Part, Promise, covers, tables

from cairn_nb.records import Estimate
from cairn_nb.seeds import stream
from cairn_nb.stats import (
    bradley_terry,
    bradley_terry_clustered,
    bradley_terry_refits,
    krippendorff_alpha,
    pairings,
    prediction_powered_mean,
    rogan_gladen,
    sensitivity_specificity,
    share_estimate,
)
from cairn_nb.stats.weighted_draw import weighted_difference_mean

JUDGES = (Judge(0.9, 0.8), Judge(0.75, 0.95), Judge(0.97, 0.7))
SHARES = (0.3, 0.6, 0.85)
LABELS = (40, 100, 300)
ANSWERS = 500
LEAST, MOST = 0.93, 0.97


def raw(judged: np.ndarray) -> Estimate:
    """The judge's share, taken for the truth."""
    return share_estimate(int(judged.sum()), len(judged))


def leans(judge: Judge, share: float) -> bool:
    """Whether the judge's errors leave a bias that is more than the noise of so many answers."""
    bias = share * judge.sensitivity + (1 - share) * (1 - judge.specificity) - share
    return abs(bias) > 1.5 * np.sqrt(share * (1 - share) / ANSWERS)


def corrected(draws: int, seed: int) -> Iterator[Promise]:
    """Rogan-Gladen with labels from elsewhere (half of them right), prediction-powered means with random ones."""
    for correlation, judge, share, n_labels in product((None, 0.3), JUDGES, SHARES, LABELS):
        rng = stream(seed, "corrected", str(correlation), str(judge), str(share), n_labels)
        hits = np.zeros(3)
        for i in range(draws):
            right = alike(ANSWERS + n_labels, share, correlation, rng)
            said = judge.says(right, correlation, rng)
            where = documents(len(right), correlation, "d")
            rest, own = (None, None) if where is None else (where[:ANSWERS], where[ANSWERS:])
            judged = said[:ANSWERS]
            elsewhere = alike(n_labels, 0.5, correlation, rng)
            theirs, others = judge.says(elsewhere, correlation, rng), documents(n_labels, correlation, "e")
            known = {"clusters": rest, "seed": i}
            found = (
                rogan_gladen(judged, theirs, elsewhere, label_clusters=others, **known),
                prediction_powered_mean(judged, said[ANSWERS:], right[ANSWERS:], label_clusters=own, **known),
                raw(judged),
            )
            hits += [covers(estimate, share) for estimate in found]
        at = f"{n_labels} labels, {share:.0%} right, judge {judge.sensitivity:.2f} / {judge.specificity:.2f}"
        at += "" if correlation is None else f", 5 a document, correlation {correlation}"
        # Eight documents of labels tell so little that an honest interval may be wider than it need be.
        most = None if correlation is not None and n_labels == LABELS[0] else MOST
        yield Promise(f"Rogan-Gladen, {at}", hits[0] / draws, draws, LEAST, most)
        yield Promise(f"prediction-powered, {at}", hits[1] / draws, draws, LEAST, most)
        yield Promise("… the raw judge there", hits[2] / draws, draws, most=LEAST if leans(judge, share) else None)


def mean_scores(draws: int, seed: int) -> Iterator[Promise]:
    """Prediction-powered means of scores on 0..5."""
    for n_labels in (30, 100, 300):
        rng = stream(seed, "scores", n_labels)
        hits = np.zeros(2)
        for i in range(draws):
            human, judge = scores(ANSWERS + n_labels, rng)
            found = prediction_powered_mean(judge[:ANSWERS], judge[ANSWERS:], human[ANSWERS:], seed=i)
            plain = judge.mean() + np.array([-1, 1]) * 1.96 * judge.std() / np.sqrt(len(judge))
            hits += [covers(found, mean_score()), plain[0] <= mean_score() <= plain[1]]
        yield Promise(f"prediction-powered, scores 0..5, {n_labels} labels", hits[0] / draws, draws, LEAST, MOST)
        yield Promise("… the raw judge there", hits[1] / draws, draws, most=LEAST)


def sheets(draws: int, seed: int) -> Iterator[Promise]:
    """Means from a sheet that was drawn from the judge's bands in turn: of the scores, and of the share of 4 and up."""
    for n_labels in (50, 100, 300):
        rng = stream(seed, "sheets", n_labels)
        hits = np.zeros(3)
        for _ in range(draws):
            human, judge = scores(ANSWERS, rng)
            drawn, weights = sheet(judge, n_labels, rng)
            right, said = (human >= 4).astype(float), (judge >= 4).astype(float)
            mean = weighted_difference_mean(judge, drawn.tolist(), human[drawn], weights)
            share = weighted_difference_mean(said, drawn.tolist(), right[drawn], weights)
            reach = 1.96 * human[drawn].std(ddof=1) / np.sqrt(n_labels)
            plain = abs(human[drawn].mean() - mean_score()) <= reach
            hits += [covers(mean, mean_score()), covers(share, right_share()), plain]
        yield Promise(f"sheet, mean score, {n_labels} labels", hits[0] / draws, draws, LEAST, MOST)
        yield Promise(f"sheet, share right, {n_labels} labels", hits[1] / draws, draws, LEAST, MOST)
        yield Promise("… the labels taken as drawn at random there", hits[2] / draws, draws, most=LEAST)


def exact(draws: int, seed: int) -> Iterator[Promise]:
    """Sensitivity and specificity: never under what is stated."""
    for n_labels, correlation in product(LABELS, (None, 0.3)):
        rng = stream(seed, "exact", n_labels, str(correlation))
        hits = np.zeros(2)
        for _ in range(draws):
            right = alike(n_labels, 0.6, correlation, rng)
            said = JUDGES[0].says(right, correlation, rng)
            found = sensitivity_specificity(said, right, clusters=documents(n_labels, correlation, "d"))
            hits += [covers(found.sensitivity, 0.9), covers(found.specificity, 0.8)]
        at = f"{n_labels} labels" + ("" if correlation is None else f", 5 a document, correlation {correlation}")
        yield Promise(f"sensitivity, {at}", hits[0] / draws, draws, least=0.95 if correlation is None else LEAST)
        yield Promise(f"specificity, {at}", hits[1] / draws, draws, least=0.95 if correlation is None else LEAST)


def alpha(draws: int, seed: int) -> Iterator[Promise]:
    """Krippendorff's alpha of three raters with gaps."""
    for metric, quality in product(("interval", "ordinal", "nominal"), (0.4, 0.8)):
        big = ratings(200_000, quality, None, stream(0, "alpha truth", str(quality)))
        truth = krippendorff_alpha(big, metric, n_boot=0).value
        assert truth is not None
        for n_items, correlation in ((30, None), (100, None), (200, 0.5)):
            rng = stream(seed, "alpha", metric, str(quality), n_items)
            hits = 0
            for i in range(draws):
                table = ratings(n_items, quality, correlation, rng)
                where = documents(n_items, correlation, "d")
                found = krippendorff_alpha(table, metric, clusters=where, n_boot=1000, seed=i)
                hits += covers(found, truth)
            at = f"{n_items} items" + ("" if correlation is None else f", 5 a document, correlation {correlation}")
            yield Promise(f"alpha ({metric}, {truth:.2f}), {at}", hits / draws, draws, LEAST, MOST)


def arena(draws: int, seed: int) -> Iterator[Promise]:
    """Arena scores by resampled questions and by the sandwich, and the order term."""
    for world, n_questions in product((Arena(), Arena(pull=0.6)), (50, 200)):
        rng = stream(seed, "arena", str(world), n_questions)
        hits = np.zeros((3, len(world.logs)))
        for i in range(draws):
            verdicts = world.verdicts(n_questions, rng)
            compared = both_orders(verdicts)
            drawn = bradley_terry_refits(compared, virtual_draws=1.0, n_boot=400, seed=i).intervals()
            plain = bradley_terry(compared.wins, virtual_draws=1.0)
            sandwich = bradley_terry_clustered(compared).scores
            naive = 1.96 * 400 / np.log(10) * np.sqrt(np.diag(plain.covariance))
            hits[0] += [covers(one, true) for one, true in zip(drawn, arena_truth(world), strict=True)]
            hits[1] += [covers(one, true) for one, true in zip(sandwich, arena_truth(world), strict=True)]
            hits[2] += np.abs(plain.scores - arena_truth(world)) <= naive
        n = draws * len(world.logs)
        at = f"{n_questions} questions, pull {world.pull}"
        yield Promise(f"arena scores, resampled, {at}", hits[0].mean() / draws, n, LEAST, MOST)
        yield Promise(f"arena scores, sandwich, {at}", hits[1].mean() / draws, n, LEAST, MOST)
        yield Promise("… verdicts taken as independent there", hits[2].mean() / draws, n)
        yield from _order(world, n_questions, draws, seed)


def _order(world: Arena, n_questions: int, draws: int, seed: int) -> Iterator[Promise]:
    """The order term's truth is that of 50,000 questions, where strengths vary by question as well."""
    rng = stream(seed, "order", str(world), n_questions)
    truth = bradley_terry_clustered(world.verdicts(20_000, stream(0, "order truth")), order=True).order_effect
    hits = 0
    for _ in range(draws):
        found = bradley_terry_clustered(world.verdicts(n_questions, rng), order=True).order_effect
        assert found is not None and truth is not None and truth.value is not None
        hits += covers(found, truth.value)
    yield Promise(f"order term, {n_questions} questions, pull {world.pull}", hits / draws, draws, LEAST, MOST)


def first_picker(draws: int, seed: int) -> Iterator[Promise]:
    """A judge who always picks the first answer, alone and beside a fair one: ranks stay as they were."""
    rng = stream(seed, "first picker")
    alone = same = 0
    for _ in range(draws):
        fair = Arena().verdicts(20, rng)
        picker = pairings(fair.first, fair.second, np.ones(len(fair.first)), n_systems=fair.n_systems)
        only = bradley_terry(both_orders(picker).wins, virtual_draws=1.0).scores
        before = bradley_terry(both_orders(fair).wins, virtual_draws=1.0).scores
        after = bradley_terry(both_orders(fair).wins + both_orders(picker).wins, virtual_draws=1.0).scores
        alone += np.abs(only - 1000).max() < 1e-6
        same += np.array_equal(*(np.argsort(found.round(6), kind="stable") for found in (before, after)))
    yield Promise("every score 1000, judged by one who always picks the first", alone / draws, draws, least=1.0)
    yield Promise("the same ranking with as many of that one's verdicts added", same / draws, draws, least=1.0)


PARTS: dict[str, Part] = {
    "corrected": corrected,
    "scores": mean_scores,
    "sheets": sheets,
    "exact": exact,
    "alpha": alpha,
    "arena": arena,
    "first-picker": first_picker,
}


if __name__ == "__main__":
    tables(PARTS, __doc__)
