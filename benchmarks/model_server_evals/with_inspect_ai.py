"""inspect_ai's evaluation of `calls` questions against a model server; prints what it took as JSON.

python with_inspect_ai.py URL CALLS CONCURRENCY FOLDER
"""

from __future__ import annotations

import json
import sys
import time

from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import get_model
from inspect_ai.scorer import match
from inspect_ai.solver import generate


def main() -> None:
    url, calls, concurrency, folder = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    model = get_model("openai/slow", base_url=url, api_key="none", responses_api=False)

    def run(count: int) -> None:
        samples = [Sample(input=f"Question {number}: when does it leave?", target="9:30") for number in range(count)]
        task = Task(dataset=samples, solver=generate(), scorer=match(location="any"))
        options = {"max_connections": concurrency, "max_samples": concurrency, "max_tasks": 1}
        (log,) = eval(task, model=model, log_dir=folder, display="none", log_level="error", **options)
        assert log.status == "success", log.error
        assert log.results is not None
        assert log.results.completed_samples == count

    run(10)
    started, cpu = time.perf_counter(), time.process_time()
    run(calls)
    print(json.dumps({"wall_s": time.perf_counter() - started, "cpu_s": time.process_time() - cpu}))


if __name__ == "__main__":
    main()
