"""A bench run as tables: every part is there, and a number that is missing says why."""

from __future__ import annotations

from cairn_nb.decisions.tables.bench_tables import BenchTables, bench_tables
from cairn_nb.explorer import tables
from cairn_nb.explorer.tables.failures import SHOWN_ANSWERS
from cairn_nb.records import CaseRow, Report
from tests.decisions.selection.systems import flat, noisy, system
from tests.report_factory import build_report


def of(*reports: Report) -> BenchTables:
    return bench_tables(reports)


def run() -> BenchTables:
    return of(
        system("large", noisy(4, by=0.3), cost=0.02, latency=900),
        system("small", flat(4), cost=0.004, latency=300),
        system("poor", flat(1), cost=0.03, latency=950),
    )


def column(table: tables.Table, head: str) -> dict[str, str]:
    place = table.heads.index(head)
    return {row[0]: row[place] for row in table.rows}


def test_the_front_and_who_beats_whom() -> None:
    """`small` costs less and answers sooner than both; `large` is as good on the mean and beaten on cost and time."""
    shown = tables.pareto(run())
    assert column(shown, "beaten by") == {"large": "small", "small": "—", "poor": "large, small"}
    assert column(shown, "") == {"large": "", "small": "★", "poor": ""}
    assert column(shown, "answering + judging (USD)")["small"] == "0.004000"


def test_numbers_have_their_units_and_a_missing_one_its_reason() -> None:
    shown = tables.metrics(run())
    assert {"answer score (0 to 5)", "cost per correct (USD)", "latency ms p95"} <= set(shown.heads)
    assert column(shown, "documents recall@5") == {"large": "—", "small": "—", "poor": "—"}
    assert "of small (it retrieves nothing)" in shown.caption
    assert column(shown, "cost per correct (USD)")["poor"] == "—"
    assert "cost_per_correct of poor (no correct answer)" in shown.caption


def test_a_cost_that_nobody_knows_is_a_dash_with_its_reason_and_one_that_is_known_is_not() -> None:
    shown = tables.cost_by_stage(run())
    assert set(column(shown, "ingestion cost").values()) == {"—"} and "— is not known" in shown.caption
    assert column(shown, "cost per question")["small"] == "0.004000"


def test_one_system_is_compared_with_nothing() -> None:
    alone = of(system("small", flat(4), cost=0.004, latency=300))
    assert tables.significance(alone).to_html() == (
        '<p class="note">Nothing is compared: there is one system, or none has a measure that the baseline has too.</p>'
    )


def test_too_few_documents_have_no_p_and_say_so() -> None:
    shown = tables.significance(run())
    assert set(column(shown, "system").values()) <= {"large", "small", "poor"}
    assert ("under six documents" in shown.caption) == ("—" in {row[4] for row in shown.rows})


def test_one_trial_is_a_sentence_and_several_are_a_table() -> None:
    assert tables.trials(run()).rows == () and "asked once" in tables.trials(run()).caption
    rows = [row.changed(trial=trial) for trial in (0, 1) for row in system("small", flat(4)).per_case]
    shown = tables.trials(of(build_report(rows, config_name="small")))
    assert shown.heads[2:4] == ("pass@2", "pass^2")
    assert shown.rows == (("small", "0.000", "1.000", "1.000", "1.000"),)
    assert "—" not in shown.caption


def test_types_stand_in_the_order_of_their_table() -> None:
    rows = system("small", flat(4)).per_case
    kinds = ["wrong_date", "retrieval_miss", "no_failure", "of_a_later_version"]
    typed = [row.changed(failure_type=kinds[number % 4]) for number, row in enumerate(rows)]
    shown = tables.failure_types(of(build_report(typed, config_name="small")))
    assert [row[0] for row in shown.rows] == ["no_failure", "retrieval_miss", "wrong_date", "of_a_later_version"]


def gap(row: CaseRow) -> CaseRow:
    return row.changed(
        failure_type="possible_qrels_gap",
        ranked_documents=("b.txt", "c.txt"),
        given_documents=("b.txt",),
        relevant_documents={"a.txt": 1, "c.txt": 2},
        answer_score=4.6,
        axes={"faithfulness": 5.0},
    )


def test_the_label_audit_names_case_documents_and_grades() -> None:
    first, *rest = system("small", flat(4)).per_case
    shown = tables.label_audit(of(build_report([gap(first), *rest], config_name="small")))
    [row] = shown.rows
    assert row[:2] == ("small", first.case_id)
    assert row[3:] == ("b.txt (rank 1)", "a.txt (not ranked); c.txt (rank 2)", "4.6", "5.0")
    assert "small 1 of 1" in shown.caption


def test_the_label_audit_shows_the_first_of_many_and_says_so() -> None:
    one = system("small", flat(4)).per_case[0]
    rows = [gap(one).changed(case_id=f"q{number}") for number in range(SHOWN_ANSWERS + 1)]
    shown = tables.label_audit(of(build_report(rows, config_name="small")))
    assert len(shown.rows) == SHOWN_ANSWERS and shown.caption.endswith("qrels_audit.md has all.")


def test_without_rankings_there_is_nothing_to_audit() -> None:
    assert tables.label_audit(run()).caption.startswith("There is nothing to audit")
