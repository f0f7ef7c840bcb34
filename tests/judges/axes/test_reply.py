"""What counts as a judgement, and what does not."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.errors import MalformedReplyError
from cairn_nb.judges.axes.reply import AXES_SCHEMA, parse_axes
from cairn_nb.providers.deciding.structured import is_strict
from cairn_nb.records.axis_verdict import AXES
from tests.judges.axes.answers import reply


def without(key: str) -> str:
    whole = json.loads(reply(4))
    return json.dumps({name: value for name, value in whole.items() if name != key})


def test_a_whole_reply_is_read() -> None:
    found = parse_axes(reply(5, 4.5, 3, 2, 0))
    assert list(found.scores.axes.values()) == [5, 4.5, 3, 2, 0]
    assert (found.scores.is_supported_by_context, found.scores.is_hallucinated) == (True, False)
    assert parse_axes(f"```json\n{reply(4)}\n```").scores == parse_axes(reply(4)).scores
    assert parse_axes(reply(4, mood="fine")).scores == parse_axes(reply(4)).scores


@pytest.mark.parametrize("axis", AXES)
def test_a_missing_axis_is_no_judgement_and_not_0(axis: str) -> None:
    with pytest.raises(MalformedReplyError, match=f"{axis}: is required"):
        parse_axes(without(axis))


@pytest.mark.parametrize("value", ["four", "4", True, None, [4], {"score": 4}, -0.1, 5.5, 40])
def test_what_is_no_number_of_0_to_5_is_no_judgement(value: object) -> None:
    with pytest.raises(MalformedReplyError, match="faithfulness"):
        parse_axes(reply(4, faithfulness=value))


@pytest.mark.parametrize(
    "text",
    [
        f"Here is my judgement: {reply(4)}",
        f"{reply(4)}\nI hope that helps.",
        reply(4)[:-20],
        f"[{reply(4)}]",
        "correctness: 4, faithfulness: 5",
        "I cannot judge this.",
        "",
        reply(4).replace("4", "NaN", 1),
        reply(4).replace("4", "Infinity", 1),
        reply(4, is_hallucinated="false"),
        reply(4, is_supported_by_context=1),
        reply(4, reasoning=7),
    ],
)
def test_everything_else_is_no_judgement_either(text: str) -> None:
    with pytest.raises(MalformedReplyError):
        parse_axes(text)


def test_a_flag_may_be_left_out_and_is_then_unknown() -> None:
    assert parse_axes(without("is_hallucinated")).scores.is_hallucinated is None


def test_the_schema_is_strict_and_asks_for_all_of_it() -> None:
    assert is_strict(AXES_SCHEMA)
    assert set(AXES_SCHEMA["required"]) == {"reasoning", *AXES, "is_supported_by_context", "is_hallucinated"}


@given(st.text(max_size=60))
def test_no_text_is_more_than_no_judgement(text: str) -> None:
    with pytest.raises(MalformedReplyError):
        parse_axes(text)


@given(st.lists(st.floats(min_value=0, max_value=5), min_size=5, max_size=5))
def test_every_number_in_range_is_kept_as_it_is(values: list[float]) -> None:
    assert list(parse_axes(reply(*values)).scores.axes.values()) == values
