"""What is shown without scripts: short, and in the order in which a reviewer reads."""

from __future__ import annotations

from cairn_nb.explorer.packing.pack import pack
from tests.explorer import views
from tests.report_factory import answered_row, answered_rows, build_report

LONG = "word " * 1000


def test_one_run_shows_its_numbers_and_the_first_hundred_cases() -> None:
    numbers, cases = views.payload("one", 130).fallback
    assert numbers.rows[0] == ("threshold", "0.500 (calibrated)", "")
    assert any(row[0] == "judge score" and row[2].startswith("n = ") for row in numbers.rows)
    assert cases.caption == "130 cases; the first 100 are shown"
    assert len(cases.rows) == 100 and cases.rows[0][0] == "c000"


def test_two_runs_show_the_decision_the_changed_cases_and_then_the_numbers() -> None:
    decision, changed, numbers = views.payload("two").fallback
    assert decision.caption == "roll back: hybrid against default on judge score"
    assert decision.rows[0][0] == "reason"
    assert changed.heads == ("change", "case", "question", "default", "hybrid")
    assert all(row[0] for row in changed.rows)
    assert changed.rows[0][0].startswith("became wrong")
    assert numbers.heads[-1] == "difference"


def test_many_runs_show_the_leaderboard_and_the_matrix() -> None:
    board, cases = views.payload("many").fallback
    assert board.heads[:3] == ("rank", "system", "judge score")
    assert cases.heads == ("case", "question", "default", "hybrid", "bm25")


def test_warnings_come_first() -> None:
    first = pack([build_report([answered_row("a")], warnings=("read this",))]).fallback[0]
    assert first.rows == (("read this",),)


def test_texts_are_short_and_say_that_they_were_cut() -> None:
    rows = [row.changed(question=LONG, answer_text=LONG) for row in answered_rows(200)]
    tables = pack([build_report(rows)]).fallback
    cells = [cell for table in tables for row in table.rows for cell in row]
    assert max(map(len, cells)) <= 161
    assert any(cell.endswith("…") for cell in cells)
    assert sum(len(table.to_html()) for table in tables) < 60_000


def test_hostile_texts_are_escaped_and_lone_surrogates_survive() -> None:
    text = "</script><script>window.__ran=1</script>\ud800"
    tables = pack([build_report([answered_row("a", question=text, answer_text=text)])]).fallback
    markup = "".join(table.to_html() for table in tables)
    assert "<script" not in markup and "&lt;script&gt;" in markup
    markup.encode("utf-8")
