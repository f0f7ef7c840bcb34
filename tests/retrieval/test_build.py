from __future__ import annotations

import asyncio
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cairn_nb.errors import ConfigError, CorpusError, StorageError
from cairn_nb.files import atomic
from cairn_nb.records import Manifest
from cairn_nb.retrieval import steps
from cairn_nb.retrieval.build import abuild_index
from cairn_nb.retrieval.generations import current_generation
from cairn_nb.retrieval.index import open_index
from tests.retrieval.making import TEXTS, CountingEmbedder, chunk_texts, config_for, embedder_for, ingest, make_corpus


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_corpus(tmp_path / "corpus")
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_manifest_says_what_went_in(folder: Path) -> None:
    config = config_for(folder)
    manifest = ingest(config, embedder=CountingEmbedder(embedder_for(config)))
    index = open_index(config)
    assert index.manifest == manifest
    assert manifest.doc_count == len(index.documents) == len(TEXTS)
    assert manifest.chunk_count == len(index.chunks) == 10
    assert manifest.chunker_params == {"window": 1, "overlap": 0}
    assert (manifest.embedder, manifest.embedder_params, manifest.embedding_dim) == ("hashing", {"dim": 64}, 64)
    assert (manifest.embedding_tokens, manifest.embedding_cost_usd) == (10, pytest.approx(1e-5))
    assert set(manifest.files) == {
        "documents.jsonl",
        "ledger.json",
        "chunks.jsonl",
        "lexical/terms.json",
        "lexical/starts.npy",
        "lexical/rows.npy",
        "lexical/weights.npy",
        "vectors.npy",
    }
    assert set(index.ledger.read) == set(TEXTS)
    for chunk in index.chunks:
        document = next(document for document in index.documents if document.id == chunk.document_id)
        assert document.text[chunk.start : chunk.end] == chunk.text


def test_no_text_is_stored_twice(folder: Path) -> None:
    config = config_for(folder)
    ingest(config)
    generation = contents(current_generation(config.index_dir))
    assert [name for name, data in generation.items() if b"Helmets must be worn" in data] == ["documents.jsonl"]


def test_equal_input_gives_equal_bytes_and_the_same_generation(folder: Path) -> None:
    config = config_for(folder)
    first = ingest(config)
    before = contents(config.index_dir)
    assert ingest(config) == first
    assert contents(config.index_dir) == before

    elsewhere = config_for(folder, name="elsewhere", index={"dir": "other/index"})
    assert ingest(elsewhere).files == first.files


def test_configurations_share_what_they_agree_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []
    real = steps.load_documents

    def counting(place: Path, **globs: Any) -> Any:
        read.append(place)
        return real(place, **globs)

    monkeypatch.setattr(steps, "load_documents", counting)
    plain = config_for(folder)
    embedder = CountingEmbedder(embedder_for(plain))
    first = ingest(plain, embedder=embedder)
    other_mode = ingest(config_for(folder, name="bm25", retrieval={"mode": "bm25"}), embedder=embedder)
    assert len(read) == 1
    assert len(embedder.asked) == 1
    assert other_mode.files == first.files
    assert other_mode.embedding_cost_usd == first.embedding_cost_usd

    wider = config_for(folder, name="wider", ingest={"chunker": {"name": "fixed", "params": {}}})
    ingest(wider, embedder=embedder)
    assert len(read) == 1
    assert len(embedder.asked) == 2

    ingest(plain, embedder=CountingEmbedder(embedder_for(plain), model="other"))
    make_corpus(folder / "corpus", {"new.txt": "A new document.\n"})
    ingest(plain, embedder=embedder)
    assert len(read) == 2


def test_a_new_file_that_cannot_be_read_is_in_the_ledger_at_once(folder: Path) -> None:
    config = config_for(folder)
    assert ingest(config).skipped_count == 0
    make_corpus(folder / "corpus", {"table.csv": "a,b\n"})
    assert ingest(config).skipped_count == 1
    assert [skip.source for skip in open_index(config).ledger.skipped] == ["table.csv"]


def test_strict_refuses_and_leaves_the_old_index(folder: Path) -> None:
    config = config_for(folder)
    first = ingest(config, strict=True)
    make_corpus(folder / "corpus", {"table.csv": "a,b\n"})
    with pytest.raises(CorpusError, match=r"table\.csv"):
        ingest(config, strict=True)
    assert open_index(config).manifest == first


def test_a_corpus_that_changes_meanwhile_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = steps.load_documents

    def late(place: Path, **globs: Any) -> Any:
        make_corpus(place, {"late.txt": "Late.\n"})
        return real(place, **globs)

    monkeypatch.setattr(steps, "load_documents", late)
    with pytest.raises(CorpusError, match="changed while they were read"):
        ingest(config_for(folder))


def test_nothing_to_read_or_to_search(tmp_path: Path) -> None:
    config = config_for(tmp_path)
    with pytest.raises(CorpusError, match="no such folder"):
        ingest(config)
    make_corpus(tmp_path / "corpus", {"empty.txt": " \n"})
    with pytest.raises(CorpusError):
        ingest(config)
    assert not (config.index_dir / "current").exists()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"ingest": {"chunker": {"name": "sentence_windw"}}}, "did you mean 'sentence_window'"),
        ({"ingest": {"chunker": {"name": "fixed", "params": {"sise": 3}}}}, "did you mean 'size'"),
        ({"index": {"params": {"metric": "l2"}}}, r"index\.params\.metric: unknown parameter"),
    ],
)
def test_wrong_parts_are_named(folder: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        ingest(config_for(folder, **changes))


def test_a_full_disk_is_found_before_the_model_is_asked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = config_for(folder)
    embedder = CountingEmbedder(embedder_for(config))
    monkeypatch.setattr(atomic.shutil, "disk_usage", lambda _: SimpleNamespace(free=20 * 2**20))
    with pytest.raises(StorageError, match="has 20 MB free, 32 MB are needed"):
        ingest(config, embedder=embedder)
    assert embedder.asked == []


def test_a_place_that_cannot_be_written_is_found_before_the_model_is_asked(folder: Path) -> None:
    (folder / ".cairn").write_text("", encoding="utf-8")
    config = config_for(folder)
    embedder = CountingEmbedder(embedder_for(config))
    with pytest.raises(StorageError, match="cannot be written"):
        ingest(config, embedder=embedder)
    assert embedder.asked == []


def test_a_model_that_fails_leaves_the_old_index(folder: Path) -> None:
    config = config_for(folder)
    first = ingest(config)
    make_corpus(folder / "corpus", {"new.txt": "New.\n"})

    class Broken(CountingEmbedder):
        async def embed(self, texts: Any, *, kind: Any) -> Any:  # noqa: ARG002 -- the protocol's
            raise RuntimeError("the server is gone")

    with pytest.raises(RuntimeError):
        ingest(config, embedder=Broken(embedder_for(config)))
    (folder / "corpus" / "new.txt").unlink()
    assert open_index(config).manifest == first


def test_at_the_same_time_in_one_process(folder: Path) -> None:
    config = config_for(folder)
    embedder = CountingEmbedder(embedder_for(config))

    async def run() -> list[Manifest]:
        return await asyncio.gather(*(abuild_index(config, embedder=embedder) for _ in range(4)))

    manifests = asyncio.run(run())
    assert manifests == [open_index(config).manifest] * 4
    assert len(embedder.asked) == 1


def test_old_generations_go_but_the_one_before_stays(folder: Path) -> None:
    config = config_for(folder)
    for number in range(4):
        make_corpus(folder / "corpus", {"new.txt": f"Number {number}.\n"})
        ingest(config)
    generations = [path for path in config.index_dir.iterdir() if path.name.startswith("gen-")]
    assert len(generations) == 2
    assert "Number 3." in chunk_texts(open_index(config).chunks)


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be removed on Windows")
def test_an_index_stays_usable_when_it_is_replaced(folder: Path) -> None:
    config = config_for(folder)
    ingest(config)
    old = open_index(config)
    for number in range(3):
        make_corpus(folder / "corpus", {"new.txt": f"Number {number}.\n"})
        ingest(config)
    assert old.lexical.scores(["bonus"]).max() > 0
