from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.decisions.planning.plan import plan
from cairn_nb.decisions.planning.request import PlanRequest
from cairn_nb.errors import InputError
from cairn_nb.metrics.estimates import smallest_visible_drops
from cairn_nb.records import Report
from cairn_nb.seeds import stream
from tests.report_factory import abstained_row, answered_row, build_report


def run(name: str = "default", *, n: int = 60, trials: int = 1, noise: float = 0.0, **changes: Any) -> Report:
    """Judge scores of three questions a document, that vary by case and, with `noise`, by trial."""
    rng = stream(0, name)
    rows = []
    for i in range(n):
        score = rng.random() * (1 - noise)
        rows += [
            answered_row(f"c{i:03d}", judge=score + noise * rng.random(), cluster_id=f"d{i // 3}", trial=t, **changes)
            for t in range(trials)
        ]
    return build_report(rows, config_name=name)


def request(**asked: Any) -> PlanRequest:
    return PlanRequest.of(asked)


def test_a_given_spread_by_hand() -> None:
    planned = plan(request(sd=0.4, difference=0.1, cost_per_answer_usd=0.01, systems=3))
    [option] = planned.options
    # Three systems, one trial: three answers a case, a cent each.
    assert option.answers == 3 * option.cases
    assert option.cost_usd == pytest.approx(0.03 * option.cases)
    assert option.shows is not None and option.shows <= 0.1
    assert (planned.cheapest, planned.at_hand, planned.within_budget) == (1, None, None)


def test_what_the_cases_at_hand_show_is_what_the_report_prints() -> None:
    report = run()
    planned = plan(request(), report)
    assert planned.at_hand is not None
    printed = smallest_visible_drops(report.per_case)["judge_score"]
    assert planned.at_hand.shows == pytest.approx(printed, rel=0.03)
    assert (planned.at_hand.cases, planned.at_hand.documents, planned.questions_per_document) == (60, 20, 3.0)


def test_more_trials_are_planned_only_where_trials_were_made() -> None:
    once, often = plan(request(), run()), plan(request(), run(trials=3, noise=0.6))
    assert [option.trials for option in once.options] == [1]
    assert "not known from one trial" in once.warnings[0] and once.trial_sd is None
    assert [option.trials for option in often.options] == [1, 2, 3, 5]
    cases = [option.cases for option in often.options]
    assert cases == sorted(cases, reverse=True) and cases[0] > cases[-1]
    assert often.trial_sd is not None and not often.warnings
    # Asking a new question is never dearer than asking an old one again.
    assert often.cheapest == 1


def test_two_reports_show_their_differences_directly() -> None:
    first, second = run("first"), run("second")
    planned = plan(request(), first, second)
    assert planned.source == "paired differences of first and second"
    # Uncorrelated scores that are even in 0..1 differ with variance 2 / 12.
    assert planned.sd == pytest.approx((2 / 12) ** 0.5, rel=0.15)
    assert plan(request(), first, first).sd == 0.0


def test_cases_without_a_value_are_asked_too() -> None:
    rows = [answered_row(f"c{i:02d}", judge=(i % 10) / 10) for i in range(40)]
    half = build_report([*rows, *(abstained_row(f"x{i:02d}") for i in range(40))])
    whole, diluted = plan(request(), build_report(rows)), plan(request(), half)
    assert diluted.share_measured == 0.5
    assert diluted.options[0].cases == 2 * whole.options[0].cases


def test_a_budget_says_what_it_buys() -> None:
    planned = plan(request(sd=0.4, difference=0.1, cost_per_answer_usd=0.01, budget_usd=1.0))
    [bought] = planned.affordable
    # 100 answers are 50 cases of two systems.
    assert (bought.cases, bought.answers, bought.cost_usd) == (50, 100, 1.0)
    assert planned.within_budget is False
    assert bought.shows is not None and bought.shows > 0.1
    rich = plan(request(sd=0.4, difference=0.1, cost_per_answer_usd=0.01, budget_usd=100.0))
    assert rich.within_budget is True


def test_judging_is_part_of_what_an_answer_costs_and_a_missing_price_is_no_price() -> None:
    assert plan(request(), run(judge_cost_usd=0.002)).cost_per_answer_usd == pytest.approx(0.003)
    unpriced = plan(request(), run(cost_usd=None))
    assert (unpriced.cost_per_answer_usd, unpriced.cheapest) == (None, None)
    assert any("no dollars" in warning for warning in unpriced.warnings)


def test_few_cases_are_warned_about_and_none_are_refused() -> None:
    assert any("only 12 cases" in warning for warning in plan(request(), run(n=12)).warnings)
    with pytest.raises(InputError, match="fewer than two cases"):
        plan(request(), build_report([abstained_row("a")]))


def test_a_difference_that_no_number_of_cases_shows() -> None:
    planned = plan(request(sd=0.4, difference=1e-6))
    assert planned.options == () and "no number of cases" in planned.warnings[-1]


@pytest.mark.parametrize(
    ("asked", "key"),
    [({}, "sd"), ({"metric": "latency"}, "metric")],
)
def test_what_cannot_be_planned_for_says_what_would_do(asked: dict[str, Any], key: str) -> None:
    with pytest.raises(InputError, match=key) as caught:
        plan(request(**asked), run() if asked else None)
    assert caught.value.hint


def test_an_answer_score_is_planned_in_points_as_the_same_share_of_a_score() -> None:
    points = plan(request(metric="answer_score", sd=2.0, difference=0.5))
    share = plan(request(metric="token_f1", sd=0.4, difference=0.1))
    assert [run.cases for run in points.options] == [run.cases for run in share.options]
    assert points.sd == pytest.approx(5 * share.sd)
    [one], [other] = points.options, share.options
    assert one.shows is not None and other.shows is not None
    assert one.shows == pytest.approx(5 * other.shows)
    with pytest.raises(InputError, match="must lie between 0 and 1, not 2"):
        request(metric="token_f1", difference=2.0)


@pytest.mark.parametrize("metric", ["answer_score", "document_ndcg_at_10"])
def test_what_the_cases_at_hand_show_is_printed_of_points_and_rankings_too(metric: str) -> None:
    rows = [
        row.changed(
            answer_score=5 * (row.judge_score or 0.0),
            ranked_documents=[*(f"other{place}" for place in range(int(4 * (row.judge_score or 0.0)))), "d"],
            relevant_documents={"d": 1},
        )
        for row in run().per_case
    ]
    planned = plan(request(metric=metric, difference=0.5), build_report(rows))
    assert planned.at_hand is not None
    assert planned.at_hand.shows == pytest.approx(smallest_visible_drops(rows)[metric], rel=0.03)
