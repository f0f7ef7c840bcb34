"""Which cassette is in force, and the two ways of asking through it: adding to it, and from it alone.

A call is known by the piece of work that makes it (its lane), the digest of the model and the whole request, and,
where one piece makes the same call again, by the how manieth it is. So trials, samples and equal questions each keep
replies of their own, in whatever order the pieces are done.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, Protocol, TypeVar

from cairn_nb.errors import AuthenticationError, CassetteError, InputError, ProviderError
from cairn_nb.files.jsonl import Row
from cairn_nb.providers.cassette.errors import as_error, from_error
from cairn_nb.providers.cassette.file import CassetteFile, opened_for_recording, opened_for_replay
from cairn_nb.providers.cassette.lines import CallKey

PROBE = "probe"
INGESTION = "ingestion"  # every configuration's: equal texts have equal vectors, and are kept once
OUTSIDE = "outside a case"

Reply = TypeVar("Reply")


@dataclass(frozen=True)
class Call:
    """A call about to be made: the digest of model and request, and who is asked for what, for a person."""

    digest: str
    model: str
    purpose: str


class Coding(Protocol[Reply]):
    """A kind of reply as plain data and back."""

    def encode(self, reply: Reply) -> Row:
        """As plain data."""

    def decode(self, row: Mapping[str, Any]) -> Reply:
        """A reply that was made before: marked `cached`, and nothing spent on it."""


class Session:
    """A cassette in use. It belongs to one run, and is asked from that run's loop alone."""

    def __init__(self, file: CassetteFile) -> None:
        self.file = file
        self._seen: Counter[tuple[str, str]] = Counter()

    @property
    def is_replay(self) -> bool:
        """Whether models are never asked."""
        return self.file.ledger is None

    @property
    def token(self) -> str:
        """What keeps the ledgers of this cassette's runs apart from all others."""
        if self.file.digest is not None:
            return f"replay-{self.file.digest.removeprefix('sha256:')[:12]}"
        return f"record-{self.file.held.id[:12]}"

    @property
    def note(self) -> dict[str, str] | None:
        """What a report says about a replay; null while recording."""
        return None if self.file.digest is None else {"cassette": self.file.path.name, "digest": self.file.digest}

    async def reply(self, call: Call, ask: Callable[[], Awaitable[Reply]], coding: Coding[Reply]) -> Reply:
        """The kept reply; in a recording, where there is none, the model's own, which is kept.

        A failure is kept too and comes again in a replay; a recording that is continued asks again.

        Raises
        ------
        CassetteError
            In a replay, if the call is not in the cassette.
        ProviderError
            The model's, now or then.
        """
        key = self._key(call)
        kept = self.file.held.calls.get(key)
        if self.is_replay:
            return self._replayed(kept, call, key, coding)
        if kept is not None and "reply" in kept and not is_probe(key.lane):
            return self._decoded(kept, call, coding)
        return await self._recorded(call, key, ask, coding)

    def _key(self, call: Call) -> CallKey:
        place = (lane(), call.digest)
        if place[0] == INGESTION:
            return CallKey(*place, 0)
        self._seen[place] += 1
        return CallKey(*place, self._seen[place] - 1)

    def _replayed(self, kept: Row | None, call: Call, key: CallKey, coding: Coding[Reply]) -> Reply:
        if kept is None:
            self._refuse(f"no reply of {call.model} to the call {call.purpose!r} of {key.lane}")
        if "error" in kept:
            raise as_error(kept["error"])
        return self._decoded(kept, call, coding)

    def _decoded(self, kept: Row, call: Call, coding: Coding[Reply]) -> Reply:
        try:
            return coding.decode(kept["reply"])
        except (ValueError, KeyError, TypeError) as error:
            problem = f"the reply of {call.model} to the call {call.purpose!r} of {kept['lane']} cannot be read"
            raise CassetteError(problem, path=self.file.path, hint="record the run anew") from error

    async def _recorded(
        self, call: Call, key: CallKey, ask: Callable[[], Awaitable[Reply]], coding: Coding[Reply]
    ) -> Reply:
        row = {"call": key.digest, "lane": key.lane, "n": key.n, "model": call.model, "purpose": call.purpose}
        try:
            reply = await ask()
        except AuthenticationError:
            raise
        except (ProviderError, asyncio.CancelledError) as error:
            self.file.add({**row, "error": from_error(error)})
            raise
        self.file.add({**row, "reply": coding.encode(reply)})
        return reply

    def made(self, digest: str) -> Row:
        """What is kept about a model.

        Raises
        ------
        CassetteError
            If this model was not asked when the cassette was recorded.
        """
        kept = self.file.held.models.get(digest.partition(":")[2])
        if kept is None:
            self._refuse(f"the model {digest.partition(':')[0]} with these parameters was not asked in it")
        return kept

    def keep_made(self, digest: str, row: Mapping[str, Any]) -> None:
        """Keep what a replay must know about a model."""
        made = digest.partition(":")[2]
        if made not in self.file.held.models:
            self.file.add({"made": made, **row})

    def probes(self, name: str) -> list[Row]:
        """The kept calls of the latency probe of a configuration."""
        return self.file.held.probes.get(name, [])

    def keep_probe(self, name: str, row: Row) -> None:
        """Keep a call of the latency probe; a replay only reads them."""
        if not self.is_replay:
            self.file.add({"probe": row, "lane": name})

    def _refuse(self, problem: str) -> NoReturn:
        path = self.file.path
        hint = f"what is asked differs from what was recorded; add it by a run with --record {path}"
        raise CassetteError(problem, path=path, hint=hint)


_SESSION: ContextVar[Session | None] = ContextVar("cassette", default=None)
_LANE: ContextVar[str] = ContextVar("lane", default=OUTSIDE)


def in_force() -> Session | None:
    """The cassette of the run that asks; null in a run without one."""
    return _SESSION.get()


def lane() -> str:
    """The piece of work that is being done."""
    return _LANE.get()


def is_probe(name: str) -> bool:
    """Whether a lane is one of the latency probe, whose calls are made anew to be timed."""
    return name.startswith(f"{PROBE} ")


@contextlib.contextmanager
def working_on(name: str) -> Iterator[None]:
    """Calls inside the block belong to this piece of work."""
    token = _LANE.set(name)
    try:
        yield
    finally:
        _LANE.reset(token)


@contextlib.contextmanager
def keeping_calls(*, record: Path | str | None = None, replay: Path | str | None = None) -> Iterator[None]:
    """Models that are made inside the block are recorded, or replayed; neither, when no file is named.

    Parameters
    ----------
    record
        Every call and reply is added to this file; what it holds already is not asked again.
    replay
        Every reply comes from this file; no model is asked, and no key is needed.

    Raises
    ------
    InputError
        If both are named.
    CassetteError
        If the file is missing where it is replayed, or a line of it is damaged.
    StorageError
        If it cannot be written, or another run is recording it.
    """
    if record is not None and replay is not None:
        raise InputError("a run is recorded or replayed, not both", key="record, replay", hint="name one of them")
    if record is None and replay is None:
        yield
        return
    with contextlib.ExitStack() as stack:
        if replay is not None:
            file = opened_for_replay(Path(replay))
        else:
            file = stack.enter_context(opened_for_recording(Path(str(record))))
        token = _SESSION.set(Session(file))
        stack.callback(_SESSION.reset, token)
        yield
