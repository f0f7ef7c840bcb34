"""A labels file is read by the letter, and written as it was read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.errors import InputError, StorageError
from cairn_nb.files.labels import read_labels, write_labels
from cairn_nb.records import Label, answer_digest

ROW: dict[str, Any] = {
    "case_id": "c1",
    "trial": 0,
    "config_name": "default",
    "run_id": "r1",
    "verdict": "wrong",
    "note": "naïve 🚲\tsays “no”\u2028\x7f",
    "rater": None,
    "rated_at": "2026-01-31T12:00:00.000Z",
    "answer_sha256": answer_digest("an answer"),
}


def written(path: Path, *rows: Any) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def test_what_is_written_is_read_again_and_written_the_same(tmp_path: Path) -> None:
    labels = (Label(**ROW), Label(**{**ROW, "case_id": "c2", "trial": 3, "run_id": None, "rater": "Ana"}))
    write_labels(tmp_path / "a.jsonl", labels)
    assert read_labels(tmp_path / "a.jsonl") == labels
    write_labels(tmp_path / "b.jsonl", read_labels(tmp_path / "a.jsonl"))
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


def test_every_key_is_written_in_the_records_order(tmp_path: Path) -> None:
    write_labels(tmp_path / "a.jsonl", [Label(**ROW)])
    line = (tmp_path / "a.jsonl").read_text(encoding="utf-8")
    assert list(json.loads(line)) == list(Label.model_fields)
    assert line.startswith('{"case_id":"c1","trial":0,') and line.endswith('"}\n')
    assert ROW["note"].replace("\t", "\\t") in line


def test_byte_order_mark_carriage_returns_and_blank_lines_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(ROW).encode() + b"\r\n\r\n")
    assert read_labels(path) == (Label(**ROW),)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"verdict": "maybe"}, "verdict"),
        ({"trial": "0"}, "trial"),
        ({"trial": True}, "trial"),
        ({"note": None}, "note"),
        ({"rated_at": "yesterday"}, "rated_at"),
        ({"answer_sha256": "abc"}, "answer_sha256"),
        ({"comment": "?"}, "comment"),
    ],
)
def test_a_wrong_value_is_named_by_line_and_key(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    path = written(tmp_path / "a.jsonl", ROW, {**ROW, "case_id": "c2", **change})
    with pytest.raises(InputError, match=rf"a\.jsonl:2: {said}: .*docs/file-formats"):
        read_labels(path)


@pytest.mark.parametrize("key", ROW)
def test_a_missing_key_is_named_by_line(tmp_path: Path, key: str) -> None:
    path = written(tmp_path / "a.jsonl", {name: value for name, value in ROW.items() if name != key})
    with pytest.raises(InputError, match=rf"a\.jsonl:1: {key}: "):
        read_labels(path)


def test_a_line_that_is_no_object_and_a_key_twice_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.jsonl:2"):
        read_labels(written(tmp_path / "a.jsonl", ROW, [1]))
    twice = json.dumps(ROW).replace('"trial": 0', '"trial": 0, "trial": 1')
    (tmp_path / "b.jsonl").write_text(twice, encoding="utf-8")
    with pytest.raises(InputError, match=r"b\.jsonl:1: trial: .*twice"):
        read_labels(tmp_path / "b.jsonl")


def test_one_person_labels_an_answer_once_and_two_may(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", ROW, {**ROW, "verdict": "right"})
    with pytest.raises(InputError, match=r"a\.jsonl:2: c1: .*line 1"):
        read_labels(path)
    rows = [{**ROW, "rater": "Ana"}, {**ROW, "rater": "Ben"}, {**ROW, "answer_sha256": answer_digest("another")}]
    assert len(read_labels(written(tmp_path / "b.jsonl", *rows))) == 3


def test_a_file_that_is_not_there_or_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.jsonl: there is no such file"):
        read_labels(tmp_path / "none.jsonl")
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(StorageError, match=r"folder\.jsonl"):
        write_labels(tmp_path / "folder.jsonl", [])
