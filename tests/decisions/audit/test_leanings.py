"""Which way the judge leans, each with an interval."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cairn_nb.decisions.audit.answers import judged_answers
from cairn_nb.decisions.audit.leanings import cites, leanings, order_leanings
from cairn_nb.decisions.audit.pairs import Labelled, Pair, human_words, judge_words
from cairn_nb.records import CaseRow, Citation, Claim, Status
from cairn_nb.records.audit import JudgeLeaning
from cairn_nb.records.pair_comparison import PairComparison
from tests.decisions.audit.judged import all_axes, run


def labelled(name: str, judge: list[float], human: list[float], change: Callable[[int], dict[str, Any]]) -> Labelled:
    """Answers whose rows are changed by their place."""
    report = run(name, judge)
    rows = tuple(row.changed(**change(place)) for place, row in enumerate(report.per_case))
    answers = judged_answers([report.model_copy(update={"per_case": rows})])
    pairs = (
        Pair(answer, judge_words(answer, "answer_score"), human_words(all_axes(points)))
        for answer, points in zip(answers, human, strict=True)
    )
    return Labelled(tuple(pairs))


def by_name(found: Labelled, families: dict[str, bool] | None = None) -> dict[str, JudgeLeaning]:
    return {one.name: one for one in leanings(found, families or {})}


def text(n_words: int) -> dict[str, Any]:
    return {"answer_text": " ".join(["word"] * n_words), "expected_answer": "two words"}


def test_length_is_what_doubling_an_answer_adds() -> None:
    """Answers of 1, 2, 4 and 8 words; the judge is lenient by 0, 0.5, 1 and 1.5, so by 0.5 a doubling."""
    found = by_name(labelled("a", [2, 2.5, 3, 3.5] * 3, [2] * 12, lambda place: text(2 ** (place % 4))))
    assert found["length"].estimate.value == pytest.approx(0.5)
    assert found["verbosity"].estimate.value == pytest.approx(0.5)
    assert found["length"].unbiased == 0


def test_citations_are_no_words_and_refusals_are_left_out() -> None:
    def change(place: int) -> dict[str, Any]:
        if place == 0:
            return {"answer_text": "no", "status": Status.ABSTAINED}
        if place == 1:
            return {"answer_text": "I cannot say", "refused": True}
        return {"answer_text": f"one two [doc{place}]" if place % 2 else "one two"}

    found = by_name(labelled("a", [5] * 10, [1] * 10, change))
    assert set(found) == {"authority"}  # all are of two words, so nothing tells length
    assert found["authority"].estimate.n == 8


def test_authority_is_the_difference_that_citing_makes() -> None:
    """Lenient by 2 on answers that cite and by 1 on the others."""
    texts = ["it is [a.md]", "it is so", "it is [b.md]", "it is not"]
    found = by_name(labelled("a", [5, 4, 5.0, 4.0] * 2, [3, 3, 3, 3] * 2, lambda p: {"answer_text": texts[p % 4]}))
    assert found["authority"].estimate.value == pytest.approx(1.0)


def test_what_counts_as_citing() -> None:
    claim = Claim(text="x", citations=(Citation(chunk_id="c", quote="q"),))

    def answer(**changes: Any) -> bool:
        report = run("a", [3])
        row: CaseRow = report.per_case[0].changed(**changes)
        return cites(judged_answers([report.model_copy(update={"per_case": (row,)})])[0])

    assert answer(claims=(claim,))
    assert answer(answer_text="it is [prices.md]")
    assert not answer(answer_text="it is so")


def test_own_family_is_the_difference_between_systems() -> None:
    """Lenient by 1.5 with its own family's system and by 0.5 with the other: 1 more; interval over 8 documents."""
    own = labelled("own", [4.5, 4.4, 4.6, 4.5], [3] * 4, lambda _: {})
    other = labelled("other", [3.5, 3.4, 3.6, 3.5], [3] * 4, lambda _: {})
    both = Labelled((*own.pairs, *other.pairs))
    found = by_name(both, {"own": True, "other": False})["own_family"].estimate
    assert found.value == pytest.approx(1.0)
    assert "own_family" not in by_name(both, {})
    assert "own_family" not in by_name(both, {"own": True})


def pair(case_id: str, verdicts: tuple[Any, Any], judge: str = "j") -> PairComparison:
    return PairComparison.of(case_id, ("a", "b"), judge, verdicts)


def test_order_by_hand() -> None:
    """Complete: 1/1 (flipped), 1/2, tie/tie, 2/1; decisive verdicts 1 1 1 2 2 1: four of six went to the first."""
    comparisons = [
        pair("q1", ("1", "1")),
        pair("q2", ("1", "2")),
        pair("q3", ("tie", "tie")),
        pair("q4", ("2", "1")),
        pair("q5", ("1", None)),
    ]
    flips, firsts = order_leanings(comparisons, {})
    assert (flips.name, flips.estimate.value, flips.estimate.n, flips.unbiased) == ("flip_rate", 1 / 4, 4, 0)
    assert (firsts.name, firsts.estimate.value, firsts.estimate.n) == ("first_position_rate", pytest.approx(4 / 6), 6)
    assert firsts.unbiased == 0.5 and firsts.estimate.n_clusters == 3
    assert firsts.estimate.low is not None and flips.estimate.low is not None


def test_the_comparisons_of_one_judge() -> None:
    comparisons = [pair("q1", ("1", "1"), "x"), pair("q1", ("1", "2"), "y")]
    flips, _ = order_leanings(comparisons, {}, judges=("y",))
    assert (flips.estimate.value, flips.estimate.n) == (0.0, 1)
    assert list(order_leanings([], {})) == []
