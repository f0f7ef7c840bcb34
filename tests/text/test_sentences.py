from __future__ import annotations

import json
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.text.sentences import sentence_spans

PIECES = st.lists(
    st.sampled_from(
        ["Dr.", "a.b", "word", "Word", "18.", "…", "。", "!?", ".", " ", "\n", "”", "(", "5", "중", "\r\n", "x."]
    )
)


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    "sentences",
    [
        ["Mr. Smith paid 3.5 dollars.", "He left at 5 p.m.", "It rained."],
        ["See Fig. 3 and No. 5 of vol. 2.", "J. R. Smith wrote it."],
        ["It is e.g. this one, approx. 12 of them.", "Why?", "Yes!", 'He said "No."', "Then he left."],
        ["the text has no capitals.", "it goes on like this.", "then it ends"],
        ["It was so in 1998.", "24 teams took part."],
        ["1. The first step.", "2. The second step."],
        ['"Why?" he asked.', "“Because.”", "(So it was.)", "End."],
        ["Am 5. Mai 2020 kam z. B. Herr Maier, ca. 10 Leute bzw. Gäste usw. an.", "Es war gut."],
        ["他说：“是的。”", "然后走了。", "真的吗？", "是的！"],
        ["返金は14日以内です。", "３．５％は別です．", "以上"],
        ["هل هذا صحيح؟", "نعم هو كذلك.", "ثم ذهب."],
        ["यह पहला है।", "यह दूसरा है।"],
        ["Это первое.", "А это т.е. второе."],
    ],
)
def test_sentences_joined_by_a_space_come_apart_again(sentences: list[str]) -> None:
    assert split(" ".join(sentences)) == sentences


def test_chinese_needs_no_space_between_sentences() -> None:
    assert split("他走了。“真的？”是的!好") == ["他走了。", "“真的？”", "是的!", "好"]


def test_a_newline_always_ends_a_sentence() -> None:
    assert split("a line\nanother, e.g.\r\nthis one\u2028and more") == [
        "a line",
        "another, e.g.",
        "this one",
        "and more",
    ]


def test_numbers_and_names_do_not_end_one() -> None:
    text = "Version 3.5.1 of example.com costs 1.500,00 Euro in the U.S. Army."
    assert split(text) == [text]


@pytest.mark.parametrize(
    "text", ["." * 1_000_000, "." + '"' * 1_000_000 + "x", ". " * 50_000, "." + " " * 1_000_000 + "x"]
)
def test_long_runs_of_marks_take_no_longer_than_text(text: str) -> None:
    started = time.process_time()
    sentence_spans(text)
    assert time.process_time() - started < 5


@given(st.one_of(st.text(), PIECES.map("".join)))
def test_spans_are_in_order_and_hold_everything_but_white_space(text: str) -> None:
    spans = sentence_spans(text)
    assert all(start < end for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    assert all(text[start:end] == text[start:end].strip() for start, end in spans)
    kept = "".join(text[start:end] for start, end in spans)
    assert "".join(kept.split()) == "".join(text.split())


def test_real_passages_come_in_sentences_of_a_sensible_length(data_dir: Path) -> None:
    rows = (data_dir / "xquad_a" / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    texts: dict[str, list[str]] = {}
    for row in map(json.loads, rows):
        texts.setdefault(row["lang"], []).append(row["text"])
    counts = {lang: sum(len(sentence_spans(text)) for text in passages) for lang, passages in texts.items()}
    # The three languages say the same, so their counts agree; a splitter that fails in one is far off.
    assert max(counts.values()) < 1.25 * min(counts.values()), counts
