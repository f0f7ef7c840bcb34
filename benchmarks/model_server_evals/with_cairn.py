"""This project's evaluation of `calls` questions against a model server; prints what it took as JSON.

python with_cairn.py URL CALLS CONCURRENCY FOLDER
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path

import cairn_nb

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scaling_corpus import write

CHUNKS, WARM_UP = 1000, 10


def config(folder: Path, name: str, url: str, questions: int, concurrency: int) -> cairn_nb.Config:
    """A project of its own with an index."""
    path = write(folder / name, chunks=CHUNKS, questions=questions)
    loaded = cairn_nb.load_config(
        path,
        {
            "generation.provider": {"name": "openai", "params": {"model": "slow", "base_url": url}},
            "evaluation.concurrency": concurrency,
            "evaluation.latency_probe_questions": 0,  # the others time nothing of the kind
        },
    )
    cairn_nb.ingest(loaded)
    return loaded


def evaluate(loaded: cairn_nb.Config, folder: Path) -> None:
    """All questions, none of them abstained from by a threshold."""

    async def run() -> None:  # returns nothing: asyncio.run may write out the repr of what it is given back
        report = await cairn_nb.aevaluate(loaded, split="all", reports_dir=folder / "reports")
        assert report.n_errors == 0, report.warnings

    asyncio.run(run())


def main() -> None:
    url, calls, concurrency, folder = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])
    warm_up = config(folder, "warm-up", url, WARM_UP, concurrency)
    measured = config(folder, "measured", url, calls, concurrency)
    evaluate(warm_up, folder)
    started, cpu = time.perf_counter(), time.process_time()
    evaluate(measured, folder)
    took = {"wall_s": time.perf_counter() - started, "cpu_s": time.process_time() - cpu}
    print(json.dumps(took))


if __name__ == "__main__":
    main()
