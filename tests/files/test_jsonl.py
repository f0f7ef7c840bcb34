from __future__ import annotations

from pathlib import Path

import pytest

from cairn_nb.errors import GoldenError, InputError
from cairn_nb.files import jsonl


def test_bom_crlf_blank_lines_and_line_separators_inside_strings(tmp_path: Path) -> None:
    place = tmp_path / "cases.jsonl"
    place.write_bytes('\ufeff{"id": "a"}\r\n\r\n{"id": "b\u2028\x85"}'.encode())
    assert jsonl.read_rows(place) == [(1, {"id": "a"}), (3, {"id": "b\u2028\x85"})]


@pytest.mark.parametrize(
    ("second", "message"),
    [
        ('{"id": "b"', r"cases\.jsonl:2: the text ends too early"),
        ('{"id": "b", "id": "c"}', r"cases\.jsonl:2: id: this key stands twice"),
        ('{"score": NaN}', r"cases\.jsonl:2: NaN is not a number"),
        ('["a"]', r"cases\.jsonl:2: expected one JSON object"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, second: str, message: str) -> None:
    place = tmp_path / "cases.jsonl"
    place.write_text('{"id": "a"}\n' + second + '\n{"id": "c"}\n', encoding="utf-8")
    with pytest.raises(GoldenError, match=message):
        jsonl.read_rows(place, error=GoldenError)


def test_rows_come_back(tmp_path: Path) -> None:
    place = tmp_path / "rows.jsonl"
    rows = [{"a": "日\n", "b": 0.1}, {"a": "\u2028"}]
    jsonl.write_rows(place, rows)
    assert [row for _, row in jsonl.read_rows(place)] == rows
    assert place.read_bytes().count(b"\n") == 2


def test_nothing_is_written_when_a_row_cannot_be(tmp_path: Path) -> None:
    place = tmp_path / "rows.jsonl"
    with pytest.raises(ValueError, match="Out of range"):
        jsonl.write_rows(place, [{"a": 1}, {"a": float("inf")}])
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(InputError, match="no such file"):
        jsonl.read_rows(place)
