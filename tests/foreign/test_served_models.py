"""A model behind HTTP that misbehaves: every failure is a typed outcome of its case, and a bad run is no verdict."""

from __future__ import annotations

import json
import re
import socket
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.foreign.conftest import TOWNS
from tests.foreign.projects import Project
from tests.foreign.refusal import refused
from tests.providers.loopback import Behaviour, LoopbackServer, Received, answer, chat_completion, failure, serving

EVAL = ("eval", "-c", "small.yaml", "--headless", "--split", "all")
ASKED = re.compile(r"<question>\s*(.*?)\s*</question>", re.DOTALL)
HANG_S = 1.5
# What the server does with every question about a town; the others are answered.
FAULTS = {
    "Alder": "rate_limit",
    "Birch": "timeout",
    "Cedar": "malformed_reply",
    "Elm": "connection",
    "Fir": "connection",
    "Hazel": "server",
}


def _prompt(request: Received) -> str:
    return "\n".join(message["content"] for message in request.body["messages"][1:])


def _asked(request: Received) -> str:
    found = ASKED.search(_prompt(request))
    assert found is not None
    return found[1]


def _told(request: Received) -> Behaviour:
    town = next(name for name in TOWNS if name in _asked(request))
    said = answer(chat_completion(json.dumps(_reply(request))))
    faults = {
        "Alder": failure(429, "slow down", {"retry-after": "0"}),
        "Birch": Behaviour(body=said.body, delay_s=HANG_S),
        "Cedar": answer(chat_completion("I would rather not say it in JSON")),
        "Elm": Behaviour(drop=True),
        "Fir": Behaviour(body=said.body, cut=True),
        "Hazel": failure(503, "overloaded"),
    }
    return faults.get(town, said)


def _reply(request: Received) -> dict[str, Any]:
    """A model that knows the year, because the passage with the question's words says it."""
    question, text = _asked(request), _prompt(request)
    wanted = re.search(r"the (\w+) of (\w+) built", question)
    found = wanted and re.search(rf"The {wanted[1]} of {wanted[2]} was built in (\d+)\.", text)
    said = {"answer": found[1] if found else "", "claims": [], "confidence_self": 0.9 if found else 0.1}
    return {**said, "abstain": not found}


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with serving(_told) as running:
        yield running


def served(project: Project, url: str, **evaluation: Any) -> Project:
    params = {"model": "m", "base_url": f"{url}/v1", "price": {"input": 1.0, "output": 2.0}}
    bounds = {"attempt_timeout_s": 0.3, "max_attempts": 2, "concurrency": 8, "latency_probe_questions": 0}
    settings = {**bounds, **evaluation}
    project.configure(
        "small",
        generation={"provider": {"name": "openai", "params": params}},
        calibration={"alpha": 0.3, "split": 0.5},
        stats={"n_boot": 200},
        evaluation=settings,
    )
    return project


def test_each_failure_is_a_typed_outcome_and_the_gate_refuses_the_run(project: Project, server: LoopbackServer) -> None:
    done = served(project, server.url).ok(*EVAL, "--out", "failing.json")
    report = project.report("failing.json")
    rows = {row["case_id"]: row for row in report["per_case"]}
    for case_id, row in rows.items():
        expected = FAULTS.get(case_id.partition("-")[0])
        assert (row["status"] == "error") == (expected is not None)
        assert row["error_kind"] == expected
        if expected is not None:
            assert row["outcomes"]["latency_ms"] == ("timeout" if expected == "timeout" else "error")
            assert row["error"]
    # Six towns of four questions each failed, of twelve towns.
    assert Counter(row["error_kind"] for row in rows.values()) == {
        None: 24, "connection": 8, "rate_limit": 4, "timeout": 4, "malformed_reply": 4, "server": 4,
    }  # fmt: skip
    assert report["complete"] is False
    assert "incomplete: 24 of 48 cases failed (8 connection, 4 malformed_reply, 4 rate_limit, 4 server, 4 timeout)" in (
        done.err
    )
    # 18 of the 24 others are answerable and were answered right; the errors enter no rate.
    assert report["abstention"]["answerable_answered_rate"] == 1.0
    assert report["retrieval"]["n_with_support"] <= 36
    for baseline, candidate in (("base.json", "failing.json"), ("failing.json", "failing.json")):
        verdict = refused(project, "gate", "--headless", "--baseline", baseline, "--candidate", candidate, says=())
        assert "no verdict" in verdict.out


def test_an_incomplete_run_never_becomes_the_baseline_and_going_on_asks_only_what_failed(
    project: Project, server: LoopbackServer
) -> None:
    served(project, server.url, max_attempts=1)
    latest = project.folder / "reports/latest/small.json"
    latest.unlink(missing_ok=True)
    project.ok("eval", "-c", "small.yaml", "--headless")
    assert not latest.exists()
    answered = {_asked(request) for request in server.received} - {
        _asked(request) for request in server.received if any(town in _asked(request) for town in FAULTS)
    }
    server.received.clear()
    server.usual = lambda request: answer(chat_completion(json.dumps(_reply(request))))
    project.ok("eval", "-c", "small.yaml", "--headless")
    assert latest.exists() and json.loads(latest.read_text(encoding="utf-8"))["complete"] is True
    again = {_asked(request) for request in server.received}
    assert again and not again & answered


def test_a_few_failures_are_counted_and_the_run_is_whole(project: Project, server: LoopbackServer) -> None:
    done = served(project, server.url, max_error_rate=0.6).ok(*EVAL, "--out", "few.json")
    report = project.report("few.json")
    assert report["complete"] is True
    assert "24 of 48 cases failed" in done.err and "incomplete" not in done.err
    assert project.cairn("gate", "--headless", "--baseline", "few.json", "--candidate", "few.json").code in {0, 1}


def test_a_pause_that_the_server_asks_for_is_kept_and_then_it_answers(project: Project, server: LoopbackServer) -> None:
    server.usual = lambda request: answer(chat_completion(json.dumps(_reply(request))))
    server.script = [failure(429, "slow down", {"retry-after": "1"})]
    served(project, server.url, attempt_timeout_s=10.0, concurrency=1).ok(*EVAL, "--limit", "3", "--out", "three.json")
    report = project.report("three.json")
    assert report["complete"] is True and report["n_cases"] == 3
    assert len(server.received) == 4
    assert max(row["latency_ms"] for row in report["per_case"]) >= 1000


def test_a_key_that_is_refused_ends_the_run_at_once(project: Project, server: LoopbackServer) -> None:
    server.usual = lambda _: failure(401, "no such key")
    served(project, server.url)
    done = project.cairn(*EVAL, "--out", "none.json", env={"OPENAI_API_KEY": "sk-very-secret"})
    assert done.code == 2
    assert "sk-very-secret" not in done.err + done.out
    assert len(server.received) <= 8
    assert not (project.folder / "none.json").exists()


def test_nobody_at_the_address_is_said_by_doctor_and_by_ask(project: Project) -> None:
    with socket.socket() as reserved:  # bound but not listening: a connection is refused
        reserved.bind(("127.0.0.1", 0))
        served(project, f"http://127.0.0.1:{reserved.getsockname()[1]}")
        assert "cannot be reached" in project.cairn("doctor", "-c", "small.yaml").out
        refused(project, "ask", "-c", "small.yaml", "When was the tower of Oak built?", says=("127.0.0.1",))
