from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.errors import CorpusError, StoredIndexError
from cairn_nb.records import Case, Support
from cairn_nb.retrieval import index as index_module
from cairn_nb.retrieval.generations import current_generation
from cairn_nb.retrieval.index import open_index
from tests.retrieval.making import TEXTS, config_for, ingest, make_corpus, small_index

FILES = [
    "documents.jsonl",
    "ledger.json",
    "chunks.jsonl",
    "lexical/terms.json",
    "lexical/starts.npy",
    "lexical/rows.npy",
    "lexical/weights.npy",
    "vectors.npy",
]


def test_everything_is_there(tmp_path: Path) -> None:
    _, index = small_index(tmp_path)
    chunk = next(chunk for chunk in index.chunks if "900 euros" in chunk.text)
    assert index.chunk_by_id[chunk.id] is chunk
    case = Case(id="a", question="?", support=(Support(doc="pay/bonus.txt", quote="900 euros"),))
    assert index.locator.locate(case)[0].groups == ((chunk.id,),)
    assert [index.chunks[row].id for row in sorted(range(10), key=lambda row: index.ties[row])] == sorted(
        index.chunk_by_id
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"ingest": {"chunker": {"name": "sentence_window", "params": {"window": 2, "overlap": 0}}}},
            r"chunker_params is \{'window': 1, 'overlap': 0\} in the index and \{'window': 2, 'overlap': 0\} in",
        ),
        ({"ingest": {"chunker": {"name": "fixed"}}}, "chunker is sentence_window in the index and fixed in"),
        ({"embedding": {"name": "hashing", "params": {"dim": 32}}}, r"embedder_params is \{'dim': 64\} in the index"),
        ({"embedding": {"name": "openai", "params": {"model": "m"}}}, "embedder is hashing in the index and openai"),
        ({"index": {"backend": "lancedb"}}, "backend is numpy in the index and lancedb in"),
    ],
)
def test_another_configuration_is_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    small_index(tmp_path)
    with pytest.raises(StoredIndexError, match=f"was built from something else: .*{message}.*cairn ingest"):
        open_index(config_for(tmp_path, **changes))


def test_every_differing_field_is_named(tmp_path: Path) -> None:
    config, _ = small_index(tmp_path)
    ingest_config = config.ingest.changed(exclude=("*.html",), max_chunk_chars=500)
    with pytest.raises(StoredIndexError) as caught:
        open_index(config.changed(ingest=ingest_config))
    assert r"exclude is [] in the index and ['*.html'] in the configuration" in str(caught.value)
    assert "max_chunk_chars is 4000 in the index and 500 in the configuration" in str(caught.value)
    assert "corpus_hash" not in str(caught.value)


def test_settings_that_change_nothing_stored_are_no_matter(tmp_path: Path) -> None:
    config, index = small_index(tmp_path)
    same = config.changed(
        retrieval=config.retrieval.changed(mode="dense", k=3),
        calibration=config.calibration.changed(alpha=0.3),
        ingest=config.ingest.changed(chunker=config.ingest.chunker),
    )
    assert open_index(same).manifest == index.manifest


def test_defaults_may_be_written_out(tmp_path: Path) -> None:
    make_corpus(tmp_path / "corpus")
    ingest(config_for(tmp_path, ingest={}, embedding={"name": "hashing"}))
    written = {"chunker": {"name": "sentence_window", "params": {"window": 6, "overlap": 2}}}
    open_index(config_for(tmp_path, ingest=written, embedding={"name": "hashing", "params": {"dim": 512}}))


@pytest.mark.parametrize("change", ["edit", "add", "remove"])
def test_another_corpus_is_refused(tmp_path: Path, change: str) -> None:
    config, _ = small_index(tmp_path)
    if change == "edit":
        make_corpus(tmp_path / "corpus", {"leave.md": TEXTS["leave.md"].replace("25", "26")})
    elif change == "add":
        make_corpus(tmp_path / "corpus", {"new.txt": "New.\n"})
    else:
        (tmp_path / "corpus" / "safety.html").unlink()
    with pytest.raises(StoredIndexError, match=r"corpus_hash is .* in the index and .* in the corpus now"):
        open_index(config)


def test_other_line_ends_are_the_same_corpus(tmp_path: Path) -> None:
    config, index = small_index(tmp_path)
    make_corpus(tmp_path / "corpus", {name: text.replace("\n", "\r\n") for name, text in TEXTS.items()})
    assert open_index(config).manifest == index.manifest
    assert ingest(config) == index.manifest


def test_a_missing_corpus_is_the_corpus_s_fault(tmp_path: Path) -> None:
    config, _ = small_index(tmp_path)
    shutil.rmtree(tmp_path / "corpus")
    with pytest.raises(CorpusError, match="no such folder"):
        open_index(config)


@pytest.mark.parametrize("name", [*FILES, "manifest.json"])
@pytest.mark.parametrize("damage", ["edit", "edit in place", "truncate", "remove"])
def test_damage_is_named_and_mended_by_ingest(tmp_path: Path, name: str, damage: str) -> None:
    config, index = small_index(tmp_path)
    path = current_generation(config.index_dir) / name
    data = path.read_bytes()
    if damage != "edit in place":
        path.unlink()
    if damage.startswith("edit"):
        path.write_bytes(data[:-2] + bytes([data[-2] ^ 1]) + data[-1:])
    elif damage == "truncate":
        path.write_bytes(data[: len(data) // 2])
    with pytest.raises(StoredIndexError, match=rf"{path.name}"):
        open_index(config)
    ingest(config)
    assert open_index(config).manifest.files == index.manifest.files


def test_a_forged_answer_in_the_index_is_refused(tmp_path: Path) -> None:
    config, _ = small_index(tmp_path)
    path = current_generation(config.index_dir) / "documents.jsonl"
    path.write_bytes(path.read_bytes().replace(b"900 euros", b"999 euros"))
    with pytest.raises(StoredIndexError, match="was damaged or edited"):
        open_index(config)


def test_a_manifest_that_was_made_to_fit_is_refused(tmp_path: Path) -> None:
    config, index = small_index(tmp_path)
    path = current_generation(config.index_dir) / "manifest.json"
    path.write_text(path.read_text(encoding="utf-8").replace(index.manifest.corpus_hash, "0" * 64), encoding="utf-8")
    with pytest.raises(StoredIndexError, match="it is not the manifest of its folder"):
        open_index(config)


@pytest.mark.parametrize("content", ["gen-0123456789abcdef\n", "../secret", "", "gen-../x"])
def test_a_pointer_that_leads_nowhere(tmp_path: Path, content: str) -> None:
    config, _ = small_index(tmp_path)
    (config.index_dir / "current").write_text(content, encoding="utf-8")
    with pytest.raises(StoredIndexError, match="names the folder"):
        open_index(config)


def test_no_index(tmp_path: Path) -> None:
    make_corpus(tmp_path / "corpus")
    with pytest.raises(StoredIndexError, match=r"there is no index.*run `cairn ingest`"):
        open_index(config_for(tmp_path))


def test_an_index_replaced_while_it_is_opened_is_opened_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config, _ = small_index(tmp_path)
    real = index_module.read_manifest
    replaced = False

    def slow(folder: Path) -> Any:
        nonlocal replaced
        if not replaced:
            replaced = True
            make_corpus(tmp_path / "corpus", {"new.txt": "New.\n"})
            ingest(config)
            shutil.rmtree(folder)
        return real(folder)

    monkeypatch.setattr(index_module, "read_manifest", slow)
    assert len(open_index(config).documents) == len(TEXTS) + 1
