"""Counts, contrasts and clusters against sums done by hand; and what must hold of any two systems."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_nb.decisions.contrast.build import contrast_sets
from cairn_nb.decisions.contrast.outcomes import points_of
from cairn_nb.errors import InputError
from cairn_nb.records import Report
from cairn_nb.records.contrast import ContrastSets, ContrastSettings, Divergence
from cairn_nb.records.pair_comparison import PairComparison
from tests.decisions.contrast.traced import evidence
from tests.decisions.tables.reports import graded, named, scored
from tests.report_factory import failed_row

VERDICTS = ContrastSettings(source="verdicts")
STAGES = {"search": 1.0, "generate": 9.0}


def two(a: Report, b: Report, **options: object) -> ContrastSets:
    return contrast_sets([a, b], **options)  # type: ignore[arg-type]


def test_exactly_one_is_right() -> None:
    # From 4 points: q0 both, q1 and q2 a alone, q3 b alone, q4 neither; q5 failed for b, nobody graded q6.
    found = two(
        scored("a", [4, 5, 4, 3.9, 0, 5, 5]),
        named("b", [*scored("", [5, 3.9, 1, 4, 3, None]).per_case, graded("q6", None)]),
    )
    [pair] = found.summary.pairs
    assert (pair.only_a, pair.only_b, pair.both, pair.neither, pair.draws) == (2, 1, 1, 1, None)
    assert (pair.n_compared, pair.n_skipped, pair.skipped) == (5, 2, {"failed": 1, "no_score": 1})
    assert [(one.question_id, one.winner, one.winner_score, one.loser_score) for one in found.contrasts] == [
        ("q1", "a", 5.0, 3.9),
        ("q2", "a", 4.0, 1.0),
        ("q3", "b", 4.0, 3.9),
    ]


def test_a_question_that_one_was_not_asked_is_skipped() -> None:
    [pair] = two(scored("a", [5, 5]), scored("b", [1])).summary.pairs
    assert (pair.only_a, pair.skipped) == (1, {"not_asked": 1})


def test_how_sure_the_counts_are() -> None:
    # Eight documents, a alone right on seven of them: 2 / 2^7 of the flips are as far out, and of McNemar's coins.
    [pair] = two(scored("a", [5] * 8), scored("b", [*[1] * 7, 5])).summary.pairs
    assert (pair.p_value, pair.p_holm, pair.p_mcnemar, pair.n_clusters) == (2 / 128, 2 / 128, 2 / 128, 8)
    # Clopper and Pearson of 7 of 8 and of 0 of 8: 1 - 0.025^(1/8).
    assert pair.only_a_share.low == pytest.approx(0.4735, abs=1e-4)
    assert pair.only_b_share.high == pytest.approx(1 - 0.025 ** (1 / 8))


def test_questions_about_one_document_are_one_piece_of_evidence() -> None:
    def rows(score: float) -> list[object]:
        return [graded(f"q{i}", score, cluster_id=f"d{i % 6}") for i in range(12)]

    [pair] = two(named("a", rows(5)), named("b", rows(1))).summary.pairs  # type: ignore[arg-type]
    assert (pair.p_value, pair.p_mcnemar, pair.n_clusters) == (2 / 2**6, 2 / 2**12, 6)
    few = two(scored("a", [5] * 5), scored("b", [1] * 5)).summary.pairs[0]
    assert (few.p_value, few.p_mcnemar) == (None, 2 / 2**5)


def test_the_mean_over_the_trials_decides_and_the_clearest_trial_is_shown() -> None:
    # a: (5 + 3) / 2 = 4, right; b: (5 + 2) / 2 = 3.5, wrong. Trial 1 is 3 - 2 = 1 apart, trial 0 not at all.
    a = named("a", [graded("q0", 5), graded("q0", 3, trial=1)])
    b = named("b", [graded("q0", 5), graded("q0", 2, trial=1, answer_text="another")])
    [one] = two(a, b).contrasts
    assert (one.winner_score, one.loser_score, one.trial, one.loser_answer) == (4.0, 3.5, 1, "another")


def test_a_failed_trial_leaves_the_others() -> None:
    a = named("a", [graded("q0", 5), failed_row("q0", trial=1)])
    [one] = two(a, scored("b", [1])).contrasts
    assert (one.winner_score, one.trial) == (5.0, 0)
    apart = two(named("a", [failed_row("q0"), graded("q0", 5, trial=1)]), scored("b", [1])).contrasts
    assert [(one.winner, one.trial) for one in apart] == [("a", 1)]


def test_clusters_of_each_winner() -> None:
    lost = {"failure_type": "retrieval_miss", "category": "dates"}
    a = scored("a", [5, 5, 5, 1])
    b = named("b", [graded("q0", 1, **lost), graded("q1", 1, **lost), graded("q2", 2), graded("q3", 5)])
    [pair] = two(a, b).summary.pairs
    assert pair.won_by_a.failure_types == {"retrieval_miss": 2, "partial_answer": 1}
    assert pair.won_by_a.categories == {"dates": 2, "none": 1}
    assert pair.won_by_a.stages == {"none": 3}
    assert sum(pair.won_by_b.failure_types.values()) == 1


def test_traces_are_read_from_the_evidence_of_both_else_from_the_rows() -> None:
    row = {"latency_by_stage_ms": STAGES, "ranked_documents": ("x",)}
    a, b = named("a", [graded("q0", 5, **row)]), named("b", [graded("q0", 1, **{**row, "answer_text": "no"})])
    kept = {("q0", 0): evidence("embed", "search", "generate", documents=("x",))}
    other = {("q0", 0): evidence("search", "generate", documents=("y",))}
    found = two(a, b, evidence=[kept, other])
    [one] = found.contrasts
    assert (one.trace, one.divergence) == (
        "evidence",
        Divergence(position=1, kind="different_documents", stage="retrieve"),
    )
    assert [step.position for step in one.steps] == [1, 2]
    assert found.summary.notes == () and found.summary.pairs[0].won_by_a.stages == {"retrieve": 1}
    without = two(a, b, evidence=[kept, None])
    [one] = without.contrasts
    assert (one.trace, one.divergence) == ("rows", Divergence(position=2, kind="different_answer", stage="generate"))
    assert without.summary.notes[0].startswith("No evidence was kept for b: traces are read from the rows")


def test_a_system_without_a_trace_has_no_divergence() -> None:
    [one] = two(scored("a", [5]), scored("b", [1]), evidence=[{("q0", 0): evidence("external")}, {}]).contrasts
    assert (one.trace, one.divergence, one.steps) == (None, None, ())


def comparison(case_id: str, systems: tuple[str, str], *verdicts: str | None) -> PairComparison:
    return PairComparison.of(case_id, systems, "judge", verdicts)  # type: ignore[arg-type]


def test_verdicts() -> None:
    met = [
        comparison("q0", ("a", "b"), "1", "2"),  # a won both orders
        comparison("q1", ("b", "a"), "1", "2"),  # b, shown first in the first order, won both
        comparison("q2", ("a", "b"), "1", "1"),  # a win each: a draw
        comparison("q3", ("a", "b"), "1", None),  # no verdict
        comparison("q4", ("a", "b"), "1", "2"),
        comparison("q4", ("a", "b"), "2", "tie"),  # two judges: (1 + 0.25) / 2 for a
        comparison("q5", ("a", "c"), "1", "2"),  # of another pair
    ]
    assert points_of(met, "a", "b") == {"q0": 1.0, "q1": 0.0, "q2": 0.5, "q4": 0.625}
    found = two(scored("a", [1] * 6), scored("b", [1] * 6), settings=VERDICTS, comparisons=met)
    [pair] = found.summary.pairs
    assert (pair.only_a, pair.only_b, pair.draws, pair.both, pair.neither) == (2, 1, 1, None, None)
    assert pair.skipped == {"no_verdict": 2}
    assert [(one.question_id, one.winner) for one in found.contrasts] == [("q0", "a"), ("q1", "b"), ("q4", "a")]


def test_what_cannot_be_asked_for() -> None:
    a, b = scored("a", [5]), scored("b", [1])
    asked = (
        ({"pairs": [("a", "z")]}, "there is no system 'z'"),
        ({"pairs": [("a", "a")]}, "a cannot be compared with itself"),
        ({"pairs": []}, "there is no second system"),
        ({"question_ids": ["q0", "q9"]}, r"no system was asked 1 of the questions \(q9\)"),
        ({"settings": VERDICTS}, "there are no verdicts of an arena"),
        ({"names": ["same", "same"]}, "two systems have the same name"),
    )
    for options, problem in asked:
        with pytest.raises(InputError, match=problem):
            two(a, b, **options)  # type: ignore[arg-type]


SCORES = st.lists(st.sampled_from([None, 0.0, 3.0, 4.0, 5.0]), min_size=1, max_size=24)


@settings(max_examples=60, deadline=None)
@given(SCORES, SCORES)
def test_swapping_the_two_mirrors_everything(one: list[float | None], other: list[float | None]) -> None:
    a, b = scored("a", one), scored("b", other)
    there, back = two(a, b), two(b, a)
    [pair], [turned] = there.summary.pairs, back.summary.pairs
    assert (pair.only_a, pair.only_b, pair.both, pair.neither) == (
        turned.only_b,
        turned.only_a,
        turned.both,
        turned.neither,
    )
    assert (pair.skipped, pair.p_value, pair.p_mcnemar) == (turned.skipped, turned.p_value, turned.p_mcnemar)
    assert (pair.only_a_share, pair.won_by_a) == (turned.only_b_share, turned.won_by_b)
    mirrored = [each.changed(system_a="a", system_b="b") for each in back.contrasts]
    assert sorted(mirrored, key=lambda each: each.question_id) == sorted(
        there.contrasts, key=lambda each: each.question_id
    )


@settings(max_examples=40, deadline=None)
@given(st.data(), SCORES)
def test_restricting_the_questions_is_filtering(data: st.DataObject, one: list[float | None]) -> None:
    a, b = scored("a", one), scored("b", [5.0 if i % 3 else 1.0 for i in range(len(one))])
    ids = data.draw(st.sets(st.sampled_from([row.case_id for row in a.per_case])))
    whole, part = two(a, b), two(a, b, question_ids=ids)
    assert part.contrasts == tuple(each for each in whole.contrasts if each.question_id in ids)
    [pair] = part.summary.pairs
    assert (pair.n_compared + pair.n_skipped, part.summary.n_questions) == (len(ids), len(ids))
