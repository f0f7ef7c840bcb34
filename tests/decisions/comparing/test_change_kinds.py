"""In which ways a case changed: each kind by itself, and the thresholds of time and cost."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn_nb.decisions.comparing.change_kinds import KINDS, ChangeRules
from cairn_nb.decisions.comparing.changes import Changes, changed_cases
from cairn_nb.decisions.reading.limits import GateLimits
from cairn_nb.decisions.reading.pair import Pair
from cairn_nb.records import CaseRow
from tests.report_factory import ENVIRONMENT, abstained_row, answered_row, build_report, failed_row

RIGHT, WRONG = answered_row("a"), answered_row("a", judge=0.1)
WITHHELD, FAILED = abstained_row("a"), failed_row("a")
NOT_ANSWERABLE, INVENTED = abstained_row("a", answerable=False), answered_row("a", answerable=False, claims=(0, 0))
DEFINITIONS = Path(__file__).parents[3] / "docs/definitions.md"


def rules(p95_ms: float | None = 100.0) -> ChangeRules:
    return ChangeRules(GateLimits(), p95_ms)


@pytest.mark.parametrize(
    ("before", "after", "kinds"),
    [
        (RIGHT, RIGHT, ()),
        (RIGHT, WRONG, ("became_wrong",)),
        (WRONG, RIGHT, ("became_right",)),
        (RIGHT, WITHHELD, ("newly_abstained",)),
        (WRONG, WITHHELD, ("newly_abstained",)),
        (WITHHELD, RIGHT, ("became_right", "newly_answered")),
        (WITHHELD, WRONG, ("became_wrong", "newly_answered")),
        (RIGHT, FAILED, ("newly_failed",)),
        (WITHHELD, FAILED, ("newly_failed",)),
        (FAILED, RIGHT, ("became_right", "newly_answered")),
        (FAILED, WITHHELD, ()),
        (NOT_ANSWERABLE, INVENTED, ("became_wrong", "newly_answered")),
        (INVENTED, NOT_ANSWERABLE, ("became_right", "newly_abstained")),
        (RIGHT, answered_row("a", claims=(1, 2)), ("citation_lost",)),
        (RIGHT, answered_row("a", claims=(0, 0)), ("citation_lost",)),
        (answered_row("a", claims=(1, 2)), RIGHT, ()),
    ],
)
def test_each_kind(before: CaseRow, after: CaseRow, kinds: tuple[str, ...]) -> None:
    assert rules().kinds(before, after) == kinds


@pytest.mark.parametrize(
    ("before_ms", "after_ms", "p95_ms", "is_slower"),
    [
        (400, 501, 450, True),
        (400, 500, 450, False),  # exactly the 25% that is allowed
        (100, 150, 120, False),  # more than 25%, and not more than 50 ms
        (100, 151, 120, True),
        (100, 400, 500, False),  # still within what 95% of the baseline's cases took
        (100, 400, None, False),
    ],
)
def test_slower_is_beyond_the_gates_limits_and_the_baselines_p95(
    before_ms: float, after_ms: float, p95_ms: float | None, is_slower: bool
) -> None:
    before, after = answered_row("a", latency_ms=before_ms), answered_row("a", latency_ms=after_ms)
    assert ("slower" in rules(p95_ms).kinds(before, after)) is is_slower


@pytest.mark.parametrize(
    ("before_usd", "after_usd", "is_dearer"),
    [(1.0, 1.15, False), (1.0, 1.16, True), (0.0, 0.001, True), (None, 1.0, False), (1.0, None, False)],
)
def test_dearer_is_beyond_the_gates_limit(before_usd: float | None, after_usd: float | None, is_dearer: bool) -> None:
    before, after = answered_row("a", cost_usd=before_usd), answered_row("a", cost_usd=after_usd)
    assert ("dearer" in rules().kinds(before, after)) is is_dearer


def test_times_of_two_machines_are_not_compared() -> None:
    here, slow = build_report([answered_row("a")]), answered_row("a", latency_ms=900.0)
    elsewhere = build_report([slow], notes={"environment": {**ENVIRONMENT, "machine": "arm64"}})
    assert ChangeRules.of(Pair(here, elsewhere)).p95_ms is None
    assert changed_cases(here, elsewhere).slower == ()
    assert [case.case_id for case in changed_cases(here, build_report([slow])).slower] == ["a"]


def test_other_limits_can_be_asked_for() -> None:
    before, after = build_report([answered_row("a")]), build_report([answered_row("a", cost_usd=0.0012)])
    assert len(changed_cases(before, after).dearer) == 1
    assert changed_cases(before, after, GateLimits(max_cost_increase=0.5)).dearer == ()


def test_every_kind_is_a_list_and_is_defined() -> None:
    assert [kind.key for kind in KINDS] == list(Changes.model_fields)
    text = DEFINITIONS.read_text(encoding="utf-8").split("## Changes between two runs")[1].split("\n## ")[0]
    for kind in KINDS:
        [line] = [line for line in text.splitlines() if line.startswith(f"| `{kind.key}` |")]
        assert line.endswith("| yes |" if kind.regression else "| no |")


def test_a_refusal_in_words_counts_as_one_though_its_status_says_answered() -> None:
    answer, refusal = answered_row("a", judge=0.9), answered_row("a", judge=0.1, refused=True)
    assert rules().kinds(answer, refusal)[:1] == ("newly_abstained",)
    assert "became_wrong" not in rules().kinds(answer, refusal)
    assert "newly_answered" in rules().kinds(refusal, answer)
    # no document answers it: the guess was wrong, and the refusal is right
    guess, right = (row.changed(answerable=False, correct=None) for row in (answer, refusal))
    assert "became_right" in rules().kinds(guess, right) and "became_wrong" in rules().kinds(right, guess)
