from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.config.model import Config, RetrievalConfig
from cairn_nb.corpus.locate import case_rank
from cairn_nb.errors import StoredIndexError
from cairn_nb.providers.catalog import rerank_model
from cairn_nb.providers.protocol import RerankReply
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.records import Case, Passage, Step, Support
from cairn_nb.retrieval import search as search_module
from cairn_nb.retrieval.index import Index, open_index
from cairn_nb.retrieval.retriever import Retrieval, Retriever
from cairn_nb.retrieval.rewrite import Rewriting
from tests.retrieval.making import CountingEmbedder, config_for, embedder_for, ingest, make_corpus

COLOURS = ["red", "blue", "green", "black", "white", "pink", "grey", "brown"]
QUESTION = "Which red box stands near the blue door?"


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Config:
    """64 one-sentence chunks, of which many tie."""
    folder = tmp_path_factory.mktemp("colours")
    texts = {
        f"{first}/{second}.txt": f"The {first} box stands near the {second} door.\n"
        for first in COLOURS
        for second in COLOURS
    }
    make_corpus(folder / "corpus", texts)
    made = config_for(folder)
    ingest(made)
    return made


@pytest.fixture(scope="module")
def index(config: Config) -> Index:
    return open_index(config)


def retriever(config: Config, index: Index, *, parts: dict[str, Any] | None = None, **settings: Any) -> Retriever:
    return Retriever(
        index,
        config=RetrievalConfig.model_validate(settings),
        embedder=CountingEmbedder(embedder_for(config)),
        **(parts or {}),
    )


def found(retrieving: Retriever, question: str = QUESTION) -> Retrieval:
    return asyncio.run(retrieving.retrieve(question))


def stages(retrieval: Retrieval) -> list[str]:
    return [step.stage for step in retrieval.steps]


class Reversing:
    """A reranker that turns the order round, and keeps what it was shown."""

    name, model = "reversing", "reversing-1"

    def __init__(self) -> None:
        self.texts: list[str] = []

    async def rerank(self, question: str, texts: Sequence[str]) -> RerankReply:  # noqa: ARG002 -- the protocol's
        self.texts = list(texts)
        return RerankReply(tuple(float(place) for place in range(len(texts))), "reversing-1", cost_usd=0.25)

    async def aclose(self) -> None:
        """Nothing is open."""


class Rephrasing:
    def __init__(self, *phrasings: str) -> None:
        self.phrasings = phrasings

    async def rewrite(self, question: str, *, trial: int = 0) -> Rewriting:  # noqa: ARG002 -- the protocol's
        return Rewriting(self.phrasings, Step(stage="rewrite", cost_usd=0.125))

    async def aclose(self) -> None:
        """Nothing is open."""


@pytest.mark.parametrize("mode", ["hybrid", "dense", "bm25"])
def test_the_right_chunk_comes_first(config: Config, index: Index, mode: str) -> None:
    retrieval = found(retriever(config, index, mode=mode))
    assert retrieval.passages[0].text == "The red box stands near the blue door."
    assert [passage.rank for passage in retrieval.passages] == list(range(1, 11))
    assert [passage.shown for passage in retrieval.passages] == [True] * 8 + [False] * 2
    assert len(retrieval.shown) == 8
    case = Case(id="a", question=QUESTION, support=(Support(doc="red/blue.txt", quote="near the blue door"),))
    assert case_rank(index.locator.locate(case), [passage.chunk_id for passage in retrieval.passages]) == 1


def test_each_mode_has_its_steps_and_scores(config: Config, index: Index) -> None:
    hybrid, dense, bm25 = (found(retriever(config, index, mode=mode)) for mode in ("hybrid", "dense", "bm25"))
    assert stages(hybrid) == stages(dense) == ["embed", "search"]
    assert stages(bm25) == ["search"]
    assert hybrid.steps[0].cost_usd == pytest.approx(1e-6)
    assert set(hybrid.passages[0].components) == {"dense", "bm25", "rrf"}
    assert set(dense.passages[0].components) == {"dense"}
    assert set(bm25.passages[0].components) == {"bm25"}
    for retrieval, name in ((hybrid, "rrf"), (dense, "dense"), (bm25, "bm25")):
        assert all(passage.score == passage.components[name] for passage in retrieval.passages)
    # First in both lists: 1/61 + 1/61.
    assert hybrid.passages[0].score == pytest.approx(2 / 61, abs=1e-12)
    assert hybrid.passages[0].components["dense"] == dense.passages[0].components["dense"]
    assert hybrid.passages[0].components["bm25"] == bm25.passages[0].components["bm25"]


def test_every_ranked_passage_has_its_dense_score(config: Config, index: Index) -> None:
    retrieval = found(retriever(config, index, candidates=2, k=2))
    assert all("dense" in passage.components for passage in retrieval.passages)


def test_equal_scores_are_ordered_by_chunk_id(config: Config, index: Index) -> None:
    retrieval = found(retriever(config, index, mode="bm25", k=50, candidates=50), "box")
    ids = [passage.chunk_id for passage in retrieval.passages]
    assert len({passage.score for passage in retrieval.passages}) == 1
    assert ids == sorted(index.chunk_by_id)[:50]


def head(retrieval: Retrieval, k: int) -> list[tuple[str, float, dict[str, float], bool]]:
    return [(passage.chunk_id, passage.score, passage.components, passage.shown) for passage in retrieval.passages[:k]]


@pytest.mark.parametrize("mode", ["hybrid", "dense", "bm25"])
@pytest.mark.parametrize(("k", "candidates"), [(1, 1), (3, 3), (8, 5), (5, 8), (3, 40), (12, 5)])
@pytest.mark.parametrize("rerank", [False, True])
@pytest.mark.parametrize("wordings", [(), ("a red box", "the blue door")])
def test_how_deep_it_is_measured_changes_nothing_that_is_shown(
    config: Config,
    index: Index,
    monkeypatch: pytest.MonkeyPatch,
    mode: str,
    k: int,
    candidates: int,
    rerank: bool,
    wordings: tuple[str, ...],
) -> None:
    settings: dict[str, Any] = {"mode": mode, "k": k, "candidates": candidates}
    results = []
    for depth in (1, 10, 30):
        monkeypatch.setattr(search_module, "METRIC_DEPTH", depth)
        monkeypatch.setattr("cairn_nb.retrieval.passages.METRIC_DEPTH", depth)
        parts: dict[str, Any] = {"reranker": Reversing() if rerank else None, "rewriter": Rephrasing(*wordings)}
        results.append(found(retriever(config, index, parts=parts, **settings)))
        assert len(results[-1].passages) == max(depth, k)
        assert len({passage.chunk_id for passage in results[-1].passages}) == max(depth, k)
    assert head(results[0], k) == head(results[1], k) == head(results[2], k)


def test_the_configured_candidates_count_in_every_mode(config: Config, index: Index) -> None:
    reranker = Reversing()
    for mode in ("dense", "bm25"):
        found(retriever(config, index, parts={"reranker": reranker}, mode=mode, k=2, candidates=4))
        assert len(reranker.texts) == 4
    found(retriever(config, index, parts={"reranker": reranker}, mode="dense", k=8, candidates=4))
    assert len(reranker.texts) == 8


def test_a_reranker_reorders_what_it_saw_and_the_rest_stays_behind(config: Config, index: Index) -> None:
    plain = found(retriever(config, index, mode="bm25", k=2))
    reranker = Reversing()
    settings: dict[str, Any] = {"mode": "bm25", "k": 2, "rerank": {"name": "x", "top": 4}}
    retrieval = found(retriever(config, index, parts={"reranker": reranker}, **settings))
    before = [passage.chunk_id for passage in plain.passages]
    assert [passage.chunk_id for passage in retrieval.passages] == [*reversed(before[:4]), *before[4:]]
    assert reranker.texts == [passage.text for passage in plain.passages[:4]]
    assert [passage.components.get("rerank") for passage in retrieval.passages[:5]] == [3.0, 2.0, 1.0, 0.0, None]
    assert retrieval.passages[0].score == 3.0
    assert retrieval.passages[0].components["bm25"] == plain.passages[3].components["bm25"]
    assert stages(retrieval) == ["search", "rerank"]
    assert retrieval.steps[-1].cost_usd == 0.25


def test_the_lexical_reranker_keeps_the_order_of_what_it_finds_equal(config: Config, index: Index) -> None:
    reranker = rerank_model("lexical", {}, limits=Limits(), cache=None)
    plain = found(retriever(config, index), "box door")
    retrieval = found(retriever(config, index, parts={"reranker": reranker}), "box door")
    assert [passage.chunk_id for passage in retrieval.passages] == [passage.chunk_id for passage in plain.passages]


def test_other_wordings_are_searched_and_fused(config: Config, index: Index) -> None:
    other = "The pink box stands near the grey door."
    settings: dict[str, Any] = {"mode": "dense", "k": 10, "candidates": 10}
    retrieving = retriever(config, index, parts={"rewriter": Rephrasing(other)}, **settings)
    retrieval = found(retrieving)
    sums: dict[str, float] = {}
    for wording in (QUESTION, other):
        for passage in found(retriever(config, index, **settings), wording).passages:
            sums[passage.chunk_id] = sums.get(passage.chunk_id, 0) + 1 / (60 + passage.rank)
    expected = sorted(sums, key=lambda chunk_id: (-round(sums[chunk_id], 12), chunk_id))
    assert [passage.chunk_id for passage in retrieval.passages] == expected[:10]
    assert stages(retrieval) == ["rewrite", "embed", "search"]
    assert set(retrieval.passages[0].components) == {"dense", "rrf"}
    (asked,) = retrieving._embedder.asked  # type: ignore[attr-defined]
    assert asked == ("query", (QUESTION, other))


def test_without_other_wordings_a_rewriter_changes_nothing(config: Config, index: Index) -> None:
    plain, rewritten = (
        found(retriever(config, index, parts={"rewriter": rewriter})) for rewriter in (None, Rephrasing())
    )
    assert plain.passages == rewritten.passages


def test_bm25_alone_asks_no_embedding_model(config: Config, index: Index) -> None:
    retrieving = retriever(config, index, mode="bm25")
    found(retrieving)
    assert retrieving._embedder.asked == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("question", ["", "?!", "zebra quagga"])
@pytest.mark.parametrize("mode", ["hybrid", "dense", "bm25"])
def test_questions_that_share_nothing(config: Config, index: Index, question: str, mode: str) -> None:
    parts = {"reranker": Reversing()}
    retrieval = found(retriever(config, index, parts=parts, mode=mode), question)
    if question != "zebra quagga" or mode == "bm25":
        assert retrieval.passages == ()


def test_fewer_chunks_than_asked_for(tmp_path: Path) -> None:
    make_corpus(tmp_path / "corpus", {"a.txt": "One red box.\n", "b.txt": "One blue box.\n"})
    small = config_for(tmp_path)
    ingest(small)
    retrieval = found(retriever(small, open_index(small)), "red box")
    assert [passage.source for passage in retrieval.passages] == ["a.txt", "b.txt"]
    assert all(passage.shown for passage in retrieval.passages)


def test_every_time_an_index_is_opened_or_built_the_numbers_are_the_same(config: Config, index: Index) -> None:
    questions = [f"{first} {second} door" for first in COLOURS for second in COLOURS[:2]]

    def run(opened: Index) -> list[tuple[Passage, ...]]:
        async def all_at_once() -> list[Retrieval]:
            retrieving = retriever(config, opened)
            return await asyncio.gather(*(retrieving.retrieve(question) for question in questions))

        return [retrieval.passages for retrieval in asyncio.run(all_at_once())]

    rebuilt = config.changed(name="rebuilt", index=config.index.changed(dir="elsewhere/index"))
    ingest(rebuilt)
    one_by_one = [found(retriever(config, index), question).passages for question in questions]
    assert run(index) == run(open_index(config)) == run(open_index(rebuilt)) == one_by_one


def test_another_embedding_model_is_refused(index: Index) -> None:
    other = config_for(Path(), embedding={"name": "hashing", "params": {"dim": 32}})
    with pytest.raises(StoredIndexError, match=r"embedder_params is \{'dim': 64\} in the index and \{'dim': 32\}"):
        Retriever(index, config=RetrievalConfig(), embedder=embedder_for(other))


def test_an_error_carries_what_was_paid_for_until_then(config: Config, index: Index) -> None:
    class Broken(Reversing):
        async def rerank(self, question: str, texts: Sequence[str]) -> RerankReply:  # noqa: ARG002 -- the protocol's
            raise RuntimeError("the server is gone")

    with pytest.raises(RuntimeError) as caught:
        found(retriever(config, index, parts={"reranker": Broken(), "rewriter": Rephrasing("a")}))
    assert [step.stage for step in caught.value.steps] == ["rewrite", "embed", "search"]  # type: ignore[attr-defined]


def test_closing_closes_every_part(config: Config, index: Index) -> None:
    closed: list[str] = []

    class Closing(Reversing):
        async def aclose(self) -> None:
            closed.append("reranker")

    asyncio.run(retriever(config, index, parts={"reranker": Closing()}).aclose())
    assert closed == ["reranker"]
