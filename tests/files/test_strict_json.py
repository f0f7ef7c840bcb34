from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.errors import InputError, ReportError
from cairn_nb.files import strict_json

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=("Cs",))),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES, st.booleans())
def test_what_json_can_say_comes_back(value: object, ascii_only: bool) -> None:
    if not ascii_only:
        text = json.dumps(value, ensure_ascii=False)
        assert strict_json.loads(text) == value
    assert strict_json.loads(json.dumps(value)) == value


@given(st.text(max_size=60))
def test_any_text_gives_a_value_or_an_input_error(text: str) -> None:
    try:
        strict_json.loads(text)
    except InputError as error:
        assert str(error)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": "NaN",\n "b": NaN}', r"r\.json:2: NaN is not a number"),
        ("[1,\n\n-Infinity]", r"r\.json:3: -Infinity is not a number"),
        ('{"cost": 1e999}', r"r\.json: 1e999 is too large"),
        ('{"a": 1, "b": {"alpha": 1, "alpha": 1}}', r"r\.json: alpha: this key stands twice"),
        ('{"a": 1,\n "b": ', r"r\.json:2: the text ends too early, at character 7"),
        ("", r"r\.json:1: the text ends too early"),
        ('{"a": "never closed', r"r\.json:1: the text ends too early"),
        ("{'a': 1}", r"r\.json:1: not valid JSON: .*, at character 2"),
        ('["\\ud83d"]', r"r\.json: an escape such as"),
        ("[" * 100_000, r"r\.json: not usable JSON: .*recursion"),
        ("9" * 5000, r"r\.json: not usable JSON: .*digits"),
    ],
)
def test_every_refusal_says_where(text: str, message: str) -> None:
    with pytest.raises(ReportError, match=message):
        strict_json.loads(text, "r.json", error=ReportError)


def test_a_whole_surrogate_pair_is_a_character() -> None:
    assert strict_json.loads('"\\ud83d\\ude00"') == "😀"


def test_the_line_of_a_longer_file_wins() -> None:
    with pytest.raises(InputError, match=r"cases\.jsonl:41: NaN"):
        strict_json.loads("NaN", "cases.jsonl", line=41)


def test_files(tmp_path: Path) -> None:
    place = tmp_path / "a.json"
    with pytest.raises(InputError, match=r"a\.json: there is no such file"):
        strict_json.read(place)
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        strict_json.read(tmp_path)
    place.write_bytes(b'\xef\xbb\xbf{"a": 1}')
    assert strict_json.read(place) == {"a": 1}
    place.write_bytes(b'{"a":\n"\xe9"}')
    with pytest.raises(InputError, match=r"a\.json:2: not UTF-8 text"):
        strict_json.read(place)


WHOLE = '{"a": ["text", true, null, 1.5], "b": {"c": false}}'


@pytest.mark.parametrize("length", range(1, len(WHOLE)))
def test_a_text_cut_anywhere_is_said_to_end_too_early(length: int) -> None:
    with pytest.raises(InputError, match="the text ends too early"):
        strict_json.loads(WHOLE[:length], Path("a.json"))


def test_garbage_at_the_end_is_not_taken_for_a_cut() -> None:
    with pytest.raises(InputError, match="not valid JSON"):
        strict_json.loads('{"a": 1}x', Path("a.json"))
