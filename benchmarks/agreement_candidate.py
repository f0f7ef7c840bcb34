"""One tool's alpha in a process of its own: `python agreement_candidate.py TOOL levels|continuous RATERS ITEMS`.

Prints a JSON object: CPU milliseconds (the median of seven calls after one that is not counted), MB that a call takes
beyond its input (as numpy and Python allot them), and the value.
"""

from __future__ import annotations

import json
import sys
import time
import tracemalloc
from collections.abc import Callable
from statistics import median

import numpy as np

CALLS = 7


def ratings(kind: str, raters: int, items: int) -> np.ndarray:
    """Ratings of one item alike, one in five missing."""
    rng = np.random.default_rng(0)
    seen = 2 + rng.normal(size=items) + 0.7 * rng.normal(size=(raters, items))
    table = np.clip(np.round(seen), 0, 4) if kind == "levels" else seen
    table[rng.random(table.shape) < 0.2] = np.nan
    return table


def alpha_of(tool: str, table: np.ndarray) -> Callable[[], float]:
    """The tool's call."""
    if tool == "krippendorff":
        import krippendorff

        return lambda: float(krippendorff.alpha(table, level_of_measurement="interval"))
    if tool == "evalica":
        import evalica
        import pandas as pd

        frame = pd.DataFrame(table)
        return lambda: float(evalica.alpha(frame, "interval").alpha)
    from cairn_nb.stats import krippendorff_alpha

    return lambda: float(krippendorff_alpha(table).value)


def main() -> None:
    tool, kind, raters, items = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    call = alpha_of(tool, ratings(kind, raters, items))
    value = call()
    taken = []
    for _ in range(CALLS):
        started = time.process_time()
        call()
        taken.append(1000 * (time.process_time() - started))
    tracemalloc.start()
    call()
    peak = tracemalloc.get_traced_memory()[1]
    print(json.dumps({"cpu_ms": median(taken), "peak_mb": peak / 1e6, "alpha": value}))


if __name__ == "__main__":
    main()
