"""A yes/no question to a real server: by log-probabilities, by a stated probability, or without a verdict."""

from __future__ import annotations

import asyncio
import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.errors import AuthenticationError
from cairn_nb.providers.caching.cache import ReplyCache
from cairn_nb.providers.catalog import chat_model, deciding
from cairn_nb.providers.deciding.chat_decision import TOP_TOKENS, yes_probability
from cairn_nb.providers.deciding.decision import DecisionModel, DecisionReply, YesNoQuestion
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.records.chat import TokenChance
from tests.providers.asking import SHORT
from tests.providers.loopback import Behaviour, LoopbackServer, Received, answer, chat_completion, failure

QUESTION = YesNoQuestion("Is it so?", "<statement>\nit is\n</statement>", purpose="claims", trial=2)
PRICE = {"input": 1.0, "output": 2.0}


def spoken(text: str = "yes", *places: list[tuple[str, float]], **fields: Any) -> Behaviour:
    """A completion; each place holds its tokens with their probabilities, the chosen one first."""
    completion = chat_completion(text)
    entries = [
        {**_entry(*place[0]), "bytes": None, "top_logprobs": [_entry(*one) for one in place]} for place in places
    ]
    completion["choices"][0]["logprobs"] = {"content": entries}
    return answer(completion, **fields)


def _entry(token: str, probability: float) -> dict[str, Any]:
    return {"token": token, "logprob": math.log(probability)}


def stated(value: object) -> Behaviour:
    return answer(chat_completion(json.dumps({"probability": value})))


def decisions(
    url: str, *, component: str = "openai", limits: Limits = SHORT, cache: Path | None = None
) -> DecisionModel:
    params = {"model": "m", "base_url": url, "price": PRICE}
    return deciding(chat_model(component, params, limits=limits, cache=None if cache is None else ReplyCache(cache)))


def decide(model: DecisionModel, *questions: YesNoQuestion) -> list[DecisionReply]:
    async def all_of_them() -> list[DecisionReply]:
        try:
            return [await model.decide(one) for one in questions or (QUESTION,)]
        finally:
            await model.aclose()

    return asyncio.run(all_of_them())


def test_the_probability_is_that_of_yes_among_yes_and_no(server: LoopbackServer) -> None:
    server.script = [spoken("Yes", [("Yes", 0.6), (" yes", 0.1), ("No", 0.2), ("Maybe", 0.1)])]
    (reply,) = decide(decisions(server.url))
    # (0.6 + 0.1) / (0.6 + 0.1 + 0.2) = 7/9
    assert reply.probability == pytest.approx(7 / 9) and reply.source == "logprobs" and reply.is_yes is True
    sent = server.received[0].body
    assert (sent["logprobs"], sent["top_logprobs"], sent["temperature"]) == (True, TOP_TOKENS, 0.0)
    assert "response_format" not in sent and sent["messages"][0]["content"].startswith("Is it so?")
    step = reply.step("claims")
    # 60 tokens at 1 USD and 12 at 2 USD a million: 84e-6
    assert step is not None and step.stage == "claims"
    assert step.cost_usd == pytest.approx(84e-6)


def test_a_no_is_below_a_half_and_a_half_is_a_yes(server: LoopbackServer) -> None:
    server.script = [spoken("no", [("no", 0.75), ("yes", 0.25)]), spoken("no", [("no", 0.5), ("yes", 0.5)])]
    first, second = decide(decisions(server.url), QUESTION, QUESTION)
    assert (first.is_yes, second.is_yes) == (False, True)


def test_blank_first_tokens_are_passed_over(server: LoopbackServer) -> None:
    server.script = [spoken("\n No", [("\n", 0.9), ("yes", 0.1)], [(" ▁No", 0.8), ("Yes", 0.1)])]
    (reply,) = decide(decisions(server.url))
    assert reply.probability == pytest.approx(1 / 9)  # 0.1 / (0.8 + 0.1), by the second place


def test_the_chosen_token_counts_once_and_also_where_it_is_not_listed(server: LoopbackServer) -> None:
    completion = chat_completion("yes")
    chosen = {**_entry("yes", 0.5), "top_logprobs": [_entry("no", 0.25)]}
    completion["choices"][0]["logprobs"] = {"content": [chosen]}
    server.script = [answer(completion), spoken("yes", [("yes", 0.5), ("no", 0.25)])]
    first, second = decide(decisions(server.url), QUESTION, QUESTION)
    assert first.probability == second.probability == pytest.approx(2 / 3)  # 0.5 / (0.5 + 0.25)


@pytest.mark.parametrize("message", ["Unknown parameter: 'logprobs'.", "Extra inputs are not permitted"])
def test_a_server_that_refuses_log_probabilities_is_asked_to_state_one_from_then_on(
    server: LoopbackServer, message: str
) -> None:
    server.script = [failure(400, message), stated(0.8), stated(0.1)]
    first, second = decide(decisions(server.url), QUESTION, QUESTION)
    assert [first.probability, second.probability] == [0.8, 0.1] and first.source == second.source == "stated"
    assert ["logprobs" in one.body for one in server.received] == [True, False, False]
    assert server.received[1].body["response_format"]["json_schema"]["name"] == "probability"


def test_a_reply_without_log_probabilities_is_paid_for_once_and_not_asked_for_again(server: LoopbackServer) -> None:
    server.script = [answer(chat_completion("yes")), stated(0.8), stated(0.1)]
    first, second = decide(decisions(server.url), QUESTION, QUESTION)
    step, alone = first.step("claims"), second.step("claims")
    assert step is not None and alone is not None
    assert step.cost_usd == pytest.approx(2 * 84e-6) and alone.cost_usd == pytest.approx(84e-6)
    assert len(server.received) == 3


def test_questions_asked_at_once_wait_until_one_of_them_knows_the_server(server: LoopbackServer) -> None:
    def usual(request: Received) -> Behaviour:
        return failure(400, "logprobs") if "logprobs" in request.body else stated(0.9)

    server.usual = usual

    async def at_once() -> list[DecisionReply]:
        model = decisions(server.url)
        try:
            return await asyncio.gather(*(model.decide(QUESTION) for _ in range(6)))
        finally:
            await model.aclose()

    assert [reply.probability for reply in asyncio.run(at_once())] == [0.9] * 6
    assert sum("logprobs" in one.body for one in server.received) == 1


def test_a_first_word_that_is_neither_is_asked_for_in_numbers_each_time(server: LoopbackServer) -> None:
    unsure = spoken("The", [("The", 0.7), ("yes", 0.2), ("no", 0.1)])  # yes and no hold 0.3, less than half
    server.script = [unsure, stated(0.3), spoken("no", [("no", 0.9), ("yes", 0.1)])]
    first, second = decide(decisions(server.url), QUESTION, QUESTION)
    assert (first.probability, first.source) == (0.3, "stated")
    assert (second.source, second.is_yes) == ("logprobs", False)


@pytest.mark.parametrize(
    "text",
    [
        'Sure! {"probability": 0.9}',  # prose around it
        '{"probability": 1.5}',
        '{"probability": -0.1}',
        '{"probability": "0.9"}',  # a word for a number
        '{"probability": true}',
        '{"probability": null}',
        '{"probability": NaN}',
        '{"probability": 0.',  # cut off
        "{}",
        '{"probability": 0.9, "verdict": "yes"}',
        "0.9",
        "yes",
        "",
    ],
)
def test_what_states_no_probability_strictly_is_no_verdict_and_is_paid_for(server: LoopbackServer, text: str) -> None:
    server.script = [failure(400, "logprobs"), answer(chat_completion(text))]
    (reply,) = decide(decisions(server.url))
    assert reply.probability is None and reply.is_yes is None and reply.reason
    step = reply.step("claims")
    assert step is not None and step.cost_usd == pytest.approx(84e-6)
    assert len(server.received) == 2  # it is not asked a third time


@pytest.mark.parametrize(
    "logprobs",
    [
        {"content": "yes"},
        {"content": [{"token": "yes"}]},
        {"content": [{"token": "yes", "logprob": 0.7, "top_logprobs": []}]},  # a probability above 1
        {"content": [{"token": "yes", "logprob": "-1", "top_logprobs": []}]},
        {"content": [{"token": "yes", "logprob": -0.1, "top_logprobs": [{"token": "no", "logprob": None}]}]},
        {"content": []},
        [],
    ],
)
def test_log_probabilities_that_are_none_are_not_read(server: LoopbackServer, logprobs: object) -> None:
    completion = chat_completion("yes")
    completion["choices"][0]["logprobs"] = logprobs
    server.script = [answer(completion), stated(0.25)]
    (reply,) = decide(decisions(server.url))
    assert (reply.probability, reply.source) == (0.25, "stated")


def test_a_single_precision_logarithm_just_above_zero_is_certainty(server: LoopbackServer) -> None:
    completion = chat_completion("yes")
    completion["choices"][0]["logprobs"] = {"content": [{"token": "yes", "logprob": 1e-7, "top_logprobs": []}]}
    server.script = [answer(completion)]
    assert decide(decisions(server.url))[0].probability == 1.0


@pytest.mark.usefixtures("no_pause")
def test_a_server_that_is_too_slow_or_breaks_is_no_verdict(server: LoopbackServer) -> None:
    slow = Limits(attempt_timeout_s=0.05, max_attempts=2, concurrency=4)
    server.script = [Behaviour(delay_s=0.3)] * 2
    (reply,) = decide(decisions(server.url, limits=slow))
    assert reply.probability is None and reply.reason is not None and reply.reason.startswith("DeadlineError")
    assert reply.step("claims") is None
    server.script = [failure(500)] * 3
    (broken,) = decide(decisions(server.url))
    assert broken.reason is not None and broken.reason.startswith("ServerError")


@pytest.mark.usefixtures("no_pause")
def test_what_was_paid_before_a_failure_is_kept(server: LoopbackServer) -> None:
    server.script = [answer(chat_completion("yes")), *[failure(500)] * 3]
    (reply,) = decide(decisions(server.url))
    step = reply.step("claims")
    assert reply.probability is None and step is not None and step.cost_usd == pytest.approx(84e-6)


def test_a_refused_key_ends_everything(server: LoopbackServer) -> None:
    server.script = [failure(401)]
    with pytest.raises(AuthenticationError):
        decide(decisions(server.url))


def test_anthropic_gives_no_log_probabilities_and_is_never_asked_for_them(
    server: LoopbackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    tool = {"type": "tool_use", "id": "1", "name": "probability", "input": {"probability": 0.7}}
    server.script = [
        answer({"content": [tool], "stop_reason": "tool_use", "usage": {"input_tokens": 5, "output_tokens": 5}})
    ]
    (reply,) = decide(decisions(server.url, component="anthropic"))
    assert (reply.probability, reply.source) == (0.7, "stated") and len(server.received) == 1


def test_a_kept_reply_has_its_log_probabilities_also_when_it_was_cut_off(
    server: LoopbackServer, tmp_path: Path
) -> None:
    completion = json.loads(spoken("Yes, it", [("Yes", 0.9), ("No", 0.1)]).body)
    completion["choices"][0]["finish_reason"] = "length"
    server.script = [answer(completion)]
    (first,) = decide(decisions(server.url, cache=tmp_path))
    (again,) = decide(decisions(server.url, cache=tmp_path))
    assert first.probability == again.probability == pytest.approx(0.9)
    step = again.step("claims")
    assert step is not None and (step.cached, step.spent_usd) == (True, 0.0)
    assert step.cost_usd == pytest.approx(84e-6)
    assert len(server.received) == 1


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["yes", "No", " YES.", "no", "nope", "the"]),
            st.floats(min_value=-30, max_value=0, allow_nan=False),
        ),
        max_size=6,
    )
)
def test_a_probability_is_one_or_there_is_none(tokens: list[tuple[str, float]]) -> None:
    chances = [TokenChance(token=token, logprob=logprob) for token, logprob in tokens]
    found = yes_probability(chances)
    assert found is None or 0 <= found <= 1
    mirrored = yes_probability(
        [
            c.changed(token=c.token.casefold().replace("yes", "x").replace("no", "yes").replace("x", "no"))
            for c in chances
        ]
    )
    if found is not None and not any(c.token == "nope" for c in chances):
        assert mirrored == pytest.approx(1 - found)
