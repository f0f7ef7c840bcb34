"""A filled sheet as a spreadsheet saved it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.decisions.audit.filled import filled_rows
from cairn_nb.errors import InputError
from cairn_nb.records import AXES

HEAD = "row,answer," + ",".join(AXES)
ROWS = ("a1", "a2", "a3")


def read(*lines: str, head: str = HEAD) -> dict[str, dict[str, float]]:
    return filled_rows("\n".join([head, *lines]) + "\n", ROWS, path="filled.csv")


def test_blank_cells_and_blank_rows_are_skipped() -> None:
    found = read('a1,"text, with a comma",5,,0, 3.5 ,', "a2,text,,,,,", ",,,,,,")
    assert found == {"a1": {"correctness": 5.0, "completeness": 0.0, "relevance": 3.5}}


@pytest.mark.parametrize(("cell", "problem"), [("7", "'7'"), ("-1", "'-1'"), ("good", "'good'"), ("nan", "'nan'")])
def test_a_cell_that_does_not_fit_is_named_with_row_and_column(cell: str, problem: str) -> None:
    with pytest.raises(InputError) as caught:
        read("a1,text,5,5,5,5,5", f"a2,text,5,{cell},5,5,5")
    said = str(caught.value)
    assert said.startswith("filled.csv:3: row a2, column faithfulness: must be a number from 0 to 5, not " + problem)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("z9,text,5,5,5,5,5", "filled.csv:2: row z9, column row: no row of the key has this id"),
        (",text,5,5,5,5,5", "filled.csv:2: row (blank), column row: no row of the key has this id"),
    ],
)
def test_an_unknown_row_is_named(line: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read(line)
    assert str(caught.value).startswith(said)


def test_a_row_twice_and_a_missing_column() -> None:
    with pytest.raises(InputError, match=r"filled\.csv:3: row a1, column row: this row stands twice"):
        read("a1,,5,5,5,5,5", "a1,,5,5,5,5,5")
    with pytest.raises(InputError, match=r"filled\.csv:1: relevance: this column is missing"):
        read("a1,5", head="row,correctness,faithfulness,completeness,citation_quality")


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff"])
def test_an_empty_file_says_what_belongs_there(text: str) -> None:
    with pytest.raises(InputError, match=r"filled\.csv: the file is empty \(name the sheet that `cairn audit` wrote"):
        filled_rows(text, ROWS, path="filled.csv")


def test_a_text_that_slid_into_other_columns_is_no_score() -> None:
    with pytest.raises(InputError, match=r"filled\.csv:2: a1: more cells than columns"):
        read("a1,It is 3,4 or 5,5,5,5,5,5")


def test_semicolons_with_decimal_commas_tabs_and_a_byte_order_mark() -> None:
    for mark, cell in ((";", "4,5"), ("\t", "4.5")):
        text = (
            "\ufeff" + HEAD.replace(",", mark) + "\r\n" + mark.join(["a1", "text", cell, "5", "5", "5", "5"]) + "\r\n"
        )
        assert filled_rows(text, ROWS)["a1"]["correctness"] == 4.5


def test_passages_of_any_length() -> None:
    assert read(f'a1,"{"long " * 40_000}",5,,,,') == {"a1": {"correctness": 5.0}}


def test_line_breaks_in_a_cell_count_as_lines() -> None:
    with pytest.raises(InputError, match=r"filled\.csv:4: row a2, column correctness"):
        read('a1,"two\nlines",5,5,5,5,5', "a2,text,x,5,5,5,5")


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = filled_rows(text, ROWS)
    except InputError:
        return
    assert set(found) <= set(ROWS)
