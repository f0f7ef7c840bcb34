from __future__ import annotations

import pytest

from cairn_nb.decisions.planning.pilot import chosen_metric, pilot_of_one, pilot_of_two
from cairn_nb.records import Report
from tests.report_factory import answered_row, build_report, failed_row


def trials(*scores: tuple[float, float], name: str = "default") -> Report:
    rows = [
        answered_row(f"c{i}", judge=judge, trial=t) for i, pair in enumerate(scores) for t, judge in enumerate(pair)
    ]
    return build_report(rows, config_name=name)


def test_trials_split_the_variance_by_hand() -> None:
    # Trials 0.2, 0.4 and 0.6, 0.8: variance 0.02 within each. Means 0.3 and 0.7: variance 0.04, of which the
    # trials make 0.02 / 2. Two systems with correlation 0.5 differ by 2 x 0.5 x 0.03, and by twice the trials'.
    pilot = pilot_of_one(trials((0.2, 0.4), (0.6, 0.8)), None, 0.5)
    assert pilot.spread.question_variance == pytest.approx(0.03)
    assert pilot.spread.trial_variance == pytest.approx(0.04)
    assert (pilot.trials_known, pilot.trials, pilot.n_cases, pilot.n_measured) == (True, 2, 2, 2)


def test_two_runs_by_hand() -> None:
    # Differences of means 0.1 and 0.3: variance 0.01, less than what the trials make, so nothing is left.
    first, second = trials((0.2, 0.4), (0.6, 0.8)), trials((0.3, 0.5), (0.9, 1.0), name="other")
    pilot = pilot_of_two(first, second, None)
    assert pilot.spread.question_variance == 0.0
    assert pilot.spread.trial_variance == pytest.approx((0.02 + 0.02) / 2 + (0.02 + 0.005) / 2)
    assert pilot.source == "paired differences of default and other"


def test_a_trial_that_failed_leaves_the_others() -> None:
    rows = [answered_row("a", judge=0.2), failed_row("a", trial=1), answered_row("b", judge=0.8)]
    pilot = pilot_of_one(build_report(rows), None, 0.5)
    assert (pilot.n_cases, pilot.n_measured, pilot.trials_known) == (2, 2, False)
    assert pilot.spread.question_variance == pytest.approx(0.09)


def test_the_judges_score_where_every_report_has_one() -> None:
    judged = trials((0.2, 0.4))
    unjudged = build_report([answered_row("c0", judge=None)])
    assert chosen_metric([judged], None) == "judge_score"
    assert chosen_metric([judged, unjudged], None) == "token_f1"
    assert chosen_metric([judged], "exact_match") == "exact_match"
