"""Reports side by side: their names, and the union of their rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.errors import InputError
from cairn_nb.explorer.runs import runs_of
from cairn_nb.records import CaseRow
from tests.report_factory import answered_row, build_report


def rows(*keys: tuple[str, int]) -> list[CaseRow]:
    return [answered_row(case_id, trial=trial) for case_id, trial in keys]


def test_rows_are_the_union_in_the_first_runs_order_with_gaps() -> None:
    runs = runs_of([build_report(rows(("a", 0), ("b", 0))), build_report(rows(("c", 0), ("b", 0)), config_name="x")])
    assert runs.ids == ("a", "b", "c")
    assert [[row and row.case_id for row in one] for one in runs.rows] == [["a", "b", None], [None, "b", "c"]]


def test_trials_of_a_case_are_rows_of_their_own() -> None:
    runs = runs_of([build_report(rows(("a", 0), ("a", 1)))])
    assert runs.ids == ("a", "a · trial 2")
    assert runs.ids_by_case == {"a": ("a", "a · trial 2")}


@given(st.lists(st.tuples(st.sampled_from(["a", "a · trial 2", "a (1)", "b"]), st.integers(0, 2)), max_size=12))
def test_every_row_is_kept_under_an_id_of_its_own(keys: list[tuple[str, int]]) -> None:
    runs = runs_of([build_report(rows(*keys))])
    assert len(set(runs.ids)) == len(runs.ids) == len(keys)
    assert sorted((row.case_id, row.trial) for row in runs.any_row) == sorted(keys)


@pytest.mark.parametrize(
    ("configs", "names"),
    [
        (["a"], ("a",)),
        (["a", "b"], ("a", "b")),
        (["a", "a"], ("baseline", "candidate")),
        (["a", "b", "a"], ("a", "b", "a (2)")),
        (["a", "", " "], ("a", "unnamed", "unnamed (2)")),
    ],
)
def test_runs_are_told_apart_by_name(configs: list[str], names: tuple[str, ...]) -> None:
    assert runs_of([build_report(rows(("a", 0)), config_name=name) for name in configs]).names == names


@pytest.mark.parametrize(
    ("n", "names", "problem"),
    [
        (0, None, "no report"),
        (2, ["x"], "1 names were given for 2 reports"),
        (2, ["x", "x"], "two reports are named x"),
        (2, ["x", " "], "a name is empty"),
    ],
)
def test_names_that_cannot_be_used_are_refused(n: int, names: list[str] | None, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        runs_of([build_report(rows(("a", 0)))] * n, names)
