"""deepeval's evaluation of `calls` answers by one metric of one call each; prints what it took as JSON.

python with_deepeval.py URL CALLS CONCURRENCY
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import time

from deepeval import evaluate
from deepeval.evaluate.configs import AsyncConfig, CacheConfig, DisplayConfig
from deepeval.metrics import GEval
from deepeval.models import LocalModel
from deepeval.test_case import LLMTestCase, SingleTurnParams


def main() -> None:
    url, calls, concurrency = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    model = LocalModel(model="slow", base_url=url, api_key="none", format="json")
    metric = GEval(
        name="says when",
        evaluation_steps=["Check whether the output says when it leaves."],
        evaluation_params=[SingleTurnParams.INPUT, SingleTurnParams.ACTUAL_OUTPUT],
        model=model,
    )

    def run(count: int) -> None:
        cases = [
            LLMTestCase(input=f"Question {number}: when does it leave?", actual_output="At 9:30.")
            for number in range(count)
        ]
        with contextlib.redirect_stdout(io.StringIO()):
            found = evaluate(
                cases,
                [metric],
                async_config=AsyncConfig(max_concurrent=concurrency, throttle_value=0),
                cache_config=CacheConfig(write_cache=False, use_cache=False),
                display_config=DisplayConfig(show_indicator=False, print_results=False),
            )
        scores = [row.metrics_data[0].score for row in found.test_results]
        assert scores == [1.0] * count, scores[:3]

    run(10)
    started, cpu = time.perf_counter(), time.process_time()
    run(calls)
    print(json.dumps({"wall_s": time.perf_counter() - started, "cpu_s": time.process_time() - cpu}))


if __name__ == "__main__":
    main()
