"""ragas' evaluation of `calls` answers by one metric of one call each; prints what it took as JSON.

python with_ragas.py URL CALLS CONCURRENCY
"""

from __future__ import annotations

import asyncio
import json
import sys
import time

from langchain_openai import ChatOpenAI
from ragas import EvaluationDataset, RunConfig, aevaluate
from ragas.llms import LangchainLLMWrapper
from ragas.metrics import AspectCritic


async def measure(url: str, calls: int, concurrency: int) -> dict[str, float]:
    """One evaluation after a small one; both in one event loop, since a client belongs to one."""
    model = LangchainLLMWrapper(ChatOpenAI(model="slow", base_url=url, api_key="none", max_retries=0))
    metric = AspectCritic(name="says_when", definition="Does the response say when it leaves?", llm=model)
    settings = RunConfig(max_workers=concurrency, max_retries=1)

    async def run(count: int) -> None:
        rows = [
            {"user_input": f"Question {number}: when does it leave?", "response": "At 9:30."} for number in range(count)
        ]
        data, options = EvaluationDataset.from_list(rows), {"show_progress": False, "raise_exceptions": True}
        found = await aevaluate(data, metrics=[metric], run_config=settings, **options)
        assert [row["says_when"] for row in found.scores] == [1] * count

    await run(10)
    started, cpu = time.perf_counter(), time.process_time()
    await run(calls)
    return {"wall_s": time.perf_counter() - started, "cpu_s": time.process_time() - cpu}


def main() -> None:
    url, calls, concurrency = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    print(json.dumps(asyncio.run(measure(url, calls, concurrency))))


if __name__ == "__main__":
    main()
