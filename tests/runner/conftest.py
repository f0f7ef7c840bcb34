"""A small real project and a real loopback model server."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml
from aiohttp import web

from cairn_nb.config import Config, load_config

TEAMS = (
    *("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "harbor"),
    *("indigo", "juniper", "kestrel", "lotus", "maple", "north", "onyx", "poplar"),
)
FACTS = ("notice period", "travel budget", "reply time", "probation")
UNITS = ("days", "dollars", "hours", "weeks")


def write_corpus(folder: Path, teams: Sequence[str] = TEAMS) -> None:
    """One document a team, one sentence a fact."""
    for number, team in enumerate(teams):
        lines = [f"# The {team} team", ""]
        lines += [_sentence(team, number, which) + "\n" for which in range(len(FACTS))]
        path = folder / f"{team}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines), encoding="utf-8")


def _value(number: int, which: int) -> str:
    return f"{10 + 7 * number + which} {UNITS[which]}"


def _sentence(team: str, number: int, which: int) -> str:
    return f"The {FACTS[which]} of the {team} team is {_value(number, which)}."


def write_golden(path: Path, teams: Sequence[str] = TEAMS) -> None:
    """Four answerable questions a team and one that no document answers."""
    rows: list[dict[str, Any]] = []
    for number, team in enumerate(teams):
        for which, fact in enumerate(FACTS):
            rows.append(
                {
                    "id": f"{team}-{which}",
                    "question": f"What is the {fact} of the {team} team?",
                    "answerable": True,
                    "expected_answer": _value(number, which),
                    "support": [{"doc": f"{team}.md", "quote": _sentence(team, number, which)}],
                    "tags": ["direct"],
                }
            )
        rows.append(
            {
                "id": f"{team}-none",
                "question": f"Who paints lighthouses near {team} on quiet mornings?",
                "answerable": False,
                "expected_answer": None,
                "support": [],
            }
        )
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@dataclass(frozen=True)
class Project:
    """A folder with a corpus, a golden set and an experiment file."""

    folder: Path
    path: Path

    def served_by(self, server: ModelServer, **overrides: Any) -> dict[str, Any]:
        """Overrides that make a loopback server the generator."""
        params = {"model": "m", "base_url": server.url, "price": {"input": 1.0, "output": 2.0}}
        provider = {"name": "openai", "params": params}
        return {"generation__provider": provider, "evaluation__latency_probe_questions": 0, **overrides}

    def config(self, **overrides: Any) -> Config:
        """The configuration; a double underscore in a name stands for a dot."""
        return load_config(self.path, {key.replace("__", "."): value for key, value in overrides.items()})

    @property
    def reports(self) -> Path:
        """Where this project's reports go."""
        return self.folder / "reports"


MakeProject = Callable[..., Project]


@pytest.fixture
def make_project(tmp_path: Path) -> MakeProject:
    """Make a project in its own folder, with any keys of the experiment file."""

    def make(name: str = "tiny", folder: Path | None = None, **sections: Any) -> Project:
        place = folder or tmp_path / "project"
        write_corpus(place / "docs")
        write_golden(place / "cases.jsonl")
        content = {
            "name": name,
            "corpus": "docs",
            "golden": "cases.jsonl",
            "calibration": {"alpha": 0.3, "split": 0.5},
            "stats": {"n_boot": 200},
            **sections,
        }
        path = place / f"{name}.yaml"
        path.write_text(yaml.safe_dump(content), encoding="utf-8")
        return Project(place, path)

    return make


QUESTION = re.compile(r"<question>\s*(.*?)\s*</question>", re.DOTALL)


@dataclass
class ModelServer:
    """Counts requests by question, answers after `latency_s`, and can be told to fail.

    `says` is what it answers whatever it is asked; with `echo_system` it repeats the system prompt.
    `script` maps a question to a status code, to ``drop``, ``garbage`` or ``hang``, or to None for an answer.
    """

    port: int = 0
    latency_s: float = 0.0
    script: Callable[[str], int | str | None] = lambda _: None
    asked: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    n_requests: int = 0
    says: str | None = None
    echo_system: bool = False

    @property
    def url(self) -> str:
        """The base URL for a provider's parameters."""
        return f"http://127.0.0.1:{self.port}/v1"

    async def chat(self, request: web.Request) -> web.StreamResponse:
        """POST /v1/chat/completions."""
        body = await request.json()
        found = QUESTION.search("\n".join(message["content"] for message in body["messages"][1:]))
        question = found.group(1) if found else "?"
        self.n_requests += 1
        self.asked[question] += 1
        told = self.script(question)
        await asyncio.sleep(30.0 if told == "hang" else self.latency_s)
        if isinstance(told, int):
            headers = {"retry-after": "0"} if told == 429 else {}
            return web.json_response({"error": {"message": f"told to say {told}"}}, status=told, headers=headers)
        if told == "drop":
            assert request.transport is not None
            request.transport.close()
            return web.Response()
        self.answered[question] += 1
        content = "this is not JSON" if told == "garbage" else json.dumps(_reply(question, self._answer(body)))
        return web.json_response(
            {
                "id": "c",
                "object": "chat.completion",
                "model": body["model"],
                "choices": [
                    {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}
                ],
                "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
            }
        )

    def _answer(self, body: dict[str, Any]) -> str | None:
        return body["messages"][0]["content"] if self.echo_system else self.says


def _reply(question: str, answer: str | None) -> dict[str, Any]:
    return {
        "answer": answer or f"About: {question}",
        "claims": [],
        "confidence_self": (len(question) % 10) / 10,
        "abstain": answer is None and len(question) % 7 == 0,
    }


async def _left() -> None:
    """End what still answers a client that hung up: the server no longer knows of it."""
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


@pytest.fixture
def model_server() -> Iterator[ModelServer]:
    """A real HTTP server on a free port, in a thread of its own."""
    server = ModelServer()
    ready, loop = threading.Event(), asyncio.new_event_loop()

    async def serve() -> web.AppRunner:
        app = web.Application(client_max_size=2**24)
        app.router.add_post("/v1/chat/completions", server.chat)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        server.port = runner.addresses[0][1]
        ready.set()
        return runner

    def work() -> None:
        asyncio.set_event_loop(loop)
        runner = loop.run_until_complete(serve())
        loop.run_forever()
        loop.run_until_complete(runner.cleanup())
        loop.run_until_complete(_left())
        loop.close()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    assert ready.wait(10)
    yield server
    loop.call_soon_threadsafe(loop.stop)
    thread.join(10)
