"""Every format gives the same rows, with the place of each; what is no row is named, not dropped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from cairn_nb.errors import InputError
from cairn_nb.exchange.read import read_answers

ROWS: list[dict[str, Any]] = [
    {"id": "a", "question": "wie groß?", "answer": "5,5 Mio.\n(2020)", "contexts": ["x", "y"], "cost": 0.5},
    {"id": "b", "question": "東京？", "answer": None, "contexts": [], "cost": None},
]


def write(folder: Path, suffix: str) -> Path:
    path = folder / f"answers{suffix}"
    frame = pd.DataFrame(ROWS)
    if suffix == ".jsonl":
        path.write_text("\ufeff" + "\r\n\r\n".join(json.dumps(row) for row in ROWS), encoding="utf-8")
    elif suffix == ".json":
        path.write_text(json.dumps(ROWS), encoding="utf-8")
    elif suffix == ".parquet":
        pytest.importorskip("pyarrow")
        frame.to_parquet(path)
    else:
        frame.to_csv(path, index=False, sep="\t" if suffix == ".tsv" else ",")
    return path


@pytest.mark.parametrize(
    ("suffix", "places"),
    [
        (".jsonl", [":1", ":3"]),
        (".json", [" row 1", " row 2"]),
        (".csv", [":2", ":4"]),  # the first row's answer has a line end in it
        (".tsv", [":2", ":4"]),
        (".parquet", [" row 1", " row 2"]),
    ],
)
def test_each_format_gives_the_rows_and_their_places(tmp_path: Path, suffix: str, places: list[str]) -> None:
    path = write(tmp_path, suffix)
    table = read_answers(path)
    assert [line.place for line in table.lines] == [f"{path}{place}" for place in places]
    assert table.columns == tuple(ROWS[0])
    first, second = (line.values for line in table.lines)
    assert (first["question"], first["answer"]) == ("wie groß?", "5,5 Mio.\n(2020)")
    assert (second["question"], second["answer"], second["cost"]) == ("東京？", None, None)
    if suffix not in (".csv", ".tsv"):
        assert (first["contexts"], second["contexts"]) == (["x", "y"], [])


def test_a_dataframe_is_known_by_its_index_and_holds_plain_python() -> None:
    frame = pd.DataFrame(
        {"answer": ["x", None, pd.NA], "n": [np.int64(1), np.nan, 2.0], "list": [np.array(["a"]), [np.nan], None]},
        index=["r1", "r2", "r3"],
    )
    table = read_answers(frame)
    assert [line.place for line in table.lines] == ["DataFrame row r1", "DataFrame row r2", "DataFrame row r3"]
    assert [dict(line.values) for line in table.lines] == [
        {"answer": "x", "n": 1.0, "list": ["a"]},
        {"answer": None, "n": None, "list": [None]},
        {"answer": None, "n": 2.0, "list": None},
    ]


@pytest.mark.parametrize("source", [[{"question": "a?", "answer": "b"}], {"answer": "b"}, None, 3])
def test_what_is_neither_file_nor_dataframe_is_refused(source: Any) -> None:
    with pytest.raises(InputError, match=f"a {type(source).__name__} holds no rows .*pandas.DataFrame"):
        read_answers(source)


def test_what_is_no_row_is_named(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"id": "a", "score": NaN}\n[1]\n{"id": "b"\n{"id": "\\ud83d"}\n', encoding="utf-8")
    table = read_answers(path)
    assert [dict(line.values) for line in table.lines] == [{"id": "a", "score": None}]
    assert [str(misfit).removeprefix(f"{path}:") for misfit in table.misfits] == [
        "2: not a JSON object",
        "3: not valid JSON: Expecting ',' delimiter, at character 11",
        "4: holds half a surrogate pair, which is no character",
    ]


def test_a_csv_row_with_other_cells_than_columns_is_named(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("id,answer\na,x\nb,x,y\nc\n", encoding="utf-8")
    table = read_answers(path)
    assert [line.values["id"] for line in table.lines] == ["a"]
    assert [str(misfit) for misfit in table.misfits] == [
        f"{path}:3: has 3 cells under 2 columns",
        f"{path}:4: has 1 cells under 2 columns",
    ]


@pytest.mark.parametrize("name", ["rows.csv", "rows.tsv"])
@pytest.mark.parametrize("separator", [",", "\t", ";", "|"])
def test_the_separator_is_the_one_that_parts_the_heading(tmp_path: Path, name: str, separator: str) -> None:
    path = tmp_path / name
    path.write_text(f'\nid{separator}answer\na{separator}"x, y; z | w"\n', encoding="utf-8")
    assert [dict(line.values) for line in read_answers(path).lines] == [{"id": "a", "answer": "x, y; z | w"}]


def test_a_heading_that_nothing_parts_is_one_column(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("answer\nx\n", encoding="utf-8")
    assert [dict(line.values) for line in read_answers(path).lines] == [{"answer": "x"}]


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("rows.csv", "", "holds no heading"),
        ("rows.csv", "a,a\n1,2\n", "this column stands twice"),
        ("rows.json", "{", "not valid JSON"),
        ("rows.json", '"text"', "expected a JSON array of rows"),
        ("rows.xlsx", "", "the format is not known"),
        ("rows", "", "the format is not known"),
        ("rows.parquet", "no parquet", "cannot be read as Parquet"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(tmp_path: Path, name: str, content: str, problem: str) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=problem) as caught:
        read_answers(path)
    assert str(path) in str(caught.value)


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such file"):
        read_answers(tmp_path / "missing.csv")
    with pytest.raises(InputError, match="is a folder, and neither"):
        read_answers(tmp_path)
