"""The rule sentence by sentence: limits, quality, ties, tie-break, profiles, ranking."""

from __future__ import annotations

import pytest

from cairn_nb.decisions.selection.recommend import recommend
from cairn_nb.errors import InputError, NotComparableError
from cairn_nb.records import Report
from cairn_nb.records.recommendation import Recommendation
from cairn_nb.records.selection_policy import SelectionPolicy
from tests.decisions.selection.systems import flat, noisy, system
from tests.report_factory import answered_rows, build_report, failed_row


def policy(**limits: object) -> SelectionPolicy:
    return SelectionPolicy.model_validate({"constraints": limits})


def profile(name: str, **weights: float) -> SelectionPolicy:
    return SelectionPolicy.model_validate({"profile": name, "weights": weights or None})


def order(found: Recommendation) -> list[tuple[str, str]]:
    return [(entry.system, entry.place) for entry in found.ranking]


def test_a_system_that_breaks_a_hard_limit_is_excluded_with_the_limit_and_by_how_much() -> None:
    dear, cheap = system("dear", flat(4.5), cost=0.03), system("cheap", flat(3.0), cost=0.01)
    found = recommend([dear, cheap], policy(max_cost_per_question=0.02))
    assert found.winner == "cheap"
    [excluded] = found.excluded
    [broken] = excluded.broken
    assert (excluded.system, broken.constraint, broken.limit) == ("dear", "max_cost_per_question", 0.02)
    assert broken.by == pytest.approx(0.03 - 0.02) and broken.relative == pytest.approx(0.5)
    assert (
        "dear is excluded: cost per question 0.03 USD is 0.01 USD (50%) above the limit of 0.02 USD." in found.rationale
    )


def test_a_metric_that_was_not_measured_fails_its_limit() -> None:
    found = recommend([system("a", flat(4)), system("b", flat(3), faithfulness=4.0)], policy(min_faithfulness=3.5))
    assert found.winner == "b"
    assert found.excluded[0].broken[0].value is None
    assert "a is excluded: faithfulness was not measured, and at least 3.500 is asked." in found.rationale


def test_if_nothing_qualifies_there_is_no_winner_and_the_closest_miss_is_named() -> None:
    """Over the limit of 100 ms by 20% and by 100%."""
    near, far = system("near", flat(2), latency=120), system("far", flat(5), latency=200)
    found = recommend([far, near], policy(max_latency_ms_p95=100))
    assert found.winner is None and found.exit_code == 1
    assert found.ranking == () and found.closest_miss is not None
    assert found.closest_miss.system == "near"
    assert found.rationale[:2] == (
        "None of the 2 systems meets every limit, so none is recommended.",
        "near comes closest: p95 latency 120 ms is 20 ms (20%) above the limit of 100 ms.",
    )
    assert found.rationale[2].startswith("far is excluded: p95 latency 200 ms is 100 ms (100%) above")


def test_the_best_mean_answer_score_among_the_rest_is_the_one_to_beat() -> None:
    found = recommend([system("a", flat(4)), system("b", flat(3))])
    assert (found.quality_metric, found.best, found.winner) == ("answer_score", "a", "a")
    assert found.ranking[0].numbers.quality.value == 4.0
    assert found.rationale[1] == "It has the highest mean of the 2 systems that meet every limit."


def test_token_f1_when_there_is_no_answer_score_then_recall() -> None:
    def scored(name: str, **fields: object) -> Report:
        return build_report(answered_rows(8, **fields), config_name=name)

    by_f1 = [scored("a", token_f1_uncited=0.4), scored("b", token_f1_uncited=0.6, answer_score=5.0)]
    assert recommend(by_f1).quality_metric == "token_f1_uncited"
    assert recommend(by_f1).best == "b"
    ranked = {"relevant_documents": {"d": 1.0}, "token_f1": None, "f1": 0.0}
    by_recall = [
        scored("a", **ranked, ranked_documents=("x", "d")),
        scored("b", **ranked, ranked_documents=("x", "y", "z", "v", "w", "d")),
    ]
    found = recommend(by_recall)
    assert (found.quality_metric, found.best) == ("document_recall_at_5", "a")


def test_a_lead_inside_the_noise_is_no_reason_to_pay_more() -> None:
    """20 questions rise by 0.9 and 20 fall by 0.8: the mean is 0.05 apart, far within what signs do by chance."""
    best = system("best", [3 + (0.9 if i % 2 else -0.8) for i in range(40)], cost=0.05)
    cheap = system("cheap", flat(3.0), cost=0.01)
    found = recommend([best, cheap])
    assert (found.best, found.winner, found.tied) == ("best", "cheap", ("best",))
    [test] = found.ties
    assert test.difference.value == pytest.approx(-0.05) and test.verdict == "no clear difference"
    assert (test.wins, test.ties, test.losses) == (20, 0, 20)
    assert found.rationale[1].startswith("cheap ties with best, which has the highest mean: -0.050 [")


def test_a_system_that_is_significantly_worse_does_not_tie_however_cheap() -> None:
    """Every one of 40 documents falls: no flip of signs is as extreme."""
    found = recommend([system("best", flat(4), cost=0.05), system("cheap", noisy(3), cost=0.0001)])
    assert (found.winner, found.tied) == ("best", ())
    assert found.ties[0].verdict == "worse" and found.ties[0].p_holm == pytest.approx(1e-4)
    assert found.ties[0].p_bootstrap_holm == pytest.approx(2 / 2001)
    assert any(text.startswith("cheap is significantly worse than best: -1.000") for text in found.rationale)


def test_p_values_are_adjusted_over_the_systems_tested() -> None:
    """Six documents in one direction: p = 2 / 2^6 = 0.031, below 0.05 alone; three times that is not."""
    best, worse = flat(4, 6), flat(3, 6)
    alone = recommend([system("best", best), system("w1", worse)])
    assert alone.ties[0].p_holm == 2 / 64 and alone.tied == ()
    several = recommend([system("best", best), *(system(f"w{i}", worse) for i in range(3))])
    assert {test.p_holm for test in several.ties} == {3 * 2 / 64}
    assert all(test.is_tied for test in several.ties)


def test_under_six_documents_nothing_can_be_told_so_it_ties_and_says_so() -> None:
    found = recommend([system("best", flat(5, 5), cost=0.02), system("cheap", flat(1, 5), cost=0.01)])
    assert found.winner == "cheap" and found.ties[0].verdict == "cannot tell"
    assert "Too few documents to tell cheap from the best, so they count as tied." in found.caveats


def test_among_the_tied_the_weights_pick_on_cost_and_latency() -> None:
    """Normalised over the four: costs 0.01..0.04 to 1, 2/3, 0, 1/3 and times 400..100 ms to 0, 2/3, 1, 1/3.

    Cost and latency weigh 0.2 each: 0.2, 0.267, 0.2 and 0.133.
    """
    systems = [
        system("cheap", flat(3), cost=0.01, latency=400),
        system("mixed", flat(3), cost=0.02, latency=200),
        system("fast", flat(3), cost=0.04, latency=100),
        system("neither", flat(3), cost=0.03, latency=300),
    ]
    assert recommend(systems, profile("balanced")).winner == "mixed"
    assert recommend(systems, profile("cheapest_acceptable")).winner == "cheap"
    assert recommend(systems, profile("lowest_latency")).winner == "fast"
    assert recommend(systems, profile("balanced", cost=0.9, latency=0.1)).winner == "cheap"
    assert order(recommend(systems))[0] == ("mixed", "winner")
    assert [entry.system for entry in recommend(systems).ranking][-1] == "neither"


def test_then_the_simplest_fewest_model_calls_then_steps() -> None:
    generating, rewriting = {"search": 1.0, "generate": 9.0}, {"rewrite": 1.0, "generate": 9.0}
    systems = [
        system("a-two-calls", flat(3), stages=rewriting),
        system("b-three-steps", flat(3), stages={**generating, "verify": 0.1, "judge": 5.0}),
        system("c-two-steps", flat(3), stages={**generating, "judge": 5.0}),
    ]
    found = recommend(systems)
    assert [entry.system for entry in found.ranking] == ["c-two-steps", "b-three-steps", "a-two-calls"]
    assert [entry.numbers.model_calls for entry in found.ranking] == [1.0, 1.0, 2.0]
    assert [entry.numbers.steps for entry in found.ranking] == [2.0, 3.0, 2.0]
    assert any("level with b-three-steps" in text and "the simpler" in text for text in found.rationale)


def test_where_nothing_is_known_of_effort_no_reason_is_made_up() -> None:
    found = recommend([system(name, flat(3), cost=None, latency=None, stages={}) for name in ("b", "a")])
    assert found.winner == "a"
    assert any("only the order of their names decided" in text for text in found.rationale)
    assert not any("the simpler" in text for text in found.rationale)


def test_max_quality_merges_no_ties_the_highest_mean_wins_whatever_it_costs() -> None:
    best = system("best", [3 + (0.9 if i % 2 else -0.8) for i in range(40)], cost=5.0, latency=9000)
    found = recommend([best, system("cheap", flat(3.0), cost=0.01)], profile("max_quality"))
    assert (found.winner, found.tied) == ("best", ())
    assert found.rationale[-1] == (
        "The profile max_quality merges no ties: cheap is not significantly worse, and the highest mean wins all "
        "the same."
    )


def test_the_ranking_has_the_winner_the_tied_best_first_then_the_rest_by_weighted_score() -> None:
    """Of the rest, quality counts 0.6: 1.0 point of 3 below the best, and free, beats 0.5 below, dear and slow.

    good: 0.6 x (3.5 - 1) / 3 = 0.5; free: 0.6 x (3 - 1) / 3 + 0.2 + 0.2 = 0.8; last: 0 + 0.2 x 2/3 + 0.2 = 0.333.
    """
    systems = [
        system("best", flat(4), cost=0.02, latency=200),
        system("level", flat(4), cost=0.03, latency=100),
        system("good", flat(3.5), cost=0.03, latency=300),
        system("free", flat(3), cost=0.0, latency=100),
        system("last", flat(1), cost=0.01, latency=100),
    ]
    found = recommend(systems)
    assert order(found) == [
        ("level", "winner"),
        ("best", "tied"),
        ("free", "rest"),
        ("good", "rest"),
        ("last", "rest"),
    ]
    scores = {entry.system: entry.score for entry in found.ranking}
    assert scores["good"] == pytest.approx(0.6 * 2.5 / 3)
    assert scores["free"] == pytest.approx(0.6 * 2 / 3 + 0.4)
    assert scores["last"] == pytest.approx(0.2 * 2 / 3 + 0.2)
    assert [entry.rank for entry in found.ranking] == [1, 2, 3, 4, 5]


def test_by_category_names_the_best_of_each() -> None:
    rows = {"category": "billing"}
    found = recommend([system("a", flat(4), row=rows), system("b", flat(3), row=rows)])
    assert [(best.category, best.n, best.system, best.value) for best in found.by_category] == [("billing", 40, "a", 4)]


def test_incomplete_and_contradictory_runs_are_left_out_and_named() -> None:
    broken = build_report(
        [*answered_rows(9), failed_row("c09")], config_name="broken", complete=False, answer={"answer_score": 5.0}
    )
    wrong = system("wrong", flat(4, 10)).changed(n_cases=3)
    found = recommend([broken, wrong, system("a", flat(4, 10))])
    assert found.winner == "a"
    assert [entry.system for entry in found.left_out] == ["broken", "wrong"]
    assert any(text.startswith("broken takes no part: its run is incomplete, 1 of 10") for text in found.caveats)
    with pytest.raises(InputError, match="there is no report to choose from \\(broken: its run is incomplete"):
        recommend([broken])


def test_reports_of_other_questions_are_not_compared() -> None:
    with pytest.raises(NotComparableError, match="different cases"):
        recommend([system("a", flat(4, 10)), system("b", flat(4, 11))])


def test_without_any_quality_there_is_nothing_to_choose_by() -> None:
    nothing = build_report([failed_row(f"c{i}") for i in range(8)], config_name="nothing")
    with pytest.raises(InputError, match="no report measures quality"):
        recommend([nothing])


def test_trials_of_a_question_count_as_one() -> None:
    """Question 0 has scores 5 and 1 over two trials, the others 4: the mean is (3 + 4 x 7) / 8."""
    rows = [
        row.changed(trial=trial, answer_score=score)
        for trial in (0, 1)
        for row, score in zip(answered_rows(8), [5.0 if trial == 0 else 1.0, *flat(4, 7)], strict=True)
    ]
    found = recommend([build_report(rows, config_name="a")])
    assert found.ranking[0].numbers.quality.value == pytest.approx(31 / 8)
    assert found.n_questions == 8
