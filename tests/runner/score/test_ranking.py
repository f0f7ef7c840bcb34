"""Rankings against judgements: trec_eval's numbers in the notes, the first relevant document in the rows."""

from __future__ import annotations

import json
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
    assert (note["n"], note["n_missing_from_run"], note["n_unlabelled"]) == (2, 1, 1)
    assert (note["means"]["recall@3"], note["means"]["mrr@3"], note["means"]["hit@1"]) == (0.25, 0.25, 0)
    assert (report.retrieval.n_with_support, report.retrieval.recall_at_k["3"]) == (2, 0.5)
    assert (report.n_errors, report.abstention.answer_rate) == (0, None)


@pytest.mark.parametrize("run", ["uic0301", "SABIR03BASE"])
def test_a_real_run_has_trec_evals_numbers(data_dir: Path, run: str) -> None:
    folder = data_dir / "trec_robust03"
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["runs"][run]
    peer = expected["pytrec_eval_mean_over_run_topics"]
    report = cairn.score(answers=folder / f"run.{run}.top100.txt", golden=folder / "qrels.new50.txt", out="r.json")
    means = report.notes["ranking"]["means"]
    names = {"P_5": "precision@5", "P_10": "precision@10", "recall_10": "recall@10", "success_1": "hit@1"}
    for theirs, ours in {**names, "success_10": "hit@10", "ndcg_cut_10": "ndcg_linear@10"}.items():
        assert means[ours] == pytest.approx(peer[theirs], abs=1e-6)
    assert report.retrieval.recall_at_k["10"] == pytest.approx(peer["success_10"], abs=1e-6)
    assert report.retrieval.mrr == pytest.approx(peer["recip_rank"], abs=1e-6)
