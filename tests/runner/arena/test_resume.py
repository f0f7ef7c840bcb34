from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from cairn_nb.files.ledger import read_ledger
from cairn_nb.files.pairwise import COMPARISONS
from tests.providers.loopback import Behaviour, LoopbackServer, Received, serving
from tests.runner.arena.served import prefers_more

CHILD = """
import asyncio, sys
from pathlib import Path
from types import SimpleNamespace
from cairn_nb.runner.arena.arena import Setting, aarena
from cairn_nb.runner.budget import Spending
from tests.runner.arena.served import evaluation, report
folder = Path(sys.argv[2])
reports = [report(name, worth, n=20) for name, worth in (("good", 9), ("fair", 6), ("poor", 3))]
judged = evaluation(SimpleNamespace(url=sys.argv[1]))
judged = judged.changed(pairwise=judged.pairwise.changed(pairs="adaptive"))
setting = Setting(judged, 0, "good", folder / "state")
asyncio.run(aarena(reports, setting, folder=folder, spending=Spending()))
"""


def child(server: LoopbackServer, folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", CHILD, server.url, str(folder)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=Path(__file__).parents[3])


def finish(process: subprocess.Popen[str]) -> None:
    _, stderr = process.communicate(timeout=120)
    assert process.returncode == 0, stderr


def slowly(request: Received) -> Behaviour:
    said = prefers_more(request)
    return Behaviour(body=said.body, delay_s=0.02)


def asked(server: LoopbackServer) -> Counter[str]:
    return Counter(one.body["messages"][1]["content"] for one in server.received)


def ledgered(folder: Path) -> int:
    return sum("case_id" in row for path in folder.rglob("arena-*.jsonl") for row in read_ledger(path))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_killed_again_and_again_it_repeats_nothing_and_ends_in_the_same_bytes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    killed, undisturbed, draw = tmp_path / "killed", tmp_path / "undisturbed", random.Random(4)
    with serving(slowly) as server:
        for _ in range(3):
            before, process = len(server.received), child(server, killed)
            end = time.monotonic() + 30
            while len(server.received) < before + 6 and process.poll() is None and time.monotonic() < end:
                time.sleep(0.005)
            time.sleep(draw.uniform(0, 0.1))
            process.send_signal(signal.SIGKILL)
            process.communicate()
            shutil.rmtree(killed / "state" / "replies", ignore_errors=True)  # the ledger alone must do
        kept, before = ledgered(killed), len(server.received)
        assert 0 < kept < 60
        finish(child(server, killed))
        assert len(server.received) - before == 2 * (60 - kept)
        assert max(asked(server).values()) <= 4  # what was under way when it was killed is asked again
        finish(child(server, undisturbed))
    assert (killed / COMPARISONS).read_bytes() == (undisturbed / COMPARISONS).read_bytes()
