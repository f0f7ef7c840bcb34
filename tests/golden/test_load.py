from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.errors import GoldenError
from cairn_nb.golden.content import content_hash
from cairn_nb.golden.load import load_golden
from cairn_nb.records import Case

GOOD = {"id": "a", "question": "Why?", "expected_answer": "So."}


def write(folder: Path, *rows: Any, name: str = "cases.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def test_a_row_of_the_reference_format_is_read(tmp_path: Path) -> None:
    row = {
        "id": "hp-001",
        "question": "How long is the notice?",
        "answerable": True,
        "expected_answer": "30 days",
        "support": [{"doc": "policy.md", "quote": "The notice is 30 days."}],
        "tags": ["hr"],
        "notes": "",
    }
    golden = load_golden(
        write(tmp_path, row, {"id": "u", "question": "?", "answerable": False, "expected_answer": None})
    )
    case = golden.cases[0]
    assert (case.id, case.line, case.support[0].doc, case.tags) == ("hp-001", 1, "policy.md", ("hr",))
    assert not golden.cases[1].answerable


def test_a_byte_order_mark_crlf_and_blank_lines_change_nothing(tmp_path: Path) -> None:
    plain = load_golden(write(tmp_path, GOOD, {**GOOD, "id": "b"}))
    path = tmp_path / "windows.jsonl"
    rows = [json.dumps(GOOD), "", json.dumps({**GOOD, "id": "b"})]
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(rows).encode())
    windows = load_golden(path)
    assert windows.content_hash == plain.content_hash
    assert [case.line for case in windows.cases] == [1, 3]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({**GOOD, "anwserable": False}, r"cases\.jsonl:2: anwserable: unknown key \(did you mean 'answerable'\?\)"),
        ({**GOOD, "zzz": 1}, "zzz: unknown key .*known keys: id, question, answerable"),
        ({**GOOD, "line": 3}, "line: unknown key"),
        ({**GOOD, "support": [{"doc": "a", "quot": "x"}]}, "quot: unknown key .*'quote'"),
        ({**GOOD, "support": [{"doc": "a"}]}, r"support\.0\.quote: is missing"),
        ({**GOOD, "support": {"doc": "a", "quote": "b"}}, r":2: support: "),
        ({**GOOD, "support": ["a"]}, r":2: support\.0"),
        ({**GOOD, "support": [{"doc": "a", "quote": " \n"}]}, r"support\.0\.quote: must not be blank"),
        ({**GOOD, "support": [{"doc": "", "quote": "x"}]}, r"support\.0\.doc"),
        ({**GOOD, "answerable": "false"}, "answerable: must be true or false"),
        ({**GOOD, "answerable": 1}, "answerable: must be true or false"),
        ({**GOOD, "tags": "hr"}, ":2: tags"),
        ({**GOOD, "id": 7}, ":2: id: input should be a valid string"),
        ({**GOOD, "id": ""}, ":2: id"),
        ({**GOOD, "id": "  "}, ":2: id: must not be blank"),
        ({**GOOD, "id": "b", "question": "\t"}, ":2: question: must not be blank"),
        ({"question": "?"}, ":2: id: is missing"),
        ({"id": "b", "question": "?"}, ":2: expected_answer: an answerable case needs an expected answer"),
        ({"id": "b", "question": "?", "answerable": True}, "needs an expected answer"),
        ({"id": "b", "question": "?", "expected_answer": " "}, "needs an expected answer"),
        ({"id": "b", "question": "?", "expected_answer": None}, "needs an expected answer"),
        (GOOD, r":2: id: the id 'a' is already on line 1"),
        ('{"id": "b", "question": "?"', ":2"),
        ('{"id": "b", "id": "c", "question": "?"}', ":2: id: this key stands twice"),
        ('{"id": "b", "question": "?", "notes": NaN}', ":2"),
        ('["b"]', ":2: expected one JSON object"),
    ],
)
def test_each_fault_is_named_by_line_and_key(tmp_path: Path, row: Any, message: str) -> None:
    with pytest.raises(GoldenError, match=message) as caught:
        load_golden(write(tmp_path, GOOD, row))
    assert caught.value.line == 2


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf"])
def test_an_empty_set_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "cases.jsonl").write_bytes(content)
    with pytest.raises(GoldenError, match="has no cases"):
        load_golden(tmp_path / "cases.jsonl")


def test_a_folder_a_missing_file_and_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(GoldenError, match="this is a folder"):
        load_golden(tmp_path)
    with pytest.raises(GoldenError, match="no such golden set"):
        load_golden(tmp_path / "none.jsonl")
    (tmp_path / "latin.jsonl").write_bytes(json.dumps(GOOD).encode() + b"\n\xe9")
    with pytest.raises(GoldenError, match=r"latin\.jsonl:2: not UTF-8"):
        load_golden(tmp_path / "latin.jsonl")


def test_the_version_is_the_label_beside_the_set_or_twelve_hex_of_its_bytes(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    assert load_golden(path).version == f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()[:12]}"
    (tmp_path / "golden.version").write_text(" 2024-05\n", encoding="utf-8")
    assert load_golden(path).version == "2024-05"
    (tmp_path / "golden.version").write_text("\n", encoding="utf-8")
    assert load_golden(path).version.startswith("sha256:")


def test_the_content_hash_sees_every_change_behind_one_label(tmp_path: Path) -> None:
    (tmp_path / "golden.version").write_text("1", encoding="utf-8")
    first = load_golden(write(tmp_path, GOOD))
    edited = load_golden(write(tmp_path, {**GOOD, "expected_answer": "Otherwise."}))
    assert edited.version == first.version
    assert edited.content_hash != first.content_hash


CASES = st.lists(
    st.builds(
        Case,
        id=st.text("abc", min_size=1, max_size=3),
        question=st.text(min_size=1, max_size=5),
        expected_answer=st.one_of(st.none(), st.text(max_size=3)),
        answerable=st.booleans(),
    ),
    unique_by=lambda case: case.id,
)


@given(CASES, st.randoms(use_true_random=False))
def test_the_content_hash_ignores_the_order_of_rows_and_their_lines(cases: list[Case], random: Any) -> None:
    shuffled = [case.changed(line=number) for number, case in enumerate(random.sample(cases, len(cases)))]
    assert content_hash(shuffled) == content_hash(cases)


@given(CASES.filter(bool))
def test_the_content_hash_depends_on_every_case(cases: list[Case]) -> None:
    assert content_hash(cases[1:]) != content_hash(cases)
    changed = cases[0].changed(question=cases[0].question + "!")
    assert content_hash([changed, *cases[1:]]) != content_hash(cases)
