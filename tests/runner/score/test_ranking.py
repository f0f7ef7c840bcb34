"""Rankings against judgements: trec_eval's numbers by document, the first relevant document in the rows."""

from __future__ import annotations

import json
from math import log2
from pathlib import Path

import pytest

import cairn_nb as cairn


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_by_hand() -> None:
    Path("a.run").write_text("q1 Q0 d3 1 9 t\nq1 Q0 d1 2 8 t\n", encoding="utf-8")
    Path("a.qrels").write_text("q1 0 d1 2\nq1 0 d2 1\nq2 0 d4 1\nq3 0 d5 0\n", encoding="utf-8")
    report = cairn.score(answers="a.run", golden="a.qrels", out="r.json")
    note = report.notes["ranking"]
    # q1 finds one of its two at rank 2, q2 is missing from the run and counts as zero, q3 has nothing to find
    assert note == {"n": 2, "n_missing_from_run": 1, "n_unlabelled": 1}
    found = report.documents
    assert (found.n_labelled, found.recall_at_k["3"], found.mrr_at_k["3"], found.hit_at_k["1"]) == (2, 0.25, 0.25, 0)
    # q1: grade 2 at rank 2 of the ideal 2, 1: (2^2 - 1) / log2(3) over 3 / log2(2) + 1 / log2(3); q2 is 0
    reached, best = 3 / log2(3), 3 + 1 / log2(3)
    assert found.ndcg_at_k["3"] == pytest.approx(reached / best / 2, abs=1e-12)
    # nobody generated anything from it, and the judgements quote nothing
    assert (found.context_recall, found.evidence_recall_at_k["10"], report.answer.answer_score) == (None, None, None)
    assert [row.relevant_documents for row in report.per_case] == [{"d1": 2.0, "d2": 1.0}, {"d4": 1.0}, {}]
    assert [row.ranked_documents for row in report.per_case] == [("d3", "d1"), (), ()]
    assert (report.retrieval.n_with_support, report.retrieval.recall_at_k["3"]) == (2, 0.5)
    assert (report.n_errors, report.abstention.answer_rate) == (0, None)


@pytest.mark.parametrize("run", ["uic0301", "SABIR03BASE"])
def test_a_real_run_has_trec_evals_numbers(data_dir: Path, run: str) -> None:
    folder = data_dir / "trec_robust03"
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["runs"][run]
    peer = expected["pytrec_eval_mean_over_run_topics"]
    report = cairn.score(answers=folder / f"run.{run}.top100.txt", golden=folder / "qrels.new50.txt", out="r.json")
    found = report.documents
    ours = {
        "P_5": found.precision_at_k["5"],
        "P_10": found.precision_at_k["10"],
        "recall_10": found.recall_at_k["10"],
        "success_1": found.hit_at_k["1"],
        "success_10": found.hit_at_k["10"],
    }
    assert ours == pytest.approx({name: peer[name] for name in ours}, abs=1e-6)
    assert report.retrieval.recall_at_k["10"] == pytest.approx(peer["success_10"], abs=1e-6)
    assert report.retrieval.mrr == pytest.approx(peer["recip_rank"], abs=1e-6)
