"""What a reader is warned of, and of what not."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.decisions.wording.judging_warnings import judging_warnings
from cairn_nb.records import Estimate
from cairn_nb.records.judging import AxesJudgeMember, JudgingSection


def section(**values: Any) -> JudgingSection:
    fields: dict[str, Any] = {
        "name": "panel",
        "prompt_version": "axes-1-x",
        "judges": (AxesJudgeMember(judge="a:claude", family="claude"), AxesJudgeMember(judge="b:gpt", family="gpt")),
        "generator_family": "claude",
        "n_judged": 10,
    }
    return JudgingSection(**{**fields, **values})


def test_nothing_to_warn_of() -> None:
    assert judging_warnings(None) == ()
    assert judging_warnings(section(judge_fallback_rate=0.0, agreement={"answer_score": Estimate(value=0.9)})) == ()


def test_self_preference_names_the_family_and_the_next_step() -> None:
    [found] = judging_warnings(section(n_self_preferred=10))
    assert found.startswith("self-preference risk: 10 of 10 answers were graded by judges of the answering model's own")
    assert "(claude)" in found and "evaluation.axes_judge" in found


def test_a_fallback_rate_above_0() -> None:
    [found] = judging_warnings(section(judge_fallback_rate=0.125))
    assert found == "the heuristic judge stood in for 12.5% of the grades, so they mix two judges"
    [found] = judging_warnings(section(judge_fallback_rate=1.0))
    assert found == "the heuristic judge stood in for all of the grades: no judgement of a model could be used"


@pytest.mark.parametrize(("alpha", "warned"), [(0.6669, True), (0.667, False), (-0.2, True), (None, False)])
def test_agreement_below_two_thirds(alpha: float | None, warned: bool) -> None:
    low = Estimate(value=alpha, low=-0.4 if alpha is not None else None, high=0.7 if alpha is not None else None)
    found = judging_warnings(section(agreement={"relevance": Estimate(value=0.9), "answer_score": low}))
    assert bool(found) is warned
    if warned:
        assert f"answer_score {alpha:.2f} [-0.40, 0.70])" in found[0] and "relevance" not in found[0]
