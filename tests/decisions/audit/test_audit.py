"""The whole audit, its one line, and its Markdown."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.decisions.audit.answers import audited_runs, judged_answers
from cairn_nb.decisions.audit.audit import Asked, Known, audit_of
from cairn_nb.decisions.audit.judge_name import judge_name
from cairn_nb.decisions.audit.markdown import audit_markdown, verdict_sentences, written
from cairn_nb.decisions.audit.pairs import Labelled, Pair, human_words, judge_words
from cairn_nb.decisions.audit.sheet import group_sizes
from cairn_nb.errors import InputError
from cairn_nb.records import Estimate
from cairn_nb.records.audit import JudgeAudit, JudgeLeaning
from tests.decisions.audit.judged import all_axes, graded, run


def sheet_audit(judge: list[float], human: list[Any], **changes: Any) -> JudgeAudit:
    report = run("a", judge, **changes)
    answers = judged_answers([report])
    people = [all_axes(points) if isinstance(points, int | float) else points for points in human]
    pairs = tuple(
        Pair(answer, judge_words(answer, "answer_score"), human_words(scores))
        for answer, scores in zip(answers, people, strict=False)
    )
    return audit_of(
        answers,
        audited_runs([report]),
        Labelled(pairs),
        judge=judge_name([report], "answer_score"),
        asked=Asked("sheet", "answer_score", "0" * 64),
        known=Known(group_sizes=group_sizes(answers)),
    )


def label_audit(judge: list[bool], human: list[bool], **asked: Any) -> JudgeAudit:
    report = graded("a", judge)
    answers = judged_answers([report])
    pairs = (
        Pair(answer, judge_words(answer, "correct"), {"right": float(said)})
        for answer, said in zip(answers, human, strict=True)
    )
    return audit_of(
        answers,
        audited_runs([report]),
        Labelled(tuple(pairs)),
        judge=judge_name([report], "correct"),
        asked=Asked("labels", "correct", "0" * 64, **asked),
        known=Known(),
    )


def test_the_line_for_a_banner() -> None:
    """Differences 1 1 0 0 of 5 4 2 1 and 4 3 2 1: bias 0.5; alpha 1 - 0.5 / ((8 * 76 - 22^2) / 28)."""
    found = sheet_audit([5, 4, 2, 1], [4, 3, 2, 1])
    assert f"{1 - 0.5 / ((8 * 76 - 22**2) / 28):.2f}" == "0.89"
    assert found.sentence == "judge audited: alpha 0.89, n 4, bias +0.5"
    assert found.exit_code == 0


def test_where_nobody_filled_all_axes_the_line_names_an_axis() -> None:
    found = sheet_audit([5, 4, 2, 1], [{"relevance": 4}, {"relevance": 3}, {"relevance": 2, "correctness": 1}, {}])
    assert found.sentence.startswith("judge audited: relevance alpha ")
    assert found.verdicts.n == 0 and found.verdicts.agreement.value is None
    assert any("no answer with all five axes stands for these groups" in text for text in found.warnings)
    audit_markdown(found)


def test_a_certificate_asked_for_and_refused_is_a_no() -> None:
    refused = label_audit([True] * 9 + [False], [True] * 5 + [False] * 5, purpose="certify")
    assert refused.exit_code == 1
    assert refused.sentence.endswith("not certified")
    passed = label_audit([True] * 30 + [False] * 30, [True] * 30 + [False] * 30, purpose="certify")
    assert passed.exit_code == 0
    assert passed.sentence == "judge audited: alpha 1.00, n 60, bias +0.00, certified"
    # 30 of 30 leave 0.05^(1 / 30) = 0.905 one-sided.
    assert list(verdict_sentences(passed))[-1] == (
        "certified: with 95% confidence each, sensitivity is at least 0.905 and specificity at least 0.905; "
        "the bar is 0.8"
    )


def test_the_sentences_say_the_numbers_of_the_record() -> None:
    found = label_audit([True] * 18 + [False] * 12, [True] * 17 + [False] * 13)
    sentences = list(verdict_sentences(found))
    assert sentences[0] == "right is: `correct` of the judge that grades 0 to 1; 30 answers have both verdicts"
    assert sentences[1].startswith("verdict agreement 0.967 [")  # 29 of 30
    assert sentences[2].startswith("sensitivity 1.000 [") and sentences[2].endswith(
        "(17 answers that people call right)"
    )
    assert sentences[3].startswith("specificity 0.923 [") and "(13 " in sentences[3]  # 12 of 13
    assert sentences[4] == (
        f"about {found.verdicts.labels_needed} fresh labels would certify it at 0.8 with a chance of 80%, "
        "if it goes on as here"
    )


@pytest.mark.parametrize(
    ("left_out", "said"),
    [
        ({"unsure": 2}, r"there is no label to use \(unsure: 2\) \(label answers of this very run\)"),
        ({}, r"there is no label to use \(none is filled in\) \(grade answers in the sheet"),
    ],
)
def test_nothing_to_use_is_said_with_its_reasons_and_the_next_step(left_out: dict[str, int], said: str) -> None:
    report = graded("a", [True])
    with pytest.raises(InputError, match=said):
        audit_of(
            judged_answers([report]),
            audited_runs([report]),
            Labelled((), left_out),
            judge=judge_name([report], "correct"),
            asked=Asked("labels", "correct", ""),
            known=Known(),
        )


def test_fallbacks_and_few_labels_are_warned_of() -> None:
    found = sheet_audit([5, 3], [4, 3], row={"answer_judge": {"fallback": True}})
    assert found.warnings == (
        "2 labels show a large bias at most; small differences need more than 50",
        "the heuristic judge stood in for 2 of the 2 labelled answers",
    )


def test_markdown_escapes_names_and_has_every_part() -> None:
    found = sheet_audit([5, 4, 2, 1], [4, 3, 2, 1]).changed(judge="<b>judge</b>")
    page = audit_markdown(found)
    assert "<b>" not in page
    for part in ("# Judge audit", "## Right or not", "## Bias by system", "## Scores as people would have them"):
        assert part in page
    assert "| answer_score | 4 | 0.89 " in page
    assert audit_markdown(found) == page


def test_how_a_value_is_written() -> None:
    assert written(Estimate(value=0.5, low=0.25, high=0.75)) == "0.50 [0.25, 0.75]"
    assert written(Estimate(value=0.5, low=None, high=0.75), sign=True) == "+0.50 [—, +0.75]"
    assert written(Estimate(value=0.5)) == "0.50"
    assert written(Estimate(value=None)) == written(None) == "—"


def naming_judges(audit: JudgeAudit) -> JudgeAudit:
    """The same audit of reports that say which models graded."""
    return audit.changed(runs=tuple(run.changed(names_judges=True) for run in audit.runs))


def test_a_report_that_does_not_name_its_judges_is_said_to_with_what_to_do() -> None:
    """Whether a judge is of the answering model's family cannot be known then, however much the families vary."""
    audit = sheet_audit([5, 4, 3], [5, 4, 3]).changed(leanings=())
    assert [run.names_judges for run in audit.runs] == [False]
    page = audit_markdown(audit)
    assert "Not measured: length, verbosity, authority. The labelled answers do not vary in it" in page
    assert "Not measured: own_family. The report of a does not name its judges." in page
    assert "`evaluation.axes_judge`" in page
    measured = JudgeLeaning(name="own_family", meaning="m", unbiased=0, estimate=Estimate(value=0.1, low=0, high=0.2))
    assert "does not name its judges" not in audit_markdown(audit.changed(leanings=(measured,)))


def test_a_leaning_that_could_not_be_measured_is_named() -> None:
    """The system's family is unknown, every answer is alike in length and citing, and no arena was held."""
    found = naming_judges(sheet_audit([5, 4, 3, 2, 1, 0], [5, 4, 3, 2, 1, 0]).changed(leanings=()))
    page = audit_markdown(found)
    assert "## Which way it leans\n\nNot measured: length, verbosity, own_family, authority." in page
    assert "Not measured: the order of answers." in page


def test_a_leaning_that_was_measured_is_not_called_unmeasured() -> None:
    shares = [
        JudgeLeaning(name=name, meaning="m", unbiased=0, estimate=Estimate(value=0.1, low=0, high=0.2))
        for name in ("length", "flip_rate")
    ]
    page = audit_markdown(naming_judges(sheet_audit([5, 4, 3], [5, 4, 3]).changed(leanings=tuple(shares))))
    assert "Not measured: verbosity, own_family, authority." in page and "order of answers" not in page


def test_where_there_is_no_interval_the_page_says_why() -> None:
    # Half of what people call right, and half of what they call wrong, passes: the judge tells nothing.
    page = audit_markdown(label_audit([True, False] * 10, [True] * 10 + [False] * 10))
    assert "- share right all, Rogan–Gladen: on the labels the judge is no better than a coin" in page.splitlines()
    few = audit_markdown(sheet_audit([5, 4, 2, 1], [4, 3, 2, 1]))
    assert "- mean answer score all, prediction-powered: no interval: only 4 labelled" in few.splitlines()
