"""leaderboard.md of a bench run: the order, the marks, a dash for what is missing, and no markup from names."""

from __future__ import annotations

from typing import Any

from cairn_nb.decisions.board.board import SkippedConfig
from cairn_nb.decisions.tables.leaderboard_page import bench_markdown
from cairn_nb.decisions.tables.run_summary import run_summary
from tests.decisions.tables.reports import graded, named, scored, tables


def page(*reports: Any, skipped: tuple[SkippedConfig, ...] = (), **options: Any) -> str:
    made = tables(*reports, **options)
    summary = run_summary("run-1", made.systems, made.baseline, skipped=skipped)
    return bench_markdown(summary, made.metrics, made.significance_rows, made.cost_breakdown)


def lines(text: str, name: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(f"| {name} |")]


def test_the_best_comes_first_and_a_mark_says_how_it_compares() -> None:
    text = page(scored("base", [3.0] * 8), scored("up", [4.0] * 8), baseline="base")
    table = [line.split(" | ") for line in text.splitlines() if line.startswith(("| up |", "| base |"))]
    assert table[0][0] == "| up" and table[0][1] == "★"
    assert table[0][5].endswith("▲") and table[0][2].endswith("≈")
    assert table[1][0] == "| base" and table[1][1] == ""
    assert "| answer_score | up | 8 | 1.000 | 0.0078 | 0.0078 | better | 8–0–0 | 0.0010 |" in text


def test_a_missing_value_is_a_dash() -> None:
    [line, *_] = lines(page(scored("a", [3.0, 3.0], shared={"cost_usd": None})), "a")
    cells = line.split(" | ")
    assert cells[10] == "—" and cells[11] == "—"  # cost per question, cost per correct answer


def test_trials_warnings_and_what_was_skipped_have_their_sections() -> None:
    rows = [graded("q0", score, trial=t) for t, score in enumerate((5.0, 3.0))]
    skipped = (SkippedConfig(config="c", reason="no index"),)
    text = page(named("a", rows, warnings=("few documents",)), skipped=skipped)
    assert "Each question was asked 2 times." in text
    assert "- a: few documents" in text and "- c: no index" in text
    assert "## Repeated trials" not in page(scored("a", [3.0]))
    assert "There is nothing to compare" in text


def test_a_name_is_text() -> None:
    text = page(scored("<b>a|b</b>", [3.0]))
    assert "<b>" not in text and "a|b" not in text
