from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from cairn_nb.confidence.params import ConfidenceParams
from cairn_nb.errors import ConnectionFailedError, MalformedReplyError
from cairn_nb.generation.prompt import PromptSettings
from cairn_nb.records import Answer, ChatReply, Passage, Status, Step
from cairn_nb.systems.pipeline import PipelineSystem
from cairn_nb.systems.protocol import Expects, System
from tests.judges.fake_chat import FakeChat

TEXT = "Refunds are paid within 30 days of the request."
PASSAGES = (
    Passage(chunk_id="c1", source="a.md", text=TEXT, rank=1, score=0.8, components={"dense": 0.8}),
    Passage(chunk_id="c2", source="b.md", text="Fees are due in May.", rank=2, score=0.4, components={"dense": 0.4}),
    Passage(
        chunk_id="c3", source="b.md", text="Hidden deep.", rank=3, score=0.1, components={"dense": 0.1}, shown=False
    ),
)
PROMPT = PromptSettings(max_tokens=200)


@dataclass
class Found:
    passages: tuple[Passage, ...] = PASSAGES
    steps: tuple[Step, ...] = (Step(stage="embed"), Step(stage="search"))
    elapsed_ms: float = 4.0


class FakeRetriever:
    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.closed = False
        self.expected: list[tuple[str, int]] = []

    def expect(self, asked: Iterable[tuple[str, int]]) -> None:
        self.expected = list(asked)

    async def retrieve(self, question: str, *, trial: int = 0) -> Found:
        del question, trial
        if self.error is not None:
            raise self.error
        return Found()

    async def aclose(self) -> None:
        self.closed = True


def said(answer: str = "30 days", *, quote: str = "within 30 days", abstain: bool = False, sure: float = 0.5) -> str:
    claims = [{"text": "Refunds are paid within 30 days", "citations": [{"chunk_id": "c1", "quote": quote}]}]
    return json.dumps({"answer": answer, "claims": claims, "confidence_self": sure, "abstain": abstain})


def system(*replies: str | ChatReply | Exception, error: Exception | None = None) -> tuple[PipelineSystem, FakeChat]:
    model = FakeChat(replies)
    retriever = FakeRetriever(error)
    made = PipelineSystem(
        retriever=retriever,
        model=model,
        prompt=PROMPT,
        confidence=ConfidenceParams(),
        notes={"provider": "fake"},
        owned=(model, retriever),
    )
    return made, model


def answered(*replies: str | ChatReply | Exception) -> Answer:
    return asyncio.run(system(*replies)[0].answer("How long?", trial=2))


def test_an_answer_has_its_text_claims_passages_and_steps() -> None:
    answer = answered(said(quote="paid within 30 days"))
    assert (answer.status, answer.text, answer.trial, answer.model) == (Status.ANSWERED, "30 days", 2, "fake-1")
    assert [step.stage for step in answer.steps] == ["embed", "search", "generate", "verify"]
    assert answer.steps[2].prefix_hash == PROMPT.prefix_hash and answer.steps[2].cost_usd == 0.25
    assert [passage.shown for passage in answer.passages] == [True, True, False]
    assert answer.claims[0].supported and TEXT[answer.claims[0].citations[0].start :].startswith("paid within")


def test_the_confidence_is_the_weighted_mean_of_the_signals_that_apply() -> None:
    answer = answered(said(quote="paid within 30 days", sure=0.5))
    # retrieval: level 0.8, margin (0.8 - 0.4) / 0.8 = 0.5: 0.65 * 0.8 + 0.35 * 0.5 = 0.695; self 0.5; citation 1
    # no reranker: weights 0.4, 0.2, 0.1: (0.4 * 0.695 + 0.2 * 0.5 + 0.1 * 1) / 0.7 = 0.682857
    assert answer.confidence == pytest.approx(0.682857, abs=1e-6)
    assert answer.signals["self"] == 0.5


def test_the_models_wish_to_abstain_is_a_flag_and_its_text_is_kept() -> None:
    answer = answered(said(abstain=True))
    assert (answer.status, answer.flagged, answer.refused, answer.text) == (Status.ABSTAINED, True, False, "30 days")


@pytest.mark.parametrize(
    "reply",
    [
        ChatReply(text="", model="m", finish_reason="stop"),
        ChatReply(text="I cannot help with that.", model="m", finish_reason="refusal"),
    ],
)
def test_a_refusal_is_no_answer_and_is_not_asked_again(reply: ChatReply) -> None:
    made, model = system(reply)
    answer = asyncio.run(made.answer("How long?"))
    assert answer.refused and answer.status is Status.ABSTAINED and answer.text == ""
    assert len(model.requests) == 1 and "self" not in answer.signals


def test_an_empty_answer_is_refused() -> None:
    assert answered(said("  ")).refused


def test_an_unreadable_reply_is_asked_for_once_more_and_both_are_paid() -> None:
    made, model = system('{"answer": "30 days"}', said())
    answer = asyncio.run(made.answer("How long?"))
    assert answer.status is Status.ANSWERED
    assert [step.stage for step in answer.steps].count("generate") == 2
    assert answer.cost_usd == 0.5
    assert model.requests[1].messages[2].content == '{"answer": "30 days"}'
    assert "claims: is required" in model.requests[1].messages[3].content


def test_a_reply_that_was_cut_off_is_told_so() -> None:
    cut = ChatReply(text='{"answer": "30', model="m", finish_reason="length", cost_usd=0.1)
    made, model = system(cut, said())
    asyncio.run(made.answer("How long?"))
    assert "cut off" in model.requests[1].messages[3].content


def test_two_replies_that_were_cut_off_name_the_limit_to_raise() -> None:
    cut = ChatReply(text='{"answer": "30', model="m", finish_reason="length")
    with pytest.raises(MalformedReplyError, match=r"cut off at generation\.max_tokens; allow more"):
        answered(cut, cut)


def test_two_unreadable_replies_are_an_error_that_keeps_what_was_paid() -> None:
    with pytest.raises(MalformedReplyError) as caught:
        answered("x", "y")
    steps: tuple[Step, ...] = caught.value.steps  # type: ignore[attr-defined]
    assert [step.stage for step in steps] == ["embed", "search", "generate", "generate"]
    assert sum(step.cost_usd or 0 for step in steps) == 0.5


def test_a_model_that_fails_keeps_what_was_paid_before() -> None:
    with pytest.raises(ConnectionFailedError) as caught:
        answered("x", ConnectionFailedError("gone"))
    assert [step.stage for step in caught.value.steps] == ["embed", "search", "generate"]  # type: ignore[attr-defined]


def test_a_retriever_that_fails_passes_its_own_steps_on() -> None:
    error = ConnectionFailedError("gone")
    error.steps = (Step(stage="rewrite", cost_usd=0.1),)  # type: ignore[attr-defined]
    made, _ = system(error=error)
    with pytest.raises(ConnectionFailedError) as caught:
        asyncio.run(made.answer("How long?"))
    assert [step.stage for step in caught.value.steps] == ["rewrite"]  # type: ignore[attr-defined]


def test_a_case_that_runs_out_of_time_can_still_say_what_it_paid() -> None:
    class Hanging(FakeChat):
        async def complete(self, request: object) -> ChatReply:
            if self.requests:
                await asyncio.sleep(30)
            return await super().complete(request)  # type: ignore[arg-type]

    model = Hanging(["unreadable"])
    made = PipelineSystem(
        retriever=FakeRetriever(), model=model, prompt=PROMPT, confidence=ConfidenceParams(), notes={}
    )

    async def hurried() -> None:
        async with asyncio.timeout(0.05):
            await made.answer("How long?")

    with pytest.raises(TimeoutError) as caught:
        asyncio.run(hurried())
    cancelled = caught.value.__cause__
    assert [step.stage for step in cancelled.steps] == ["embed", "search", "generate"]  # type: ignore[union-attr]


def test_many_questions_at_once_do_not_mix() -> None:
    replies = [said(f"answer {number}") for number in range(500)]
    made, _ = system(*replies)

    async def all_of_them() -> list[Answer]:
        return await asyncio.gather(*(made.answer(f"q{number}") for number in range(500)))

    answers = asyncio.run(all_of_them())
    assert [(answer.question, answer.text) for answer in answers] == [(f"q{n}", f"answer {n}") for n in range(500)]
    assert all(len(answer.steps) == 4 for answer in answers)


def test_closing_the_system_closes_its_parts() -> None:
    made, model = system()
    assert isinstance(made, System) and made.describe() == {"provider": "fake"}
    asyncio.run(made.aclose())
    assert model.closed


def test_its_time_is_the_share_of_the_retrieval_and_all_of_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter([0.0, 7.0, 7.5, 7.75, 8.0])  # 7 s for the retrieval of many, of which 4 ms were this one's
    clock = SimpleNamespace(perf_counter=lambda: next(seconds))
    for module in ("pipeline", "trace"):
        monkeypatch.setattr(f"cairn_nb.systems.{module}.time", clock)
    assert answered(said()).latency_ms == pytest.approx(1004.0)


def test_what_will_be_asked_is_passed_on_to_the_retriever() -> None:
    made, _ = system()
    assert isinstance(made, Expects)
    made.expect([("How long?", 0)])
    assert made._retriever.expected == [("How long?", 0)]  # type: ignore[attr-defined]
