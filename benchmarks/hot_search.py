"""Searching an index in each mode, beside rank_bm25 and bm25s alone on the same texts and questions."""

from __future__ import annotations

import asyncio
import json
import subprocess
import tempfile
from pathlib import Path

from peer_environment import environment
from scaling_corpus import write
from timing import cpu_ms, show

import cairn_nb
from cairn_nb.config.model import Config
from cairn_nb.providers.catalog import embedding_model
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.retrieval.index import Index, open_index
from cairn_nb.retrieval.retriever import Asked, Retriever

QUERIES, RANK_BM25_QUERIES, DEPTH = 200, 10, 40
PEERS = ("rank-bm25==0.2.2", "bm25s==0.2.14")
PEER = """
import json, sys, time
texts, questions, depth, few = json.load(open(sys.argv[1]))
import bm25s
from rank_bm25 import BM25Okapi
split = [text.lower().split() for text in texts]
asked = [question.lower().split() for question in questions]
slow, fast = BM25Okapi(split), bm25s.BM25()
fast.index(split, show_progress=False)
def each(run, how_many):
    run(asked[0])
    started = time.process_time()
    for tokens in asked[:how_many]:
        run(tokens)
    return 1000 * (time.process_time() - started) / how_many
def okapi(tokens):
    scores = slow.get_scores(tokens)
    return scores.argsort()[::-1][:depth]
print(json.dumps({
    "bm25s alone": each(lambda t: fast.retrieve([t], k=depth, show_progress=False), len(asked)),
    "rank_bm25 alone": each(okapi, few),
}))
"""


def measure(chunks: int) -> None:
    """One table: CPU milliseconds a question."""
    with tempfile.TemporaryDirectory() as folder:
        config = cairn_nb.load_config(write(Path(folder) / "project", chunks=chunks, questions=QUERIES))
        cairn_nb.ingest(config)
        index = open_index(config)
        questions = [
            json.loads(line)["question"] for line in config.golden_path.read_text(encoding="utf-8").splitlines()
        ]
        ours = cpu_ms(
            {
                f"{mode}, {how}": _search(config, index, mode, questions, together=how == "as in a run")
                for mode in ("bm25", "dense", "hybrid")
                for how in ("each alone", "as in a run")
            }
        )
        peers = _peers(index, questions, Path(folder) / "texts.json")
    title = f"search of {chunks} chunks, CPU ms a question (rank_bm25 and bm25s: lexical alone, split on blanks)"
    show(title, {name: ms / QUERIES for name, ms in ours.items()} | peers)


def _search(config: Config, index: Index, mode: str, questions: list[str], *, together: bool):  # type: ignore[no-untyped-def]
    limits = Limits(attempt_timeout_s=1, max_attempts=1, concurrency=1)
    embedder = embedding_model(config.embedding.name, config.embedding.params, limits=limits, cache=None)
    retriever = Retriever(index, config=config.retrieval.changed(mode=mode), embedder=embedder)

    async def all_questions() -> None:
        if together:
            await retriever.retrieve_all([Asked(question) for question in questions])
            return
        for question in questions:
            await retriever.retrieve(question)

    return lambda: asyncio.run(all_questions())


def _peers(index: Index, questions: list[str], path: Path) -> dict[str, float]:
    path.write_text(json.dumps([[chunk.text for chunk in index.chunks], questions, DEPTH, RANK_BM25_QUERIES]))
    try:
        python = str(environment("lexical", PEERS) / "python")
    except subprocess.CalledProcessError as error:
        print(f"rank_bm25 and bm25s are left out: they cannot be installed ({error})")
        return {}
    done = subprocess.run([python, "-c", PEER, str(path)], stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found
