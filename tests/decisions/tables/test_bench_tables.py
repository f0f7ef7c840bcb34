"""Which reports become systems, and that a report which cannot be ranked is listed."""

from __future__ import annotations

import pytest

from cairn_nb.decisions.board import SkippedConfig
from cairn_nb.errors import InputError, NotComparableError
from tests.decisions.tables.reports import scored, tables


def test_an_incomplete_run_is_left_out_of_every_table() -> None:
    made = tables(
        scored("a", [4.0]), scored("b", [5.0], complete=False), skipped=[SkippedConfig(config="c", reason="x")]
    )
    assert made.systems.names == ("a",)
    assert [entry.config for entry in made.board.skipped] == ["c", "b"]


def test_the_order_is_the_one_given_and_not_the_boards() -> None:
    made = tables(scored("worse", [1.0]), scored("better", [5.0]))
    assert made.metrics.column("system") == ("worse", "better")


def test_reports_of_different_questions_are_refused() -> None:
    with pytest.raises(NotComparableError, match="different cases"):
        tables(scored("a", [4.0]), scored("b", [4.0, 4.0]))


def test_nothing_to_rank_is_refused() -> None:
    with pytest.raises(InputError, match="no report to rank"):
        tables(scored("a", [4.0], complete=False))
