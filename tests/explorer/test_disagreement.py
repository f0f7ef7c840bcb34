"""The explorer's "Where systems disagree": its sentences, and the rows that each opens."""

from __future__ import annotations

from cairn_nb.explorer.parts.disagreement import ALL_PAIRS_UP_TO, KEY, disagreement_section, disagreements
from cairn_nb.explorer.runs import runs_of
from cairn_nb.explorer.view import Section
from cairn_nb.records import Report
from tests.decisions.tables.reports import graded, named, scored
from tests.report_factory import answered_rows, build_report


def section(*reports: Report) -> Section | None:
    runs = runs_of(reports)
    found = disagreements(runs, [None] * len(reports))
    return None if found is None else disagreement_section(runs, found)


def test_each_sentence_opens_its_rows() -> None:
    shown = section(scored("a", [5, 5, 1]), scored("b", [5, 1, 5]))
    assert shown is not None and (shown.key, shown.title) == (KEY, "Where systems disagree")
    [fold] = shown.folds
    assert fold.title == "a and b: only a is right on 1 of 3 questions, only b on 1"
    texts = [sentence.text for sentence in fold.sentences]
    assert texts[0].startswith("a and b: too few documents (3) to test by")
    assert texts[1].startswith("only a is right on 1 of 3 questions")
    assert [sentence.filter and sentence.filter.ids for sentence in fold.sentences] == [
        None,
        ("q1",),
        ("q1",),
        ("q2",),
        ("q2",),
    ]


def test_a_question_has_the_rows_of_all_its_trials() -> None:
    a = named("a", [graded("q0", 5), graded("q0", 5, trial=1)])
    b = named("b", [graded("q0", 1), graded("q0", 2, trial=1)])
    shown = section(a, b)
    assert shown is not None
    only_a = shown.folds[0].sentences[1].filter
    assert only_a is not None and only_a.ids == runs_of([a, b]).ids_by_case["q0"] and len(only_a.ids) == 2


def test_two_runs_of_one_configuration_are_told_apart() -> None:
    shown = section(scored("same", [5, 5]), scored("same", [1, 5]))
    assert shown is not None and "only baseline is right on 1 of 2 questions" in shown.folds[0].title


def test_many_systems_are_each_compared_with_the_first() -> None:
    few = [scored(f"s{i}", [float(i)]) for i in range(ALL_PAIRS_UP_TO)]
    found = disagreements(runs_of(few), [None] * len(few))
    assert found is not None and len(found.summary.pairs) == 6
    more = [*few, scored("s9", [1.0])]
    found = disagreements(runs_of(more), [None] * len(more))
    assert found is not None
    assert [(pair.system_a, pair.system_b) for pair in found.summary.pairs] == [
        ("s0", name) for name in ("s1", "s2", "s3", "s9")
    ]


def test_a_single_run_and_answers_without_a_score_have_no_section() -> None:
    assert section(scored("a", [5])) is None
    assert section(scored("a", [5]), build_report(answered_rows(1))) is None
