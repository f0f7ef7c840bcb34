"""1,000 questions evaluated against a model server that takes 50 ms, beside inspect_ai, ragas and deepeval.

    python benchmarks/eval_against_model_server.py [--calls 1000] [--concurrency 64] [--rounds 1] [--alone]

Each of them runs in a process of its own, one call a question, after imports and a warm-up of ten questions;
what is measured is the evaluation alone. Ours answers from retrieved passages, verifies, grades with the stub
judge, and writes ledger, evidence and report; the others do their smallest evaluation. Ours runs before and
after each of them, and medians are compared. Each peer has an environment of its own under .cairn/benchmarks; one
that cannot be installed or fails is left out, and said so. `--alone` leaves all of them out.

Exit 1 when ours takes more than 2.5 CPU seconds for 1,000 questions or 3 times the ideal wall time, or more
than a fifth of the CPU time of the cheapest other. Absolute seconds want a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from peer_environment import environment, machine

HERE = Path(__file__).resolve().parent
MAX_CPU_S, MAX_WALL, MAX_OF_CHEAPEST = 2.5, 3.0, 0.2
LATENCY_MS = 50.0
VERDICT = json.dumps({"reason": "it does", "verdict": 1, "score": 10})  # what ragas and deepeval ask a judge for
QUIET = {"DEEPEVAL_TELEMETRY_OPT_OUT": "YES", "RAGAS_DO_NOT_TRACK": "true", "NO_PROXY": "127.0.0.1"}


@dataclass(frozen=True)
class Candidate:
    """One evaluation: its script, and what the server replies to it when not an answer of ours."""

    name: str
    script: str
    requirements: tuple[str, ...] = ()
    reply: str | None = None


OURS = Candidate("cairn", "with_cairn.py")
PEERS = (
    Candidate("inspect_ai", "with_inspect_ai.py", ("inspect-ai==0.3.285", "openai==3.57.0")),
    Candidate("ragas", "with_ragas.py", ("ragas==0.4.3", "langchain-community<0.4"), VERDICT),
    Candidate("deepeval", "with_deepeval.py", ("deepeval==4.3.1",), VERDICT),
)


@dataclass(frozen=True)
class Took:
    """One evaluation's seconds."""

    wall_s: float
    cpu_s: float


@contextmanager
def slow_server(reply: str | None) -> Iterator[str]:
    """The address of a running server."""
    command = [sys.executable, str(HERE / "slow_model_server.py"), "--latency-ms", str(LATENCY_MS)]
    command += [] if reply is None else ["--reply", reply]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def python_of(candidate: Candidate) -> str | None:
    """The interpreter that has what a candidate needs, or None when it cannot be installed."""
    if not candidate.requirements:
        return sys.executable
    try:
        return str(environment(candidate.name, candidate.requirements) / "python")
    except subprocess.CalledProcessError as error:
        print(f"{candidate.name} is left out: it cannot be installed ({error})")
        return None


def measure(candidate: Candidate, python: str, calls: int, concurrency: int) -> Took:
    """One evaluation in a new process.

    Raises
    ------
    subprocess.CalledProcessError
        If it fails; what it said is on stderr.
    """
    script = str(HERE / "model_server_evals" / candidate.script)
    with slow_server(candidate.reply) as url, tempfile.TemporaryDirectory() as folder:
        words = [python, script, url, str(calls), str(concurrency), folder]
        env = {**os.environ, **QUIET}
        done = subprocess.run(words, cwd=folder, env=env, stdout=subprocess.PIPE, text=True, check=True)
    return Took(**json.loads(done.stdout.splitlines()[-1]))


def measure_all(calls: int, concurrency: int, *, rounds: int, alone: bool) -> dict[str, Took]:
    """The medians of each candidate that could be installed, ours first."""
    pythons = {peer: python for peer in (() if alone else PEERS) if (python := python_of(peer))}
    took: dict[str, list[Took]] = {OURS.name: []}
    for _ in range(rounds):
        took[OURS.name].append(measure(OURS, sys.executable, calls, concurrency))
        for peer, python in pythons.items():
            try:
                took.setdefault(peer.name, []).append(measure(peer, python, calls, concurrency))
            except subprocess.CalledProcessError as error:
                print(f"{peer.name} is left out of a round: its evaluation failed ({error})")
            took[OURS.name].append(measure(OURS, sys.executable, calls, concurrency))
    return {name: _median(measured) for name, measured in took.items() if measured}


def _median(measured: list[Took]) -> Took:
    return Took(median(one.wall_s for one in measured), median(one.cpu_s for one in measured))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--concurrency", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--alone", action="store_true", help="ours alone")
    given = parser.parse_args()
    took = measure_all(given.calls, given.concurrency, rounds=given.rounds, alone=given.alone)
    ideal_s = given.calls * LATENCY_MS / 1000 / given.concurrency
    print(f"{machine()}; {given.calls} calls, {given.concurrency} at once, {LATENCY_MS:g} ms: ideal {ideal_s:.2f} s")
    ours = took.pop(OURS.name)
    for name, one in {OURS.name: ours, **took}.items():
        per_thousand = one.cpu_s * 1000 / given.calls
        share = ours.cpu_s / one.cpu_s
        print(
            f"{name:10} wall {one.wall_s / ideal_s:6.2f} x ideal   CPU s per 1,000 {per_thousand:6.2f}"
            f"   ours takes {share:.3f} of that"
        )
    slow = ours.cpu_s * 1000 / given.calls > MAX_CPU_S or ours.wall_s > MAX_WALL * ideal_s
    cheapest = min((one.cpu_s for one in took.values()), default=float("inf"))
    return 1 if slow or ours.cpu_s > MAX_OF_CHEAPEST * cheapest else 0


if __name__ == "__main__":
    sys.exit(main())
