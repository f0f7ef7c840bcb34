"""The five grades by hand: what each rule of the heuristic judge gives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.judges.heuristic.judge import judge
from cairn_nb.records import Answer, Case, Citation, Claim, Outcome, Passage, Status, Support
from cairn_nb.records.axis_verdict import AXES, AxisVerdict

TEXT = "Goods may be returned within 90 days of purchase. A receipt is needed for every return."
PASSAGE = Passage(chunk_id="c1", source="docs/returns.md", text=TEXT, rank=1, score=1.0)
OTHER = Passage(chunk_id="c2", source="docs/shipping.md", text="Parcels leave daily.", rank=2, score=0.5)
CASE = Case(
    id="returns",
    question="How long can goods be returned?",
    expected_answer="90 days",
    support=(Support(doc="returns.md", quote="within 90 days"),),
)


def graded(text: str, *, case: Case = CASE, **values: object) -> AxisVerdict:
    answer = {
        "question": case.question,
        "status": Status.ANSWERED,
        "text": text,
        "passages": (PASSAGE, OTHER),
        **values,
    }
    return judge(case, Answer(**answer))


def grades(verdict: AxisVerdict) -> tuple[float, ...]:
    return tuple(verdict.axes[axis] for axis in AXES)


def test_a_right_supported_and_cited_answer_has_every_point() -> None:
    verdict = graded("Goods can be returned within 90 days [returns.md].")
    assert grades(verdict) == (5, 5, 5, 5, 5)
    assert verdict.answer_score == 5
    assert (verdict.is_supported_by_context, verdict.is_hallucinated) == (True, False)
    assert (verdict.judge, verdict.prompt_version, verdict.fallback) == ("heuristic", "heuristic-1", False)


def test_a_missing_number_is_two_points_at_most_and_no_support() -> None:
    verdict = graded("Goods can be returned within 30 days [returns.md].")
    # Reference words 90, days: one of two covered. 30 is in no passage.
    assert (verdict.axes["correctness"], verdict.axes["completeness"]) == (2, 2.5)
    assert verdict.axes["faithfulness"] == 0
    assert (verdict.is_supported_by_context, verdict.is_hallucinated) == (False, True)
    assert "90" in (verdict.reason or "")


def test_a_denial_is_one_point_at_most() -> None:
    case = CASE.model_copy(update={"expected_answer": "A receipt is needed."})
    assert graded("No receipt is needed for goods.", case=case).axes["correctness"] <= 1


def test_the_reference_and_the_keywords_weigh_the_same() -> None:
    # The reference stands in it: 1. One of two keywords: 1/2. 5 x (1 + 1/2) / 2
    case = CASE.model_copy(update={"keywords": ("90 days", "refund")})
    assert graded("within 90 days", case=case).axes["correctness"] == 3.75


def test_keywords_alone() -> None:
    case = CASE.model_copy(update={"expected_answer": None, "keywords": ("90 days", "receipt", "refund", "shop")})
    verdict = graded("Within 90 days, with a receipt.", case=case)
    # 2 of 4
    assert (verdict.axes["correctness"], verdict.axes["completeness"]) == (2.5, 2.5)


def test_half_of_the_sentences_are_borne_out() -> None:
    verdict = graded("A receipt is needed. The office in Vienna closes early on Fridays.")
    assert verdict.axes["faithfulness"] == 2.5
    assert verdict.is_supported_by_context is False


def test_without_reference_and_keywords_the_context_alone_counts() -> None:
    case = Case(id="free", question="How long can goods be returned?")
    # Of the question's long, goods and returned it says two: 5 x 2/3, and completeness is no more than that.
    verdict = graded("Goods can be returned within 90 days [1].", case=case)
    assert grades(verdict) == (5, 5, 3.3333, 3.3333, 5)
    invented = graded("Goods can be returned for twelve years in Vienna [7].", case=case)
    assert (invented.axes["correctness"], invented.axes["citation_quality"]) == (0, 0)
    assert invented.is_hallucinated is True


@pytest.mark.parametrize("text", ["I don't know.", "The documents do not mention it."])
def test_a_refusal_of_a_question_with_an_answer(text: str) -> None:
    verdict = graded(text)
    assert grades(verdict) == (0, 5, 0, 0, 0)
    assert verdict.is_hallucinated is False


def test_an_abstention_is_a_refusal_whatever_its_words() -> None:
    assert grades(graded("90 days", status=Status.ABSTAINED)) == (0, 5, 0, 0, 0)


def test_a_refusal_of_a_question_without_one_is_right() -> None:
    case = Case(id="none", question="Who founded the shop?", answerable=False)
    assert grades(graded("The documents do not say.", case=case)) == (5, 5, 5, 5, 5)


def test_an_answer_to_a_question_without_one_is_wrong_and_hallucinated_unless_supported() -> None:
    case = Case(id="none", question="Who founded the shop?", answerable=False)
    invented = graded("Ada Byron founded it in 1843.", case=case)
    assert (invented.axes["correctness"], invented.axes["completeness"], invented.is_hallucinated) == (0, 0, True)
    quoted = graded("A receipt is needed.", case=case)
    assert (quoted.axes["correctness"], quoted.is_hallucinated) == (0, False)


def test_a_blank_answer_has_no_points() -> None:
    assert grades(graded("  ")) == (0, 0, 0, 0, 0)


def test_an_error_is_not_graded() -> None:
    verdict = graded("", status=Status.ERROR, error="the server hung up")
    assert (verdict.outcome, verdict.axes, verdict.reason) == (Outcome.ERROR, {}, "the server hung up")


def test_a_right_answer_without_context_is_unsupported_but_not_hallucinated() -> None:
    verdict = graded("90 days", passages=())
    assert (verdict.axes["correctness"], verdict.axes["faithfulness"]) == (5, 0)
    assert (verdict.is_supported_by_context, verdict.is_hallucinated) == (False, False)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("90 days", 0.0),
        ("90 days [docs/returns.md]", 5.0),
        ("90 days [c1]", 5.0),
        ("90 days [shipping.md]", 0.0),
        # One right of two cited, one of one found: F1 = 2 x 1 / (2 + 1)
        ("90 days [returns, shipping]", 5 * 2 / 3),
        ("90 days [nowhere.md][returns]", 5 * 2 / 3),
    ],
)
def test_citations_against_the_supporting_documents(text: str, points: float) -> None:
    assert graded(text).axes["citation_quality"] == pytest.approx(points, abs=1e-3)


def test_graded_documents_stand_before_those_of_the_supports_and_claims_cite_too() -> None:
    claim = Claim(text="90 days", citations=(Citation(chunk_id="c2", quote="x", resolved=True),))
    case = CASE.model_copy(update={"relevant_doc_ids": {"shipping.md": 2, "returns.md": 0}})
    assert graded("90 days", case=case, claims=(claim,)).axes["citation_quality"] == 5


@given(st.text(max_size=120), st.text(min_size=1, max_size=40), st.booleans())
def test_any_answer_has_five_grades_between_0_and_5(text: str, reference: str, answerable: bool) -> None:
    verdict = graded(text, case=CASE.model_copy(update={"expected_answer": reference, "answerable": answerable}))
    assert set(verdict.axes) == set(AXES)
    assert all(0 <= points <= 5 for points in verdict.axes.values())
