"""Each sentence of the section with the questions behind it, and the section as Markdown."""

from __future__ import annotations

from itertools import combinations

from cairn_nb.decisions.contrast.build import contrast_sets
from cairn_nb.decisions.contrast.outputs import contrast_markdown, contrast_texts
from cairn_nb.decisions.contrast.wording import (
    MOST_PAIRS,
    Said,
    chance_sentence,
    counts_sentence,
    pair_sentences,
    rule_sentence,
    shown_pairs,
)
from cairn_nb.records.contrast import Contrast, ContrastSettings
from cairn_nb.records.pair_comparison import PairComparison
from tests.decisions.tables.reports import graded, named, scored

STAGES = {"latency_by_stage_ms": {"search": 1.0, "generate": 9.0}}
FOUND = contrast_sets(
    [
        named("a", [graded(f"q{i}", score, **STAGES, ranked_documents=("x",)) for i, score in enumerate((5, 5, 5, 1))]),
        named(
            "b",
            [
                graded("q0", 1, **STAGES, ranked_documents=("x",), answer_text="no", failure_type="wrong_date"),
                graded("q1", 1, **STAGES, ranked_documents=("y",), failure_type="retrieval_miss"),
                graded("q2", 1, **STAGES, ranked_documents=("y",), failure_type="retrieval_miss"),
                graded("q3", 5, **STAGES, ranked_documents=("x",)),
            ],
        ),
    ]
)
[PAIR] = FOUND.summary.pairs


def test_each_sentence_and_its_questions() -> None:
    # Clopper and Pearson of 3 of 4 and of 1 of 4: [19%, 99%] and [1%, 81%].
    assert list(pair_sentences(FOUND, PAIR)) == [
        Said("only a is right on 3 of 4 questions (75% [19%, 99%])", ("q0", "q1", "q2")),
        Said("b tripped on retrieval miss on 2 of them; the traces part at retrieve (2)", ("q1", "q2")),
        Said("b tripped on wrong date on 1 of them; the traces part at generate (1)", ("q0",)),
        Said("only b is right on 1 of 4 questions (25% [1%, 81%])", ("q3",)),
        Said("a tripped on answer hallucination on 1 of them", ("q3",)),
    ]


def test_a_pair_is_named_with_what_each_has_for_itself() -> None:
    assert counts_sentence(PAIR) == "a and b: only a is right on 3 of 4 questions, only b on 1"


def test_the_test_and_the_rule() -> None:
    # Of four questions 3 against 1: 2 (1 + 4) / 16.
    assert chance_sentence(PAIR) == (
        "a and b: too few documents (4) to test by; by questions, McNemar's exact test, 0.6250"
    )
    assert chance_sentence(PAIR.changed(p_value=0.25)) == (
        "a and b: p 0.2500 by documents; by questions, McNemar's exact test, 0.6250"
    )
    assert rule_sentence(FOUND.summary) == (
        "A system is right on a question from an answer score of 4, averaged over the trials."
    )


def test_the_markdown_section() -> None:
    lines = contrast_markdown(FOUND).splitlines()
    assert lines[0] == "## Where systems disagree"
    row = "| a | b | 4 | 3 (75% [19%, 99%]) | 1 (25% [1%, 81%]) | 0 | 0 | 0 | — | — | 0.6250 |"
    assert row in lines
    assert "- b tripped on retrieval miss on 2 of them; the traces part at retrieve (2)" in lines


def test_verdicts_have_draws() -> None:
    met = [PairComparison.of("q0", ("a", "b"), "judge", ("1", "1"))]
    found = contrast_sets(
        [scored("a", [5]), scored("b", [1])], settings=ContrastSettings(source="verdicts"), comparisons=met
    )
    text = contrast_markdown(found)
    assert "| A | B | questions | only A right | only B right | draws | skipped |" in text
    assert "won the arena's comparison" in text


def test_many_pairs_are_cut_to_those_that_disagree_most() -> None:
    reports = [scored(f"s{i}", [5.0] * i + [1.0] * (7 - i)) for i in range(8)]
    found = contrast_sets(reports)
    pairs, cut = shown_pairs(found.summary)
    assert len(found.summary.pairs) == len(list(combinations(reports, 2))) == 28
    assert (len(pairs), cut) == (MOST_PAIRS, "Of 28 pairs, the 20 that disagree most often.")
    assert (pairs[0].system_a, pairs[0].system_b, pairs[0].only_b) == ("s0", "s7", 7)


def test_the_files() -> None:
    texts = contrast_texts(FOUND)
    lines = texts["contrasts.jsonl"].splitlines()
    assert [Contrast.model_validate_json(line) for line in lines] == list(FOUND.contrasts)
    assert '"only_a": 3' in texts["contrast_summary.json"]


def test_a_lower_grade_is_no_failure() -> None:
    found = contrast_sets([scored("a", [5]), scored("b", [3.9])])
    assert [said.text for said in pair_sentences(found, found.summary.pairs[0])][1] == (
        "b has no failure, only a lower grade, on 1 of them"
    )


def test_who_lost_a_comparison_need_not_have_a_lower_grade() -> None:
    met = [PairComparison.of("q0", ("a", "b"), "judge", ("2", "1"))]
    settings = ContrastSettings(source="verdicts")
    found = contrast_sets([scored("a", [5]), scored("b", [4.5])], settings=settings, comparisons=met)
    assert [said.text for said in pair_sentences(found, found.summary.pairs[0])][2] == (
        "a has no failure, only a lost comparison, on 1 of them"
    )


def test_of_several_pairs_each_has_its_sentences_below_its_names() -> None:
    found = contrast_sets([scored("a", [5, 1]), scored("b", [1, 5]), scored("c", [1, 1])])
    blocks = contrast_markdown(found).split("\n\n")
    assert [block for block in blocks if block.endswith(":")] == ["a and b:", "a and c:", "b and c:"]
    assert blocks[blocks.index("a and c:") + 1].startswith("- only a is right on 1 of 2 questions")
