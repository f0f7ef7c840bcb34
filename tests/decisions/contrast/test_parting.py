"""The method's table of where traces part, a case a row."""

from __future__ import annotations

from cairn_nb.decisions.contrast.parting import aligned, parting
from cairn_nb.records.contrast import Divergence, Work
from tests.decisions.contrast.traced import GENERATED, reranked, retrieved

ANSWERS = ("3 kg", "5 kg")


def test_different_stage_one_reranks_where_the_other_goes_on_to_generate() -> None:
    one, other = (retrieved("x"), reranked("x"), GENERATED), (retrieved("x"), GENERATED)
    found = Divergence(position=2, kind="different_stage", stage="rerank")
    assert parting(one, other, ANSWERS) == parting(other, one, ANSWERS) == found


def test_different_stage_where_one_trace_has_ended_or_does_unknown_work() -> None:
    assert parting((GENERATED,), (retrieved("x"),), ANSWERS) == Divergence(
        position=1, kind="different_stage", stage="retrieve"
    )
    longer = (retrieved("x"), GENERATED, Work(kind="tool"))
    assert parting(longer, longer[:2], ANSWERS) == Divergence(position=3, kind="different_stage", stage="tool")


def test_different_documents_down_to_the_shorter_ranking() -> None:
    deep, shallow = (retrieved("x", "y", "z"), GENERATED), (retrieved("x", "y"), GENERATED)
    assert parting(deep, shallow, ANSWERS) == Divergence(position=2, kind="different_answer", stage="generate")
    swapped = (retrieved("y", "x"), GENERATED)
    assert parting(deep, swapped, ANSWERS) == Divergence(position=1, kind="different_documents", stage="retrieve")
    reordered = (retrieved("x", "y"), reranked("y", "x"), GENERATED)
    kept = (retrieved("x", "y"), reranked("x", "y"), GENERATED)
    assert parting(kept, reordered, ANSWERS) == Divergence(position=2, kind="different_documents", stage="rerank")


def test_nothing_found_differs_from_something() -> None:
    assert parting((retrieved(), GENERATED), (retrieved("x"), GENERATED), ANSWERS) == Divergence(
        position=1, kind="different_documents", stage="retrieve"
    )


def test_different_output_of_any_other_step() -> None:
    one, other = (
        (Work(kind="rewrite", output=(words,)), retrieved("x"), GENERATED) for words in ("how heavy", "what weight")
    )
    assert parting(one, other, ANSWERS) == Divergence(position=1, kind="different_output", stage="rewrite")


def test_different_answer_from_the_same_evidence() -> None:
    trace = (retrieved("x"), GENERATED)
    assert parting(trace, trace, ANSWERS) == Divergence(position=2, kind="different_answer", stage="generate")
    assert parting(trace, trace, ("3 kg", "3 kg")) is None


def test_what_was_not_kept_is_no_difference() -> None:
    unknown = (Work(kind="rewrite"), Work(kind="retrieve"), reranked("x"), GENERATED)
    known = (Work(kind="rewrite", output=("a",)), retrieved("y"), reranked("x"), GENERATED)
    found = parting(unknown, known, ANSWERS)
    assert found is not None and found.kind == "different_answer"


def test_no_trace_no_divergence() -> None:
    assert parting((), (GENERATED,), ANSWERS) is None
    assert parting((GENERATED,), (), ANSWERS) is None


def test_steps_are_aligned_by_position() -> None:
    found = aligned((retrieved("x"), GENERATED), (GENERATED,))
    assert [(step.position, step.winner, step.loser) for step in found] == [
        (1, retrieved("x"), GENERATED),
        (2, GENERATED, None),
    ]
