"""Which reports become systems, and that a report which cannot be ranked is listed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.decisions.board.board import SkippedConfig
from cairn_nb.errors import InputError, NotComparableError
from tests.decisions.tables.reports import scored, tables


def test_an_incomplete_run_is_left_out_of_every_table() -> None:
    reports = scored("a", [4.0]), scored("b", [5.0], complete=False)
    made = tables(*reports, skipped=[SkippedConfig(config="c", reason="x")])
    assert made.systems.names == ("a",)
    assert [entry.config for entry in made.board.skipped] == ["c", "b"]
    again = tables(*reports, skipped=made.board.skipped)
    assert again.board.skipped == made.board.skipped


def test_the_order_is_the_one_given_and_not_the_boards() -> None:
    made = tables(scored("worse", [1.0]), scored("better", [5.0]))
    assert made.metrics.column("system") == ("worse", "better")


def test_reports_of_different_questions_are_refused() -> None:
    with pytest.raises(NotComparableError, match="different cases"):
        tables(scored("a", [4.0]), scored("b", [4.0, 4.0]))


def test_nothing_to_rank_is_refused() -> None:
    with pytest.raises(InputError, match="no report to rank"):
        tables(scored("a", [4.0], complete=False))


scores = st.one_of(st.none(), st.floats(0, 5))


@given(st.lists(scores, min_size=1, max_size=8).filter(lambda found: any(score is not None for score in found)))
def test_a_systems_mean_is_that_of_its_answers_rows(found: list[float | None]) -> None:
    made = tables(scored("a", found))
    [system] = made.metrics.records()
    for name in ("answer_metrics", "retrieval_metrics"):
        table = made.answers[name]
        for column in set(table.columns) & set(made.metrics.columns) - {"system"}:
            cells = [cell for cell in table.column(column) if isinstance(cell, float)]
            expected = pytest.approx(sum(cells) / len(cells)) if cells else None
            assert system[column] == expected, column
