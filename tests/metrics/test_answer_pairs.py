"""Many pairs at once give what each gives alone, and what the published rules give."""

from __future__ import annotations

import json
import re
import string
import unicodedata
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.errors import InputError
from cairn_nb.metrics.answer import match_and_f1, match_and_f1_uncited
from cairn_nb.metrics.answer_pairs import (
    exact_match_pairs,
    exact_match_uncited_pairs,
    match_and_f1_pairs,
    match_and_f1_uncited_pairs,
    token_f1_pairs,
    token_f1_uncited_pairs,
)

WORDS = ["the", "A", "an", "ferry", "U.S.", "3.5", "1,200", "[doc_1]", "[a b.md]", "[a, b]", "don't", "x-y", "`a`"]
MULTILINGUAL = [
    "Straße",
    "北京大学。",
    "東京は",
    "सेवा",
    "ما هو",
    "\u0301a",
    "ﬁn",
    "Σας",
    "\x00",
    "\x1f",
    "a\tb",
    "  ",
    "\u00ad",
]
texts = st.one_of(
    st.text(max_size=30),
    st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join),
    st.lists(st.sampled_from([*WORDS, *MULTILINGUAL]), max_size=8).map(" ".join),
    st.text(alphabet="aAnthe .,[]\n\x00\x1f-'123", max_size=30),
)
pairs = st.lists(st.tuples(texts, texts), max_size=12)


@given(pairs)
def test_squads_measures_are_those_of_each_pair(given_pairs: list[tuple[str, str]]) -> None:
    predictions, references = [one for one, _ in given_pairs], [other for _, other in given_pairs]
    expected = [match_and_f1(*pair) for pair in given_pairs]
    assert exact_match_pairs(predictions, references).tolist() == [match for match, _ in expected]
    assert token_f1_pairs(predictions, references).tolist() == [f1 for _, f1 in expected]


@given(pairs)
def test_the_uncited_measures_are_those_of_each_pair(given_pairs: list[tuple[str, str]]) -> None:
    predictions, references = [one for one, _ in given_pairs], [other for _, other in given_pairs]
    expected = [match_and_f1_uncited(*pair) for pair in given_pairs]
    assert exact_match_uncited_pairs(predictions, references).tolist() == [match for match, _ in expected]
    assert token_f1_uncited_pairs(predictions, references).tolist() == [f1 for _, f1 in expected]


def test_by_hand() -> None:
    # in paris france | paris: 2 x 1 / (3 + 1); nothing | nothing: 1; nothing | x: 0
    match, f1 = match_and_f1_pairs(["in Paris, France", "the", ""], ["Paris", "a", "x"])
    assert match.tolist() == [0.0, 1.0, 0.0]
    assert f1.tolist() == [0.5, 1.0, 0.0]


def test_more_pairs_than_are_taken_at_once() -> None:
    predictions = [f"{number} and {number % 7}" for number in range(2500)]
    references = [f"{number} {number % 5}" for number in range(2500)]
    match, f1 = match_and_f1_uncited_pairs(predictions, references)
    expected = [match_and_f1_uncited(*pair) for pair in zip(predictions, references, strict=True)]
    assert list(zip(match, f1, strict=True)) == expected


def test_no_pairs_give_no_values() -> None:
    assert token_f1_pairs([], []).shape == (0,)


def test_a_reference_for_each_prediction() -> None:
    with pytest.raises(InputError, match="2 predictions and 1 references"):
        token_f1_pairs(["a", "b"], ["a"])


def published(answer: str, expected: str) -> tuple[float, float]:
    """SQuAD v1.1's rules, step by step."""

    def tokens(text: str) -> list[str]:
        bare = "".join(character for character in text.lower() if character not in set(string.punctuation))
        return re.sub(r"\b(a|an|the)\b", " ", bare).split()

    said, wanted = tokens(answer), tokens(expected)
    shared = sum((Counter(said) & Counter(wanted)).values())
    if not shared:
        return float(said == wanted), float(said == wanted)
    precision, recall = shared / len(said), shared / len(wanted)
    return float(said == wanted), 2 * precision * recall / (precision + recall)


def test_real_questions_in_english_and_german_follow_the_published_rules(data_dir: Path) -> None:
    lines = (data_dir / "xquad_a" / "qa.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["lang"] in {"en", "de"} and case["answers"]]
    expected = [str(case["answers"][0]) for case in cases]
    # The answer itself, the next case's, and the answer within its question.
    for answers in (
        expected,
        expected[1:] + expected[:1],
        [f"{case['question']} {case['answers'][0]}" for case in cases],
    ):
        match, f1 = match_and_f1_pairs(answers, expected)
        by_rules = [published(*pair) for pair in zip(answers, expected, strict=True)]
        assert match.tolist() == [exact for exact, _ in by_rules]
        np.testing.assert_allclose(f1, [value for _, value in by_rules], rtol=0, atol=1e-12)
        one_by_one = [match_and_f1(*pair) for pair in zip(answers, expected, strict=True)]
        np.testing.assert_allclose(one_by_one, by_rules, rtol=0, atol=1e-12)


def by_character(answer: str, expected: str) -> float:
    """Token F1 of two Chinese texts: a token a character of the script, and a run of anything else but punctuation."""

    def tokens(text: str) -> list[str]:
        if not re.search(r"[\u3400-\u9fff]", text):  # as in other languages: a sign like ⊆ is a word
            bare = "".join(character for character in text.lower() if character not in set(string.punctuation))
            return re.sub(r"\b(a|an|the)\b", " ", bare).split()
        bare = "".join(
            character
            for character in unicodedata.normalize("NFKC", text).lower()
            if character not in set(string.punctuation) and unicodedata.category(character)[0] != "P"
        )
        found = re.findall(r"[\u3400-\u9fff]|[^\s\u3400-\u9fff]+", bare)
        return [token for token in found if token not in {"a", "an", "the"}]

    said, wanted = tokens(answer), tokens(expected)
    shared = sum((Counter(said) & Counter(wanted)).values())
    return 2 * shared / (len(said) + len(wanted)) if shared else float(said == wanted)


def test_real_questions_in_chinese_are_compared_by_character(data_dir: Path) -> None:
    lines = (data_dir / "xquad_a" / "qa.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["lang"] == "zh" and case["answers"]]
    expected = [str(case["answers"][0]) for case in cases]
    assert len(expected) > 100
    for answers in (
        expected,
        expected[1:] + expected[:1],
        [f"{case['question']} {case['answers'][0]}" for case in cases],
    ):
        _, f1 = match_and_f1_pairs(answers, expected)
        by_rules = [by_character(*pair) for pair in zip(answers, expected, strict=True)]
        np.testing.assert_allclose(f1, by_rules, rtol=0, atol=1e-12)
        one_by_one = [match_and_f1(*pair)[1] for pair in zip(answers, expected, strict=True)]
        np.testing.assert_allclose(one_by_one, by_rules, rtol=0, atol=1e-12)
