"""A configuration with every model an offline one, and a judge that needs no server: what tokens are measured by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cairn_nb.config.model import Component, Config, IndexConfig
from cairn_nb.judges.axes.catalog import build_axes_judge, members_of
from cairn_nb.judges.axes.protocol import AxesJudge
from cairn_nb.judges.catalog import build_judge
from cairn_nb.judges.pairwise.catalog import build_pair_judges
from cairn_nb.judges.pairwise.panel import PairJudges
from cairn_nb.judges.protocol import Judge
from cairn_nb.providers.pricing.token_estimate import estimated_tokens
from cairn_nb.providers.protocol import ChatModel
from cairn_nb.records.answer import Usage
from cairn_nb.records.chat import ChatReply, ChatRequest
from cairn_nb.systems.axes_judge import generator_family

FOLDER = "estimate"
HASHING = Component(name="hashing", params={"dim": 512})
STUB = Component(name="stub")
GRADE = (
    '{"reason": "The answer states the same value and unit as the expected answer, and the passages that were shown '
    'support it; nothing in it contradicts them.", "score": 1.0, "correct": true}'
)
AXES = (
    '{"reasoning": "The answer states the same value, unit and condition as the reference, the passages that were '
    'given support each of its statements, and the citations name the passage that holds it.", '
    '"correctness": 5, "faithfulness": 5, "completeness": 4.5, "relevance": 5, "citation_quality": 4, '
    '"is_supported_by_context": true, "is_hallucinated": false}'
)
PAIR = (
    '{"reason": "Answer 1 states the value and the unit that the question asks for, as the reference does; answer 2 '
    'leaves the condition out, so that a reader would have to look it up.", "better": "1"}'
)


def offline(config: Config) -> Config:
    """The same corpus, chunks, retrieval and prompts, with the offline models; its index lies beside the real ones."""
    retrieval = config.retrieval
    rewrite, rerank = retrieval.rewrite, retrieval.rerank
    if rewrite.provider is not None:
        rewrite = rewrite.changed(provider=STUB)
    if rerank is not None:
        rerank = rerank.changed(name="lexical", params={})
    return config.changed(
        embedding=config.embedding if config.embedding.name == HASHING.name else HASHING,
        generation=config.generation.changed(provider=_stub(config.generation.provider)),
        retrieval=retrieval.changed(rewrite=rewrite, rerank=rerank),
        index=IndexConfig(dir=str((config.state_dir / FOLDER).absolute())),
    )


def _stub(provider: Component) -> Component:
    return provider if provider.name == STUB.name else STUB


def offline_judge(config: Config) -> Judge:
    """The configured judge with its real prompts, and a model that gives every answer the same grade."""
    return build_judge(config.judge.name, config.judge.params, chat_model_factory=_factory)


def offline_axes_judge(config: Config) -> AxesJudge:
    """The configured judge of the five axes, likewise; each model's steps are signed with the judge's name."""
    names = (member.judge for member in members_of(config.evaluation.axes_judge))
    return build_axes_judge(
        config.evaluation.axes_judge,
        chat_model_factory=lambda _name, _params: FixedReply(AXES, model=next(names)),
        generator_family=generator_family(config),
    )


def offline_pair_judges(config: Config) -> PairJudges:
    """The judges of pairs that the same models are in an arena."""
    return build_pair_judges(config.evaluation.axes_judge, chat_model_factory=lambda _name, _params: FixedReply(PAIR))


def _factory(_name: str, _params: Mapping[str, Any]) -> ChatModel:
    return FixedReply(GRADE)


class FixedReply:
    """Says one thing to everything; the tokens of what it was sent are estimated."""

    name = "stub"

    def __init__(self, text: str, *, model: str = "stub") -> None:
        self._text = text
        self._model = model

    @property
    def model(self) -> str | None:
        """What its replies are signed with."""
        return self._model

    async def complete(self, request: ChatRequest) -> ChatReply:
        """The reply."""
        sent = estimated_tokens(message.content for message in request.messages)
        usage = Usage(input_tokens=sent, output_tokens=estimated_tokens((self._text,)))
        return ChatReply(text=self._text, model=self._model, usage=usage, cost_usd=0.0, finish_reason="stop")

    async def aclose(self) -> None:
        """Nothing is open."""
