"""Labels certify once: what they served before, for whichever judge, is held against them."""

from __future__ import annotations

import pytest

from cairn_nb.decisions.audit.judge_name import JudgeName
from cairn_nb.decisions.audit.used import refuse_used
from cairn_nb.errors import InputError
from cairn_nb.records.audit import Purpose, UsedLabels

X = JudgeName("x", "axes-1")


def use(purpose: Purpose | None, judge: str, *answers: str) -> UsedLabels:
    return UsedLabels(labels_sha256="0" * 64, judge=judge, rubric="axes-1", purpose=purpose, answers=answers)


def test_labels_that_tuned_any_judge_certify_none() -> None:
    """Also where only some of them did: adding a label makes an old set no new one."""
    with pytest.raises(InputError, match=r"1 of the 2 labelled answers were used for tuning x \(axes-1\)"):
        refuse_used(["a", "b"], JudgeName("y", "axes-2"), [use("tune", "x", "b", "c")], source="labels")


def test_labels_certify_a_judge_and_rubric_once() -> None:
    with pytest.raises(
        InputError, match="2 of the 2 labelled answers were used for certifying this judge and rubric before"
    ):
        refuse_used(["a", "b"], X, [use("certify", "x", "a", "b")], source="labels")


@pytest.mark.parametrize("judge", [JudgeName("y", "axes-1"), JudgeName("x", "axes-2")])
def test_nor_do_they_certify_another_judge_or_the_same_one_with_its_rubric_mended(judge: JudgeName) -> None:
    """Of many that try one passes by luck, and a rubric that was mended after a refusal has seen the labels."""
    with pytest.raises(InputError, match=r"1 of the 2 labelled answers were used for certifying x \(axes-1\) before"):
        refuse_used(["a", "b"], judge, [use("certify", "x", "a"), use("certify", "y", "z")], source="labels")


def test_a_look_counts_where_the_judge_has_changed_since() -> None:
    look = use(None, "x", "a")
    refuse_used(["a", "b"], X, [look], source="labels")
    with pytest.raises(InputError, match=r"1 of the 2 labelled answers were looked at for another judge or rubric"):
        refuse_used(["a", "b"], JudgeName("x", "axes-2"), [look], source="labels")


def test_a_look_at_a_sheets_grades_is_none_at_the_pages_ratings_of_the_same_answers() -> None:
    look = use(None, "y", "a")
    refuse_used(["a"], X, [look.model_copy(update={"source": "sheet"})], source="labels")
    with pytest.raises(InputError, match="looked at for another judge or rubric"):
        refuse_used(["a"], X, [look.model_copy(update={"source": "labels"})], source="labels")
    with pytest.raises(InputError, match="used for tuning y"):
        refuse_used(["a"], X, [use("tune", "y", "a").model_copy(update={"source": "sheet"})], source="labels")


def test_several_judges_have_no_certificate_between_them() -> None:
    with pytest.raises(InputError, match=r"scored by different judges or rubrics \(x \| y; axes-1\)"):
        refuse_used(["a"], JudgeName("x | y", "axes-1", several=True), [], source="labels")


def test_other_labels_are_free() -> None:
    refuse_used(["a"], X, [use("certify", "x", "b"), use("tune", "x", "c"), use(None, "y", "d")], source="labels")
