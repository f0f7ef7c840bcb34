"""JSON from a server, with every text fit to be written again."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.providers.wire.json_text import dumps_whole, loads_whole

any_text = st.text(st.characters(), max_size=8) | st.sampled_from(["\ud83d", "a\udc00b", "\ud83d\ude00", "\\ud83d"])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | any_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=8,
)


@given(values)
def test_whole_texts_stay_and_halves_become_the_replacement_character(value: object) -> None:
    sent = json.dumps(value)
    found = json.dumps(loads_whole(sent.encode("ascii")), ensure_ascii=False).encode("utf-8")  # can be written
    value = json.loads(sent)  # two halves side by side are a pair by now
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        assert "\ufffd".encode() in found
    else:
        assert json.loads(found) == value


def test_a_pair_is_one_character_and_a_half_is_none() -> None:
    assert loads_whole(b'["\\ud83d\\ude00", "cut \\ud83d", "\\\\ud83d"]') == ["😀", "cut \ufffd", "\\ud83d"]


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"nope"])
def test_what_is_not_json_is_a_value_error(data: bytes) -> None:
    with pytest.raises(ValueError):
        loads_whole(data)


@given(values)
def test_what_is_sent_is_read_back_as_it_was(value: object) -> None:
    assert json.loads(dumps_whole(value)) == json.loads(json.dumps(value))


def test_it_is_sent_without_blanks_and_in_utf_8_where_that_is_possible() -> None:
    assert dumps_whole({"text": "船", "n": [1, 0.5, None, True]}) == '{"text":"船","n":[1,0.5,null,true]}'.encode()
    assert dumps_whole(["船", "cut \ud83d"]) == b'["\\u8239","cut \\ud83d"]'
