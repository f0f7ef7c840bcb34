"""Models whose calls go through the cassette in force. In a replay the model itself is never made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from cairn_nb.errors import CassetteError
from cairn_nb.files.jsonl import Row
from cairn_nb.providers.caching.cache import content_key, text_key
from cairn_nb.providers.cassette.codings import ChatCoding, EmbeddingCoding, RerankCoding
from cairn_nb.providers.cassette.session import Call, Session, in_force
from cairn_nb.providers.protocol import (
    ChatModel,
    EmbeddingModel,
    EmbeddingReply,
    RerankModel,
    RerankReply,
    TextKind,
)
from cairn_nb.records.chat import ChatReply, ChatRequest

NO_PART_OF_A_REQUEST = ("api_key_env", "price", "batch_size")
COMPUTED = frozenset({"hashing"})  # arithmetic on words, many questions at once: the same everywhere

Model = TypeVar("Model", ChatModel, EmbeddingModel, RerankModel)


class _Kept(Generic[Model]):
    """A model behind a session; without `inner`, in a replay, it is what the cassette says of it."""

    kind = ""

    def __init__(self, session: Session, component: str, params: Mapping[str, Any], inner: Model | None) -> None:
        self._session = session
        self._inner: Model | None = inner
        told = {name: value for name, value in params.items() if name not in NO_PART_OF_A_REQUEST}
        self._identity = content_key({self.kind: component, "params": told})
        made = f"{component}:{self._identity}"
        if inner is not None:
            session.keep_made(made, {"kind": self.kind, "name": inner.name, **self._about(inner)})
        self._made = session.made(made)

    @property
    def name(self) -> str:
        """The component's name."""
        return str(self._made["name"])

    @property
    def model(self) -> str | None:
        """The provider's name for the model."""
        return self._made.get("model")

    async def aclose(self) -> None:
        """Close the model that was asked, if one was."""
        if self._inner is not None:
            await self._inner.aclose()

    def _about(self, inner: Model) -> Row:
        return {"model": getattr(inner, "model", None)}

    def _call(self, purpose: str, *texts: str) -> Call:
        shown = self.name if self.model is None else f"{self.name}:{self.model}"
        return Call(text_key(self._identity, purpose, *texts), f"the {self.kind} model {shown}", purpose)

    def _asked(self) -> Model:
        inner: Model | None = self._inner
        if inner is None:
            raise CassetteError("a replay asks no model", path=self._session.file.path)
        return inner


class KeptChat(_Kept[ChatModel]):
    """A chat model behind a cassette."""

    kind = "chat"

    async def complete(self, request: ChatRequest) -> ChatReply:
        """The kept reply or the model's; raises as `Session.reply`."""
        call = self._call(request.purpose, request.model_dump_json())
        return await self._session.reply(call, lambda: self._asked().complete(request), ChatCoding())


class KeptEmbedding(_Kept[EmbeddingModel]):
    """An embedding model behind a cassette."""

    kind = "embedding"

    @property
    def dim(self) -> int:
        """Numbers in a vector."""
        return int(self._made["dim"])

    @property
    def params(self) -> dict[str, Any]:
        """Every parameter that changes a vector."""
        return dict(self._made["params"])

    async def embed(self, texts: Sequence[str], *, kind: TextKind) -> EmbeddingReply:
        """The kept vectors or the model's; raises as `Session.reply`."""
        call = self._call(f"embed {kind}", *texts)
        return await self._session.reply(call, lambda: self._asked().embed(texts, kind=kind), EmbeddingCoding())

    def _about(self, inner: EmbeddingModel) -> Row:
        params = inner.params
        return {"model": params.get("model"), "dim": inner.dim, "params": params}


class KeptRerank(_Kept[RerankModel]):
    """A rerank model behind a cassette."""

    kind = "rerank"

    async def rerank(self, question: str, texts: Sequence[str]) -> RerankReply:
        """The kept scores or the model's; raises as `Session.reply`."""
        call = self._call("rerank", question, *texts)
        return await self._session.reply(call, lambda: self._asked().rerank(question, texts), RerankCoding())


def kept_chat(component: str, params: Mapping[str, Any], make: Callable[[], ChatModel]) -> ChatModel:
    """The model that `make` gives, through the cassette in force if there is one; it is not made in a replay.

    Raises
    ------
    CassetteError
        In a replay, if the cassette does not know it; else what `make` raises.
    """
    session = in_force()
    if session is None:
        return make()
    return KeptChat(session, component, params, None if session.is_replay else make())


def kept_embedding(component: str, params: Mapping[str, Any], make: Callable[[], EmbeddingModel]) -> EmbeddingModel:
    """The same for an embedding model; one that is only computed is made and computes."""
    session = in_force()
    if session is None or component in COMPUTED:
        return make()
    return KeptEmbedding(session, component, params, None if session.is_replay else make())


def is_recorded(component: str) -> bool:
    """Whether the calls of an embedding model are being added to a cassette now."""
    session = in_force()
    return session is not None and not session.is_replay and component not in COMPUTED


def kept_rerank(component: str, params: Mapping[str, Any], make: Callable[[], RerankModel]) -> RerankModel:
    """The same for a rerank model."""
    session = in_force()
    if session is None:
        return make()
    return KeptRerank(session, component, params, None if session.is_replay else make())
