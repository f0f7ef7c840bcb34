from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.errors import MalformedReplyError
from cairn_nb.judges.pairwise.reply import parse_pair
from tests.judges.pairwise.pairs import reply


@pytest.mark.parametrize("better", ["1", "2", "tie"])
def test_three_verdicts(better: str) -> None:
    assert parse_pair(reply(better)).better == better
    assert parse_pair(f"```json\n{reply(better)}\n```").better == better


def test_a_place_may_be_a_number() -> None:
    assert parse_pair('{"better": 1}').better == "1"
    assert parse_pair('{"better": 2}').better == "2"


@pytest.mark.parametrize(
    "text",
    [
        reply("answer_1"),
        reply("one"),
        reply("Tie"),
        reply("1 "),
        '{"reason": "", "better": 3}',
        '{"reason": "", "better": 1.0}',
        '{"reason": "", "better": true}',
        '{"reason": "", "better": null}',
        '{"reason": "no verdict"}',
        f"Sure! {reply('1')}",
        f"{reply('1')} Let me know.",
        reply("1")[:-1],
        '{"better": "1", "better": "2"}',
        "1",
        "",
    ],
)
def test_nothing_is_guessed(text: str) -> None:
    with pytest.raises(MalformedReplyError):
        parse_pair(text)


@given(st.text())
def test_any_text_is_a_verdict_or_refused(text: str) -> None:
    with suppress(MalformedReplyError):
        assert parse_pair(text).better in ("1", "2", "tie")
