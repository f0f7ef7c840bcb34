"""The paths that large runs spend their time on: search, token F1, reports, the gate, the explorer's page.

    python benchmarks/hot_paths.py [--chunks 10000 50000]

CPU milliseconds, candidates in turn, medians of three; and how many times the first line of a table each is.
"""

from __future__ import annotations

import argparse
import random
import re
import string
from collections import Counter

import hot_reports
import hot_search
from peer_environment import machine
from timing import cpu_ms, show

from cairn_nb.metrics.answer import token_f1

PAIRS = 100_000
WORDS = "the ferry leaves at noon, from Pier 7 and carries forty-two cars; its crew of nine sleeps on board.".split()  # noqa: SIM905 - clearer as a sentence
ARTICLES = re.compile(r"\b(a|an|the)\b")
PUNCTUATION = set(string.punctuation)


def usual_tokens(text: str) -> list[str]:
    """Lower case, no punctuation, no articles, split: SQuAD's rules step by step, as most scripts do it."""
    bare = "".join(char for char in text.lower() if char not in PUNCTUATION)
    return ARTICLES.sub(" ", bare).split()


def usual_f1(answer: str, expected: str) -> float:
    """SQuAD's token F1 in the usual way."""
    said, wanted = usual_tokens(answer), usual_tokens(expected)
    common = sum((Counter(said) & Counter(wanted)).values())
    if not said or not wanted:
        return float(said == wanted)
    return 2 * common / (len(said) + len(wanted)) if common else 0.0


def measure_f1() -> None:
    """One table."""
    rng = random.Random(1)
    pairs = [(" ".join(rng.choices(WORDS, k=12)), " ".join(rng.choices(WORDS, k=6))) for _ in range(PAIRS)]
    assert all(abs(token_f1(*pair) - usual_f1(*pair)) < 1e-12 for pair in pairs[:1000])
    measured = cpu_ms(
        {
            "the usual script": lambda: [usual_f1(*pair) for pair in pairs],
            "token_f1": lambda: [token_f1(*pair) for pair in pairs],
        }
    )
    show(f"token F1 of {PAIRS} pairs", measured)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chunks", type=int, nargs="+", default=[10_000, 50_000])
    given = parser.parse_args()
    print(machine())
    measure_f1()
    hot_reports.measure()
    for chunks in given.chunks:
        hot_search.measure(chunks)


if __name__ == "__main__":
    main()
