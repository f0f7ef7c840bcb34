"""One way to take SQuAD's token F1 and exact match of made-up pairs; prints what it took as JSON.

    python benchmarks/token_f1_candidate.py {cairn,cairn_one_by_one,usual,torchmetrics} PAIRS

Run by `token_f1_speed.py`, each tool in an environment of its own. Whatever a tool must import comes before the clock.
"""

from __future__ import annotations

import json
import random
import re
import string
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence

WORDS = """the ferry leaves at noon, from Pier 7 and carries forty-two cars; its crew of nine sleeps on board. An "old"
    harbour-master, Mr Ames, says: a ticket costs 12.50 (children: half), and dogs travel free in winter.""".split()  # noqa: SIM905 - clearer as a sentence
ARTICLES = re.compile(r"\b(a|an|the)\b")
PUNCTUATION = set(string.punctuation)
Texts = Sequence[str]
# Mean exact match and mean token F1, 0 to 1.
Means = tuple[float, float]


def usual_tokens(text: str) -> list[str]:
    """Lower case, no punctuation, no articles, split: SQuAD's rules step by step, as most scripts do it."""
    bare = "".join(char for char in text.lower() if char not in PUNCTUATION)
    return ARTICLES.sub(" ", bare).split()


def usual(answer: str, expected: str) -> tuple[float, float]:
    """Exact match and token F1 in the usual way, from one normalisation of both texts."""
    said, wanted = usual_tokens(answer), usual_tokens(expected)
    common = sum((Counter(said) & Counter(wanted)).values())
    if not said or not wanted:
        return float(said == wanted), float(said == wanted)
    return float(said == wanted), 2 * common / (len(said) + len(wanted)) if common else 0.0


def by_usual_script(answers: Texts, expected: Texts) -> Means:
    found = [usual(*pair) for pair in zip(answers, expected, strict=True)]
    return sum(match for match, _ in found) / len(found), sum(f1 for _, f1 in found) / len(found)


def by_cairn(answers: Texts, expected: Texts) -> Means:
    from cairn_nb.metrics.answer_pairs import match_and_f1_pairs

    match, f1 = match_and_f1_pairs(answers, expected)
    return float(match.mean()), float(f1.mean())


def by_cairn_one_by_one(answers: Texts, expected: Texts) -> Means:
    from cairn_nb.metrics.answer import match_and_f1

    found = [match_and_f1(*pair) for pair in zip(answers, expected, strict=True)]
    return sum(match for match, _ in found) / len(found), sum(f1 for _, f1 in found) / len(found)


def by_torchmetrics(answers: Texts, expected: Texts) -> Means:
    from torchmetrics.functional.text import squad

    said = [{"id": str(number), "prediction_text": text} for number, text in enumerate(answers)]
    wanted = [
        {"id": str(number), "answers": {"text": [text], "answer_start": [0]}} for number, text in enumerate(expected)
    ]
    found = squad(said, wanted)
    return float(found["exact_match"]) / 100, float(found["f1"]) / 100


TOOLS: dict[str, Callable[[Texts, Texts], Means]] = {
    "cairn": by_cairn,
    "cairn_one_by_one": by_cairn_one_by_one,
    "usual": by_usual_script,
    "torchmetrics": by_torchmetrics,
}


def main() -> None:
    run, pairs = TOOLS[sys.argv[1]], int(sys.argv[2])
    rng = random.Random(1)
    expected = [" ".join(rng.choices(WORDS, k=rng.randint(1, 8))) for _ in range(pairs)]
    answers = [text.upper() if rng.random() < 0.2 else " ".join(rng.choices(WORDS, k=12)) for text in expected]
    run(answers[:100], expected[:100])
    started = time.process_time()
    match, f1 = run(answers, expected)
    print(json.dumps({"cpu_s": time.process_time() - started, "exact_match": match, "token_f1": f1}))


if __name__ == "__main__":
    main()
