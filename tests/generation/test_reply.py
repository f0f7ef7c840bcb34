from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.errors import MalformedReplyError
from cairn_nb.generation.reply import REPLY_SCHEMA, Reply, parse_reply

GOOD: dict[str, Any] = {
    "answer": "30 days",
    "claims": [{"text": "Refunds take 30 days.", "citations": [{"chunk_id": "c1", "quote": "within 30 days"}]}],
    "confidence_self": 0.8,
    "abstain": False,
}


def test_a_good_reply_is_read_as_it_stands() -> None:
    reply = parse_reply(json.dumps(GOOD))
    assert reply.claims[0].citations[0].quote == "within 30 days"
    assert (reply.answer, reply.confidence_self, reply.abstain) == ("30 days", 0.8, False)


@pytest.mark.parametrize("wrap", ["```json\n{}\n```", "```\n{}\n```", "\n  {}  \n", "\ufeff{}"])
def test_a_single_fence_or_blank_space_around_it_is_allowed(wrap: str) -> None:
    assert parse_reply(wrap.replace("{}", json.dumps(GOOD))).answer == "30 days"


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"abstain": "false"}, "abstain"),
        ({"abstain": 0}, "abstain"),
        ({"abstain": None}, "abstain"),
        ({"confidence_self": "0.8"}, "confidence_self"),
        ({"confidence_self": True}, "confidence_self"),
        ({"confidence_self": 1.01}, "confidence_self"),
        ({"confidence_self": -0.1}, "confidence_self"),
        ({"answer": 5}, "answer"),
        ({"answer": None}, "answer"),
        ({"claims": {}}, "claims"),
        ({"claims": [{"text": "t"}]}, "claims.0.citations"),
        ({"claims": [{"text": "t", "citations": [{"chunk_id": 3, "quote": "q"}]}]}, "claims.0.citations.0.chunk_id"),
        ({"claims": [{"text": "t", "citations": [], "supported": True}]}, "claims.0.supported"),
        ({"reasoning": "x"}, "reasoning"),
    ],
)
def test_a_wrong_value_is_refused_by_its_place(change: dict[str, Any], named: str) -> None:
    with pytest.raises(MalformedReplyError, match=f"^{named}: "):
        parse_reply(json.dumps({**GOOD, **change}))


@pytest.mark.parametrize("missing", list(GOOD))
def test_every_key_is_required(missing: str) -> None:
    with pytest.raises(MalformedReplyError, match=f"^{missing}: is required"):
        parse_reply(json.dumps({key: value for key, value in GOOD.items() if key != missing}))


@pytest.mark.parametrize(
    "text",
    ["", "null", "[]", "I think: {}", '{"answer": "a"', json.dumps(GOOD) + json.dumps(GOOD),
     json.dumps(GOOD).replace('"abstain": false', '"abstain": false, "abstain": true'),
     json.dumps(GOOD).replace("0.8", "NaN"), json.dumps(GOOD).replace("0.8", "1e999")],
)  # fmt: skip
def test_what_is_not_one_plain_object_is_refused(text: str) -> None:
    with pytest.raises(MalformedReplyError):
        parse_reply(text)


def test_the_schema_asks_for_what_the_reading_demands() -> None:
    assert set(REPLY_SCHEMA["required"]) == set(Reply.model_fields) == set(REPLY_SCHEMA["properties"])
    assert REPLY_SCHEMA["additionalProperties"] is False


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(list(GOOD)), inner),
        max_leaves=8,
    )
)
def test_any_json_is_read_or_refused_in_one_way(value: Any) -> None:
    try:
        assert isinstance(parse_reply(json.dumps(value)), Reply)
    except MalformedReplyError as error:
        assert str(error)
