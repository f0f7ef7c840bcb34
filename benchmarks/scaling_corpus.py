"""A made-up corpus of any size with questions about it, in the formats that earlier releases of cairn read too.

    python benchmarks/scaling_corpus.py --out DIR [--chunks 10000] [--questions 1000] [--seed 1]

Writes corpus/, golden.jsonl, golden.version and config.yaml. A document is 42 sentences on lines of their
own, which the default chunker turns into 10 chunks. Facts read "The <attribute> of the <thing> is <value>
<unit> at the <site> site."; each thing has three attributes, so the neighbours of the right sentence are near
misses. A fifth of the answerable questions are paraphrased, a tenth of the facts have an outdated twin in
another document, and a quarter of the questions cannot be answered: half of those ask for an attribute that
the thing has not, half for a thing that is not there. All of it follows from the seed.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

SENTENCES, CHUNKS, THINGS, ATTRIBUTES = 42, 10, 6, 3  # of one document; the last of one thing
MAX_TWINS = 9
UNANSWERABLE, PARAPHRASED, OUTDATED = 0.25, 0.2, 0.1

ADJECTIVES = [
    "amber",
    "brisk",
    "calm",
    "dense",
    "eager",
    "faint",
    "grand",
    "hollow",
    "ivory",
    "jolly",
    "keen",
    "lucid",
    "mellow",
    "noble",
    "olive",
    "plain",
    "quiet",
    "rapid",
    "solid",
    "tidy",
    "upper",
    "vivid",
    "warm",
    "young",
    "zesty",
]
NOUNS = [
    "valve",
    "rotor",
    "beacon",
    "carton",
    "dock",
    "engine",
    "filter",
    "gasket",
    "hopper",
    "intake",
    "jacket",
    "kettle",
    "lever",
    "module",
    "nozzle",
    "outlet",
    "pallet",
    "quarry",
    "relay",
    "sensor",
    "tank",
    "unit",
    "vessel",
    "winch",
]
SITES = [
    "Northgate",
    "Redmill",
    "Eastholm",
    "Westbrook",
    "Fairlea",
    "Stonebridge",
    "Oakhurst",
    "Millford",
    "Kingsway",
    "Harrow",
]
UNITS = {
    "storage temperature": "degrees",
    "service interval": "days",
    "unit price": "dollars",
    "maximum load": "kilograms",
    "lead time": "weeks",
    "operating pressure": "kilopascals",
    "warranty period": "months",
    "inspection quota": "samples",
    "shelf height": "centimetres",
    "reorder quantity": "cartons",
    "noise limit": "decibels",
    "cycle count": "cycles",
}
PARAPHRASES = {
    "storage temperature": "how cold or warm should we keep",
    "service interval": "how often do technicians look after",
    "unit price": "what do we pay for",
    "maximum load": "how heavy a burden may be put on",
    "lead time": "how long until delivery of",
    "operating pressure": "how hard is the push inside",
    "warranty period": "how long does the maker stand behind",
    "inspection quota": "how many pieces get checked for",
    "shelf height": "how tall is the rack for",
    "reorder quantity": "how much do we buy again of",
    "noise limit": "how loud may be",
    "cycle count": "how many rounds are counted for",
}
FILLER = (
    ("The team", "The depot", "The manager", "A supplier", "The auditor", "The carrier", "The planner", "A driver"),
    ("reviews", "records", "confirms", "updates", "schedules", "approves", "reports", "checks", "files", "prepares"),
    ("the weekly summary", "each delivery note", "the open orders", "the training plan", "the incident log"),
    (
        "before noon",
        "at the end of the shift",
        "with the regional office",
        "on the second Monday",
        "as agreed in March",
    ),
)
CONFIG = """\
name: scaling
corpus: corpus
golden: golden.jsonl
ingest:
  chunker: {name: sentence_window, params: {window: 6, overlap: 2}}
embedding: {name: hashing, params: {dim: 512}}
index: {backend: numpy, dir: .cairn/index}
retrieval: {mode: hybrid, k: 8, candidates: 40, rrf_k: 60}
generation: {provider: {name: stub}}
calibration: {alpha: 0.2, split: 0.4, seed: 7, dir: .cairn/calibration}
judge: {name: stub}
"""


@dataclass(frozen=True)
class Fact:
    """One statement and where it stands."""

    doc: str
    thing: str
    attribute: str
    value: str
    sentence: str


@dataclass(frozen=True)
class Made:
    """The documents' lines by name, the facts in them, and the number of the next thing."""

    documents: dict[str, list[str]]
    facts: list[Fact]
    next_thing: int


def thing(number: int) -> str:
    """A name of which only the code at its end is its own."""
    adjective, noun = ADJECTIVES[number % len(ADJECTIVES)], NOUNS[number // len(ADJECTIVES) % len(NOUNS)]
    return f"{adjective} {noun} {chr(65 + number % 26)}{number:05d}"


def make(n_documents: int, rng: random.Random) -> Made:
    """Documents in order; an outdated twin stands in the document after its fact's or later."""
    numbers, twins = count(), list[str]()
    documents, facts = dict[str, list[str]](), list[Fact]()
    for place in range(n_documents):
        doc = f"doc-{place:05d}.txt"
        told = [fact for _ in range(THINGS) for fact in _facts_about(thing(next(numbers)), doc, rng)]
        older, twins = twins[:MAX_TWINS], twins[MAX_TWINS:]
        twins += [_outdated(fact, rng) for fact in told if rng.random() < OUTDATED]
        head, *rest = [*(fact.sentence for fact in told), *older]
        rest += [_filler(rng) for _ in range(SENTENCES - 1 - len(rest))]
        rng.shuffle(rest)
        documents[doc] = [head, *rest]
        facts += told
    return Made(documents, facts, next(numbers))


def _facts_about(name: str, doc: str, rng: random.Random) -> Iterator[Fact]:
    for attribute in rng.sample(sorted(UNITS), ATTRIBUTES):
        value = f"{rng.randint(2, 989)} {UNITS[attribute]}"
        sentence = f"The {attribute} of the {name} is {value} at the {rng.choice(SITES)} site."
        yield Fact(doc, name, attribute, value, sentence)


def _outdated(fact: Fact, rng: random.Random) -> str:
    value = f"{rng.randint(2, 989)} {UNITS[fact.attribute]}"
    return f"Last year the {fact.attribute} of the {fact.thing} was {value} in the retired list."


def _filler(rng: random.Random) -> str:
    return " ".join(rng.choice(words) for words in FILLER) + "."


def golden_rows(made: Made, n_questions: int, rng: random.Random) -> list[dict[str, Any]]:
    """Questions in random order.

    Raises
    ------
    ValueError
        If there are too few facts for as many questions.
    """
    n_unanswerable = round(n_questions * UNANSWERABLE)
    told = rng.sample(made.facts, n_questions - n_unanswerable)
    rows = [_answerable(number, fact, rng) for number, fact in enumerate(told)]
    rows += _unanswerable(made, n_unanswerable, rng)
    rng.shuffle(rows)
    return rows


def _answerable(number: int, fact: Fact, rng: random.Random) -> dict[str, Any]:
    paraphrased = rng.random() < PARAPHRASED
    asked = f"What is the {fact.attribute} of the {fact.thing}?"
    if paraphrased:
        asked = f"{PARAPHRASES[fact.attribute].capitalize()} the {fact.thing}?"
    support = [{"doc": fact.doc, "quote": fact.sentence}]
    return _row(f"a{number:06d}", asked, fact.value, support, "paraphrase" if paraphrased else "direct")


def _unanswerable(made: Made, how_many: int, rng: random.Random) -> Iterator[dict[str, Any]]:
    known: dict[str, set[str]] = {}
    for fact in made.facts:
        known.setdefault(fact.thing, set()).add(fact.attribute)
    things = list(known)
    for number in range(how_many):
        if number % 2:
            name, attribute, tag = thing(made.next_thing + 1000 + number), rng.choice(sorted(UNITS)), "missing_thing"
        else:
            name, tag = rng.choice(things), "missing_attribute"
            attribute = rng.choice(sorted(set(UNITS) - known[name]))
        yield _row(f"u{number:06d}", f"What is the {attribute} of the {name}?", None, [], tag)


def _row(case_id: str, asked: str, expected: str | None, support: list[dict[str, str]], tag: str) -> dict[str, Any]:
    return {
        "id": case_id,
        "question": asked,
        "answerable": expected is not None,
        "expected_answer": expected,
        "support": support,
        "tags": [tag],
        "notes": "",
    }


def write(out: Path, *, chunks: int, questions: int, seed: int = 1) -> Path:
    """Write everything under `out`; returns the configuration's path."""
    rng = random.Random(seed)
    made = make(max(1, chunks // CHUNKS), rng)
    (out / "corpus").mkdir(parents=True)
    for name, lines in made.documents.items():
        (out / "corpus" / name).write_bytes(("\n".join(lines) + "\n").encode())
    rows = golden_rows(made, questions, rng)
    (out / "golden.jsonl").write_bytes("".join(json.dumps(row) + "\n" for row in rows).encode())
    (out / "golden.version").write_bytes(f"scaling-{seed}-{questions}\n".encode())
    (out / "config.yaml").write_bytes(CONFIG.encode())
    return out / "config.yaml"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--chunks", type=int, default=10_000)
    parser.add_argument("--questions", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(write(given.out, chunks=given.chunks, questions=given.questions, seed=given.seed))


if __name__ == "__main__":
    main()
