"""Answers made elsewhere become the report that a run would have written, and nothing is made up for what they lack."""

from __future__ import annotations

import json
import re
import string
from collections import Counter
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import cairn_nb as cairn
from cairn_nb.decisions.reading.consistency import contradictions
from cairn_nb.errors import InputError
from cairn_nb.files.evidence import read_evidence_of
from cairn_nb.records import CaseRow, Report, Status
from cairn_nb.runner.timing import without_timing

GOLDEN = [
    {
        "id": "fee",
        "question": "What is the fee?",
        "expected_answer": "12 euros",
        "support": [{"doc": "prices.md", "quote": "The fee is 12 euros."}],
    },
    {"id": "boat", "question": "Which boat sails at noon?", "expected_answer": "the Heron"},
    {"id": "bees", "question": "Are bees carried?", "answerable": False},
]
PRICES = "Prices of 2026. The fee is 12 euros. Dogs are free."


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write("golden.jsonl", GOLDEN)
    return tmp_path


def write(name: str, rows: list[dict[str, Any]]) -> str:
    Path(name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return name


def scored(rows: list[dict[str, Any]], **options: Any) -> Report:
    return cairn.score(answers=write("system.jsonl", rows), **{"golden": "golden.jsonl", "out": "r.json", **options})


def row_of(report: Report, case_id: str) -> CaseRow:
    return next(row for row in report.per_case if row.case_id == case_id)


def test_the_measures_by_hand() -> None:
    report = scored(
        [
            {"id": "fee", "output": "It is 12 euros", "contexts": ["Dogs bark.", PRICES], "cost": 0.02, "latency_s": 2},
            {"id": "boat", "output": "Heron of the north", "contexts": [], "cost": 0.04, "latency_s": 1},
            {"id": "bees", "output": "I don't know.", "contexts": [PRICES], "cost": 0.03, "latency_s": 3},
        ]
    )
    # fee: given {it, is, 12, euros}, wanted {12, euros}: 2 * 2 / 6; boat: {heron, of, north} and {heron}: 2 * 1 / 4
    assert report.answer.token_f1 == pytest.approx((2 / 3 + 1 / 2) / 2, abs=1e-6)
    assert report.answer.exact_match == 0
    assert [row_of(report, name).correct for name in ("fee", "boat", "bees")] == [True, True, None]
    assert [row.status for row in report.per_case] == [Status.ANSWERED, Status.ANSWERED, Status.ABSTAINED]
    assert (report.abstention.answer_rate, report.abstention.unanswerable_abstained_rate) == (pytest.approx(2 / 3), 1)
    # only fee has a quote: it stands in the second passage
    assert (report.retrieval.recall_at_k["1"], report.retrieval.recall_at_k["3"], report.retrieval.mrr) == (0, 1, 0.5)
    assert report.retrieval.n_with_support == 1
    assert report.operational.cost_usd_total == pytest.approx(0.09)
    assert (report.operational.latency_p50_ms, report.complete, report.n_errors) == (2000, True, 0)
    assert row_of(report, "fee").cluster_id == "prices.md"
    assert contradictions(report) == ()


def test_what_is_not_said_is_missing_with_its_reason() -> None:
    report = scored([{"id": case["id"], "output": "12 euros"} for case in GOLDEN])
    assert (report.answer.citation_validity, report.answer.faithfulness, report.retrieval.mrr) == (None, None, None)
    operational = report.operational
    assert (operational.cost_usd_total, operational.latency_p95_ms, operational.tokens_total) == (None, None, None)
    for name in ("citation_validity", "faithfulness", "mrr", "cost_per_question_usd", "latency_p95_ms"):
        assert report.estimates[name].value is None
        assert report.estimates[name].missing == {"not_applicable": 3}
    assert row_of(report, "fee").latency_ms is None
    assert row_of(report, "bees").correct is False  # answered, and there is no answer
    assert report.abstention.error_rate_answered == pytest.approx(2 / 3)
    assert contradictions(report) == ()


def test_quotes_that_stand_nowhere_are_no_ranks_of_nothing() -> None:
    paraphrased = [{"id": case["id"], "answer": "x", "contexts": ["A summary of prices."]} for case in GOLDEN]
    assert scored(paraphrased).retrieval.n_with_support == 0


def test_a_quote_counts_in_its_own_document_where_documents_have_names() -> None:
    other = {"text": PRICES, "source": "old/prices-2020.md"}
    right = {"text": PRICES, "source": "docs/prices.md"}
    named = scored([{"id": "fee", "answer": "x", "contexts": [other, right]}])
    assert row_of(named, "fee").support_ranks == (2,)
    unnamed = scored([{"id": "fee", "answer": "x", "contexts": [other]}])
    assert row_of(unnamed, "fee").support_ranks == (1,)


def test_a_case_without_an_answer_is_counted_and_leaves_no_rate_better() -> None:
    report = scored([{"id": "fee", "answer": "12 euros"}, {"id": "boat", "answer": None}])
    assert [row.status for row in report.per_case] == [Status.ANSWERED, Status.ERROR, Status.ERROR]
    assert row_of(report, "boat").error == "there is no answer at system.jsonl:2"
    assert row_of(report, "bees").error == "the file has no answer for this case"
    assert (report.n_errors, report.complete, report.answer.token_f1) == (2, False, 1.0)
    assert report.warnings[0].startswith("incomplete: 2 of 3 cases have no answer (boat, bees)")
    assert cairn.gate(report, report).promote is None
    assert contradictions(report) == ()


def test_rows_that_do_not_fit_are_named_by_file_and_line() -> None:
    report = scored(
        [
            *({"id": case["id"], "answer": "x"} for case in GOLDEN),
            {"id": "fee", "answer": "y"},
            {"id": "other", "answer": "z"},
            {"id": "boat", "answer": {}},
        ]
    )
    assert report.notes["answers"]["left_out"] == [
        "system.jsonl:6: answer must be text, not {}",
        "system.jsonl:4: fee has its answer already, at system.jsonl:1",
        "system.jsonl:5: belongs to no case of golden.jsonl: id 'other'",
    ]
    assert "3 rows were left out" in report.warnings[0]


def test_answers_without_ids_find_their_questions_by_the_words() -> None:
    report = scored([{"input": "  what is the FEE? ", "response": "12 euros"}, {"input": "Else?", "response": "x"}])
    assert row_of(report, "fee").correct is True
    assert report.notes["answers"]["left_out"] == [
        "system.jsonl:2: belongs to no case of golden.jsonl: question 'Else?'"
    ]


def test_answers_of_another_golden_set_are_refused() -> None:
    with pytest.raises(InputError, match=r"system\.jsonl: no row belongs to a case of golden\.jsonl.*ids there: 'fee'"):
        scored([{"id": "x1", "answer": "a"}])


def test_without_a_golden_set_the_files_own_references_count() -> None:
    rows = [
        {"question": "q1", "answer": "Paris", "ground_truth": ["Lutetia", "Paris"]},
        {"question": "q2", "answer": "a town", "ground_truth": "Rome"},
        {"question": "q3", "answer": "I don't know.", "is_impossible": True},
    ]
    report = scored(rows, golden=None)
    assert [row.exact_match for row in report.per_case] == [1.0, 0.0, None]
    assert [row.expected_answer for row in report.per_case] == ["Paris", "Rome", None]
    assert report.abstention.unanswerable_abstained_rate == 1
    # the ids come from the questions' words, so another system's file is about the same cases, in any order
    other = cairn.score(answers=write("other.jsonl", rows[::-1]), out="o.json")
    assert {row.case_id for row in other.per_case} == {row.case_id for row in report.per_case}
    assert other.golden_hash == report.golden_hash


def test_trials_of_a_question_from_one_or_from_zero() -> None:
    rows = [{"id": case["id"], "answer": "x", "epoch": epoch} for case in GOLDEN for epoch in (1, 2)]
    report = scored(rows[:-1])
    assert [(row.case_id, row.trial) for row in report.per_case] == [(c["id"], t) for c in GOLDEN for t in (0, 1)]
    assert report.per_case[-1].status is Status.ERROR


def test_claims_are_verified_here_whatever_the_file_says() -> None:
    claims = [
        {"text": "The fee is 12 euros.", "supported": False, "citations": [{"chunk_id": "c1", "quote": "fee is 12"}]},
        {"text": "Cats are free.", "supported": True, "citations": [{"chunk_id": "c1", "quote": "Cats are free"}]},
    ]
    rows = [{"id": "fee", "answer": "12 euros", "contexts": [{"id": "c1", "text": PRICES}], "claims": claims}]
    row = row_of(scored(rows), "fee")
    assert [claim.supported for claim in row.claims] == [True, False]
    assert (row.citation_validity, row.faithful) == (0.5, False)


def test_a_file_of_rankings_says_nothing_of_answering() -> None:
    report = scored([{"id": case["id"], "retrieved_contexts": [PRICES]} for case in GOLDEN])
    assert (report.retrieval.mrr, report.abstention.answer_rate, report.answer.token_f1) == (1.0, None, None)
    assert (report.abstention.error_rate_answered, report.n_errors) == (None, 0)
    assert contradictions(report) == ()


def test_the_same_answers_give_the_same_report_in_any_order_and_format() -> None:
    rows = [{"id": case["id"], "answer": "12 euros", "cost": 0.5} for case in GOLDEN]
    first, again = scored(rows, name="one"), scored(rows[::-1], name="one")
    assert without_timing(first) == without_timing(again)
    frame = cairn.score(answers=pd.DataFrame(rows), golden="golden.jsonl", name="one", out="f.json")
    assert (frame.answer, frame.estimates, frame.config_hash) == (first.answer, first.estimates, first.config_hash)


def test_the_files_that_are_written(here: Path) -> None:
    report = scored([{"id": "fee", "answer": "12 euros", "contexts": [PRICES]}], out=None)
    assert report.source is not None and report.source.parent == Path("reports")
    assert report.source.name.startswith("system-") and not (here / "reports/latest").exists()
    assert cairn.read_report(report.source).model_dump() == report.model_dump()
    evidence = read_evidence_of(report)
    assert evidence is not None
    assert evidence["fee", 0].passages[0].text == PRICES
    assert evidence["fee", 0].supporting_ids == (evidence["fee", 0].passages[0].chunk_id,)


@pytest.mark.parametrize("name", ["A system", "", "../up"])
def test_a_name_that_cannot_name_files_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="name: must be 1 to 64"):
        scored([{"id": "fee", "answer": "x"}], name=name)


@pytest.mark.parametrize("name", ["Claude.v2", "B"])
def test_a_name_is_in_lower_case_whether_it_is_given_or_the_files(name: str) -> None:
    rows = [{"id": "fee", "answer": "x"}]
    assert scored(rows, name=name).config_name == name.lower()
    named = cairn.score(answers=write(f"{name}.jsonl", rows), golden="golden.jsonl", out="r.json")
    assert named.config_name == name.lower()


def test_a_question_asked_again_without_ids_is_left_out_and_named() -> None:
    rows = [{"question": text, "answer": "x", "reference": "x"} for text in ("When?", "Where?", "WHEN?")]
    report = scored(rows, golden=None)
    assert report.n_cases == 2
    [left_out] = report.notes["answers"]["left_out"]
    assert left_out.startswith("system.jsonl:3: q-") and left_out.endswith("its answer already, at system.jsonl:1")


def test_answers_to_a_question_that_a_golden_set_without_ids_asks_twice_are_taken_in_order() -> None:
    write("gold.jsonl", [{"query": "When?", "reference": "noon"}, {"query": "When?", "reference": "at dusk"}])
    rows = [{"query": "When?", "answer": answer} for answer in ("noon", "dusk", "dawn")]
    report = scored(rows, golden="gold.jsonl")
    assert [row.answer_text for row in report.per_case] == ["noon", "dusk"]
    assert len(report.notes["answers"]["left_out"]) == 1


def test_a_document_that_stands_twice_among_the_passages_counts_once() -> None:
    fee, boat = GOLDEN[0], {"doc": "boats.md", "quote": "The Heron sails at noon."}
    write("gold.jsonl", [{**fee, "support": [fee["support"][0], boat]}])
    prices = {"text": PRICES, "id": "prices.md"}
    report = scored([{"id": "fee", "answer": "x", "contexts": [prices, prices, prices]}], golden="gold.jsonl")
    found = report.documents
    # one of two relevant documents, however often it was retrieved: recall 1/2, precision 1/1 and 1/3, not 3/2 and 3/3
    assert (found.recall_at_k["3"], found.precision_at_k["1"]) == (0.5, 1.0)
    assert found.precision_at_k["3"] == pytest.approx(1 / 3)
    assert (found.context_recall, found.ndcg_at_k["1"]) == (0.5, 1.0)
    assert row_of(report, "fee").ranked_documents == ("prices.md",)


def test_an_error_names_the_row_of_a_data_frame_whose_labels_stand_twice() -> None:
    golden = pd.DataFrame([{"id": "fee", "question": text, "reference": "x"} for text in ("a?", "b?")], index=[0, 0])
    with pytest.raises(InputError, match=r"row 2 \(index 0\): id: the id 'fee' is already at DataFrame row 1 \(index"):
        cairn.score(answers=pd.DataFrame([{"id": "fee", "answer": "x"}]), golden=golden, out="r.json")


def test_the_golden_sets_columns_can_be_named_too() -> None:
    write("gold.jsonl", [{"key": "k1", "ask": "q?", "say": "yes"}])
    mapping = {"golden.id": "key", "golden.question": "ask", "golden.reference": "say", "answer": "out"}
    report = scored([{"id": "k1", "out": "yes"}], golden="gold.jsonl", mapping=mapping)
    assert report.answer.exact_match == 1.0
    with pytest.raises(InputError, match="there is no golden set to map"):
        scored([{"question": "q", "out": "yes"}], golden=None, mapping={"golden.id": "key"})


def test_squads_measures_on_real_questions(data_dir: Path) -> None:
    """Every reference as its own answer is exact; the articles that were left out have no answer."""
    golden = data_dir / "xquad_a/qa.jsonl"
    with golden.open(encoding="utf-8") as stream:
        questions = [json.loads(line) for line in stream][::12]
    write("gold.jsonl", questions)
    predictions = {q["id"]: q["answers"][0] if q["answers"] else "" for q in questions}
    Path("predictions.json").write_text(json.dumps(predictions), encoding="utf-8")
    report = cairn.score(answers="predictions.json", golden="gold.jsonl", out="r.json")
    n_answerable = sum(q["answerable"] for q in questions)
    assert (report.answer.exact_match, report.answer.token_f1, report.answer.judge_score) == (1, 1, 1)
    assert report.estimates["token_f1"].n == n_answerable
    assert report.abstention.unanswerable_abstained_rate == 1


def test_several_references_count_as_squads_script_counts_them(data_dir: Path) -> None:
    """The largest value over the references, each measure by itself; unanswerable questions have none."""
    with (data_dir / "clapnq_dev/qa.jsonl").open(encoding="utf-8") as stream:
        questions = [json.loads(line) for line in stream if line.isascii()][::4]
    write("gold.jsonl", questions)
    rows = [{"id": q["id"], "answer": q["evidence"][0]["text"] if q["evidence"] else "unclear"} for q in questions]
    report = scored(rows, golden="gold.jsonl")
    for question, answer, row in zip(questions, rows, report.per_case, strict=True):
        if not question["answerable"]:
            assert (row.token_f1, row.correct) == (None, False)
            continue
        wanted = max(by_squads_script(answer["answer"], reference) for reference in question["answers"])
        assert row.token_f1 == pytest.approx(wanted, abs=1e-6)
    assert sum(len(question["answers"]) > 1 for question in questions) > 10
    assert {row.cluster_id for row in report.per_case} >= {q["source_doc_id"] for q in questions if q["evidence"]}


def by_squads_script(answer: str, reference: str) -> float:
    """Token F1, written out once more after the published rules."""
    given, wanted = (
        re.sub(r"\b(a|an|the)\b", " ", "".join(c for c in text.lower() if c not in string.punctuation)).split()
        for text in (answer, reference)
    )
    shared = sum((Counter(given) & Counter(wanted)).values())
    return 2 * shared / (len(given) + len(wanted))
