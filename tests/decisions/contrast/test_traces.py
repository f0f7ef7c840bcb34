from __future__ import annotations

from cairn_nb.decisions.contrast.traces import trace_of_evidence, trace_of_row
from cairn_nb.records import Step
from cairn_nb.records.contrast import Work
from tests.decisions.contrast.traced import GENERATED, evidence, reranked, retrieved
from tests.report_factory import answered_row


def test_embedding_and_searching_are_one_retrieval_and_asking_again_is_one_generation() -> None:
    found = evidence("embed", "search", "generate", "generate", "verify", documents=("x", "y", "x"))
    assert trace_of_evidence(found) == (retrieved("x", "y"), GENERATED)


def test_the_passages_are_what_the_last_ranking_gave_and_an_earlier_one_has_its_own() -> None:
    search = Step(stage="search", output=("y", "x", "z"))
    assert trace_of_evidence(evidence("embed", search, "rerank", "generate", documents=("x", "y"))) == (
        retrieved("y", "x", "z"),
        reranked("x", "y"),
        GENERATED,
    )
    # Evidence of an earlier version does not say what was found before it was reordered.
    assert trace_of_evidence(evidence("search", "rerank", documents=("x",)))[0] == Work(kind="retrieve")


def test_a_rewriting_has_its_wordings_and_other_work_keeps_its_name() -> None:
    rewrite = Step(stage="rewrite", output=("in other words",))
    assert trace_of_evidence(evidence(rewrite, "search", "tool", documents=("x",))) == (
        Work(kind="rewrite", output=("in other words",)),
        retrieved("x"),
        Work(kind="tool"),
    )


def test_an_answer_made_elsewhere_has_no_trace_and_judging_is_no_part_of_one() -> None:
    assert trace_of_evidence(evidence("external", documents=("x",))) == ()
    assert trace_of_evidence(evidence("generate", "untracked", "judge")) == (GENERATED,)
    assert trace_of_row(answered_row("q0")) == ()
    assert trace_of_row(answered_row("q0", latency_by_stage_ms={"external": 3.0, "judge": 1.0})) == ()


def test_a_row_knows_its_stages_and_the_last_ranking() -> None:
    stages = {"embed": 1.0, "search": 1.0, "rerank": 2.0, "generate": 9.0, "verify": 0.1, "judge": 5.0}
    row = answered_row("q0", latency_by_stage_ms=stages, ranked_documents=("x", "y"))
    assert trace_of_row(row) == (Work(kind="retrieve"), reranked("x", "y"), GENERATED)
    without = answered_row("q0", latency_by_stage_ms={"search": 1.0}, retrieved_ids=("x#1", "x#2"))
    assert trace_of_row(without) == (retrieved("x#1", "x#2"),)
