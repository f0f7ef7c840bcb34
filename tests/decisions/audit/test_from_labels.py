"""People's verdicts from the explorer, tied to the answers they are about."""

from __future__ import annotations

from cairn_nb.decisions.audit.answers import audited_runs, judged_answers
from cairn_nb.decisions.audit.digests import label_answers, labels_sha256
from cairn_nb.decisions.audit.from_labels import from_labels, raters_alpha, verdicts
from cairn_nb.decisions.audit.pairs import Labelled
from cairn_nb.records import Label, Report
from tests.decisions.audit.judged import graded, label


def read(report: Report, *labels: Label) -> Labelled:
    return from_labels(judged_answers([report]), audited_runs([report]), labels, "correct")


def test_what_cannot_be_used_is_counted_by_reason() -> None:
    report = graded("a", [True, True, False, True])
    rows = (*report.per_case[:3], report.per_case[3].changed(correct=None))
    report = report.model_copy(update={"per_case": rows})
    found = read(
        report,
        label(report, 0, "right"),
        label(report, 1, "unsure"),
        label(report, 2, "wrong", answer_sha256="0" * 64),
        label(report, 3, "right"),
        label(report, 0, "wrong", config_name="other"),
        label(report, 0, "wrong", case_id="gone"),
    )
    assert [(pair.answer.row.case_id, pair.human["right"], pair.judge["right"]) for pair in found.pairs] == [
        ("c00", 1, 1)
    ]
    assert found.left_out == {
        "not in this run": 2,
        "unsure": 1,
        "the answer has changed": 1,
        "the judge gave no verdict": 1,
    }


def test_a_later_word_of_a_person_counts_and_most_people_decide() -> None:
    report = graded("a", [True, False, True])
    later = "2026-02-01T12:00:00.000Z"
    found = read(
        report,
        label(report, 0, "right", rated_at=later),
        label(report, 0, "wrong"),
        *(label(report, 1, verdict, rater=name) for verdict, name in (("wrong", "a"), ("right", "b"), ("right", "c"))),
        *(label(report, 2, verdict, rater=name) for verdict, name in (("wrong", "a"), ("right", "b"))),
    )
    assert [pair.human["right"] for pair in found.pairs] == [1, 1]
    assert found.left_out == {"raters disagree evenly": 1}


def test_people_among_themselves() -> None:
    """Two raters agree on two answers of three: 1 - (1 / 3) / (2 * 3 * 3 / (6 * 5)), of six ratings three are yes."""
    report = graded("a", [True] * 3)
    said = [(0, "right", "right"), (1, "wrong", "wrong"), (2, "right", "wrong")]
    labels = [
        label(report, case, word, rater=name) for case, *words in said for word, name in zip(words, "ab", strict=True)
    ]
    by_answer, _ = verdicts(judged_answers([report]), audited_runs([report]), labels)
    found = raters_alpha(by_answer)
    assert found is not None and found.value is not None
    assert abs(found.value - (1 - (1 / 3) / (18 / 30))) < 1e-12
    alone, _ = verdicts(judged_answers([report]), audited_runs([report]), labels[:1])
    assert raters_alpha(alone) is None


def test_the_digest_of_labels_is_of_what_they_say() -> None:
    report = graded("a", [True, False])
    one, two = label(report, 0, "right"), label(report, 1, "wrong")
    same = two.changed(note="because", rated_at="2026-03-01T00:00:00Z")
    assert labels_sha256([one, two]) == labels_sha256([same, one])
    assert labels_sha256([one, two]) != labels_sha256([one, two.changed(verdict="right")])
    assert len(label_answers([one, two, two.changed(rater="bo"), label(report, 1, "unsure")])) == 2
