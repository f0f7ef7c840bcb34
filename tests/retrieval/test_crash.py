"""Ingests that are killed at any moment, or run at once, leave an index that can be read."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cairn_nb.config.model import Config
from cairn_nb.errors import StoredIndexError
from cairn_nb.retrieval.index import Index, open_index
from tests.retrieval.making import config_for, ingest, make_corpus

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no fork and no SIGKILL on Windows")
WINDOWS = (1, 2, 3, 4)
ROOT = Path(__file__).parents[2]

# Each line on stdin starts one worker that ingests until it is killed; its process id goes to stdout.
WORKERS = """
import os, sys
from itertools import cycle
from pathlib import Path
from cairn_nb.retrieval import shared
from tests.retrieval.test_crash import WINDOWS, windowed
from tests.retrieval.making import ingest
shared.KEPT_PER_STEP = 1  # nothing is taken over: every ingest does and writes everything
for line in sys.stdin:
    if worker := os.fork():
        print(worker, flush=True)
        os.waitpid(worker, 0)
        print("killed", flush=True)
    else:
        for window in cycle(WINDOWS):
            ingest(windowed(Path(sys.argv[1]), window))
"""

AT_ONCE = """
import os, sys
from pathlib import Path
from tests.retrieval.making import config_for, ingest
go, started = os.pipe()
workers = []
for _ in range(4):
    if worker := os.fork():
        workers.append(worker)
    else:
        os.close(started)
        os.read(go, 1)  # returns when the parent closes its end
        assert ingest(config_for(Path(sys.argv[1]))).chunk_count == 10
        os._exit(0)
os.close(started)
print([os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1]) for worker in workers])
"""


def windowed(folder: Path, window: int) -> Config:
    chunker = {"name": "sentence_window", "params": {"window": window, "overlap": 0}}
    return config_for(folder, ingest={"chunker": chunker})


def opened(folder: Path) -> list[Index]:
    """The index under each of the configurations it may have been built from."""
    found = []
    for window in WINDOWS:
        try:
            found.append(open_index(windowed(folder, window)))
        except StoredIndexError as error:
            assert "was built from something else" in str(error)
    return found


def test_kill_at_random_moments(tmp_path: Path) -> None:
    make_corpus(
        tmp_path / "corpus", {f"{number}.txt": f"Sentence {number}. More. Even more.\n" for number in range(60)}
    )
    ingest(windowed(tmp_path, 1))
    chance = random.Random(11)
    command = [sys.executable, "-c", WORKERS, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True) as workers:
        assert workers.stdin is not None
        assert workers.stdout is not None
        for _ in range(20):
            print("start", file=workers.stdin, flush=True)
            worker = int(workers.stdout.readline())
            time.sleep(0.02 + chance.random() * 0.25)
            os.kill(worker, signal.SIGKILL)
            assert workers.stdout.readline() == "killed\n"
            assert len(opened(tmp_path)) == 1
        workers.stdin.close()
    ingest(windowed(tmp_path, 2))
    index = open_index(windowed(tmp_path, 2))
    assert len(index.documents) == 60
    names = {path.name for path in (tmp_path / ".cairn" / "index" / "small").iterdir()}
    assert not [name for name in names if name.startswith((".gen", ".current"))]


def test_four_ingests_at_once(tmp_path: Path) -> None:
    make_corpus(tmp_path / "corpus")
    command = [sys.executable, "-c", AT_ONCE, str(tmp_path)]
    run = subprocess.run(command, stdout=subprocess.PIPE, cwd=ROOT, text=True, check=True, timeout=60)
    assert run.stdout.strip() == "[0, 0, 0, 0]"
    assert len(open_index(config_for(tmp_path)).chunks) == 10
