"""Labels certify a judge once."""

from __future__ import annotations

import pytest

from cairn_nb.decisions.audit.used import refuse_used
from cairn_nb.errors import InputError
from cairn_nb.records.audit import Purpose, UsedLabels


def use(purpose: Purpose, judge: str, *answers: str) -> UsedLabels:
    return UsedLabels(labels_sha256="0" * 64, judge=judge, rubric="axes-1", purpose=purpose, answers=answers)


def test_labels_that_tuned_any_judge_certify_none() -> None:
    """Also where only some of them did: adding a label makes an old set no new one."""
    with pytest.raises(InputError, match=r"1 of the 2 labelled answers were used for tuning x \(axes-1\)"):
        refuse_used(["a", "b"], "y", "axes-2", [use("tune", "x", "b", "c")])


def test_labels_certify_a_judge_and_rubric_once() -> None:
    with pytest.raises(
        InputError, match="2 of the 2 labelled answers were used for certifying this judge and rubric before"
    ):
        refuse_used(["a", "b"], "x", "axes-1", [use("certify", "x", "a", "b")])


def test_another_judge_may_try_and_is_told() -> None:
    [said] = refuse_used(["a", "b"], "x", "axes-2", [use("certify", "x", "a"), use("certify", "y", "z")])
    assert (
        said
        == "these labels certified or refused other judges before (x (axes-1)): of many that try, one may pass by luck"
    )


def test_other_labels_are_free() -> None:
    assert refuse_used(["a"], "x", "axes-1", [use("certify", "x", "b"), use("tune", "x", "c")]) == ()
