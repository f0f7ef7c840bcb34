from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.config.model import Config, RetrievalConfig
from cairn_nb.providers.protocol import EmbeddingModel
from cairn_nb.retrieval.ahead import Ahead
from cairn_nb.retrieval.index import Index
from cairn_nb.retrieval.retriever import Asked, Retrieval, Retriever
from tests.retrieval.making import CountingEmbedder, embedder_for, small_index
from tests.retrieval.test_retriever import Rephrasing, Reversing

QUESTIONS = ["When are salaries paid?", "bonus for trainees", "", "How many days of leave?", "zebra", "helmets"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Config, Index]:
    return small_index(tmp_path_factory.mktemp("ahead"))


class Counting(Retriever):
    """Keeps which questions were retrieved together."""

    def __init__(self, *given: Any, **parts: Any) -> None:
        super().__init__(*given, **parts)
        self.together: list[list[str]] = []

    async def retrieve_all(self, asked: Sequence[Asked]) -> list[Retrieval]:
        self.together.append([question for question, _ in asked])
        return await super().retrieve_all(asked)


def counting(made: tuple[Config, Index], embedder: EmbeddingModel | None = None, **parts: Any) -> Counting:
    config, index = made
    settings = RetrievalConfig.model_validate(parts.pop("settings", {}))
    return Counting(index, config=settings, embedder=embedder or embedder_for(config), **parts)


def asked_in_turn(ahead: Ahead, questions: Sequence[str]) -> list[Retrieval]:
    async def in_turn() -> list[Retrieval]:
        return [await ahead.retrieve(question) for question in questions]

    return asyncio.run(in_turn())


@pytest.mark.parametrize("mode", ["hybrid", "dense", "bm25"])
@pytest.mark.parametrize("at_once", [1, 2, 4, 64])
def test_passages_do_not_depend_on_what_they_are_found_with(
    made: tuple[Config, Index], mode: str, at_once: int
) -> None:
    retriever = counting(made, settings={"mode": mode, "k": 2, "candidates": 3})
    retriever.at_once = at_once
    ahead = Ahead(retriever)
    ahead.expect((question, 0) for question in QUESTIONS)
    found = asked_in_turn(ahead, QUESTIONS)
    assert len(retriever.together[0]) == min(at_once, len(QUESTIONS))
    alone = asked_in_turn(Ahead(counting(made, settings={"mode": mode, "k": 2, "candidates": 3})), QUESTIONS)
    assert [retrieval.passages for retrieval in found] == [retrieval.passages for retrieval in alone]
    counted = [[step.changed(latency_ms=0) for step in retrieval.steps] for retrieval in found]
    assert counted == [[step.changed(latency_ms=0) for step in retrieval.steps] for retrieval in alone]


def test_each_question_is_searched_for_once_and_given_up_when_it_is_asked(made: tuple[Config, Index]) -> None:
    retriever = counting(made)
    retriever.at_once = 3
    ahead = Ahead(retriever)
    ahead.expect((question, 0) for question in QUESTIONS)
    order = [QUESTIONS[place] for place in (0, 5, 1, 2, 3, 4)]  # not as it was said
    asked_in_turn(ahead, order)
    assert retriever.together == [QUESTIONS[:3], [QUESTIONS[5], *QUESTIONS[3:5]]]
    assert not ahead._found
    asked_in_turn(ahead, QUESTIONS[:1])
    assert retriever.together[2:] == [QUESTIONS[:1]]


def test_the_same_question_twice_and_another_trial_are_answered_too(made: tuple[Config, Index]) -> None:
    ahead = Ahead(counting(made))
    ahead.expect([("bonus", 0), ("bonus", 1), ("bonus", 0)])

    async def all_at_once() -> list[Retrieval]:
        return await asyncio.gather(*(ahead.retrieve("bonus", trial=trial) for trial in (0, 0, 1, 2)))

    first, *others = asyncio.run(all_at_once())
    assert first.passages and all(retrieval.passages == first.passages for retrieval in others)


@pytest.mark.parametrize(
    "parts",
    [{"rewriter": Rephrasing("pay day")}, {"reranker": Reversing()}, {"embedder": "counting"}],
    ids=["rewriter", "reranker", "embedder"],
)
def test_where_another_model_is_waited_for_each_question_waits_for_its_own(
    made: tuple[Config, Index], parts: dict[str, Any]
) -> None:
    embedder = CountingEmbedder(embedder_for(made[0])) if parts.get("embedder") else None
    retriever = counting(made, embedder, **{name: part for name, part in parts.items() if name != "embedder"})
    ahead = Ahead(retriever)
    ahead.expect((question, 0) for question in QUESTIONS)
    asked_in_turn(ahead, QUESTIONS)
    assert retriever.together == [[question] for question in QUESTIONS]


def test_the_time_is_shared_evenly(made: tuple[Config, Index], monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock:
        seconds = 0.0

        def perf_counter(self) -> float:
            self.seconds += 1
            return self.seconds

    monkeypatch.setattr("cairn_nb.retrieval.laps.time", Clock())
    retriever = counting(made)
    found = asyncio.run(retriever.retrieve_all([Asked(question) for question in QUESTIONS[:4]]))
    # The clock goes on by a second at each look: embedding, search, and the look at the whole.
    assert [[step.latency_ms for step in retrieval.steps] for retrieval in found] == [[250, 250]] * 4
    assert [retrieval.elapsed_ms for retrieval in found] == [750] * 4


def test_a_large_table_is_searched_for_few_questions_at_a_time(made: tuple[Config, Index], tmp_path: Path) -> None:
    assert counting(made).at_once == 64
    config, index = small_index(tmp_path, {"a.txt": "One line.\n" * 9000})
    assert len(index.chunks) == 9000
    assert Retriever(index, config=config.retrieval, embedder=embedder_for(config)).at_once == 29
