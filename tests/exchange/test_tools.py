"""Other tools' own files, as they write them, become the same rows."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.errors import InputError
from cairn_nb.exchange.answers import answers_of, cases_of
from cairn_nb.exchange.given import GivenAnswers, GivenContext
from cairn_nb.exchange.read import read_answers, read_cases
from cairn_nb.records import Support


def saved(folder: Path, name: str, value: Any) -> Path:
    path = folder / name
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def answers(path: Path, system: str | None = None) -> GivenAnswers:
    given = answers_of(read_answers(path, system))
    assert given.misfits == ()
    return given


DEEPEVAL = {
    "testFile": "test_rag.py",
    "testCases": [
        {
            "name": "test_case_0",
            "input": "What is the fee?",
            "actualOutput": "12 euros",
            "expectedOutput": "12 euros",
            "context": ["The fee is 12 euros."],
            "retrievalContext": ["Dogs are free.", "The fee is 12 euros."],
            "completionTime": 1.5,
            "tokenCost": 0.002,
            "inputTokenCount": 100,
            "outputTokenCount": 20,
            "success": True,
            "metricsData": [{"name": "Faithfulness", "score": 0.9}, {"name": "Failed", "score": None}],
        }
    ],
    "conversationalTestCases": [],
}


@pytest.mark.parametrize("snake", [False, True])
def test_a_deepeval_test_run(tmp_path: Path, snake: bool) -> None:
    text = json.dumps(DEEPEVAL)
    if snake:
        for camel, other in (("testCases", "test_cases"), ("actualOutput", "actual_output"), ("Context", "_context")):
            text = text.replace(camel, other)
        text = text.replace("completionTime", "completion_time")
    given = answers(saved(tmp_path, "run.json", f'{{"testRunData": {text}}}' if snake else text))
    [row] = given.rows
    assert (given.tool, row.text, row.latency_ms, row.cost_usd, row.tokens) == (
        "DeepEval",
        "12 euros",
        1500,
        0.002,
        120,
    )
    assert row.contexts == (GivenContext("Dogs are free."), GivenContext("The fee is 12 euros."))
    assert row.scores == {"Faithfulness": 0.9}
    assert (row.case.id, row.case.supports[0].quote) == (None, "The fee is 12 euros.")


def promptfoo_row(provider: str, output: Any, **more: Any) -> dict[str, Any]:
    return {
        "vars": {"question": "What is the fee?", "context": "The fee is 12 euros."},
        "provider": {"id": provider, "label": ""},
        "prompt": {"raw": "Answer {{question}}", "label": "Answer"},
        "promptIdx": 0,
        "response": {"output": output, "tokenUsage": {"total": 30}},
        "testCase": {"assert": [{"type": "icontains", "value": "12 euros"}, {"type": "latency", "threshold": 5}]},
        "latencyMs": 812,
        "cost": 0.001,
        "score": 1,
        "namedScores": {"tone": 0.5},
        "success": True,
        **more,
    }


def test_promptfoo_results_of_one_system(tmp_path: Path) -> None:
    failed = promptfoo_row("openai:m", "", error="rate limit", failureReason=2, response=None)
    wrong = promptfoo_row("openai:m", "13", error="Expected output to contain", failureReason=1)
    rows = [promptfoo_row("openai:m", {"answer": "12 euros"}), failed, wrong]
    path = saved(tmp_path, "results.json", {"evalId": "e", "results": {"version": 3, "results": rows}})
    first, second, third = answers(path).rows
    assert (first.text, first.latency_ms, first.tokens, first.model) == ("12 euros", 812, 30, "openai:m")
    assert first.case.references == ("12 euros",)
    assert first.contexts == (GivenContext("The fee is 12 euros."),)
    assert first.scores == {"score": 1.0, "tone": 0.5}
    assert (second.text, second.error) == (None, "rate limit")
    assert (third.text, third.error) == ("13", None)  # an assertion that did not hold is no failure of the system


def test_promptfoo_results_of_several_systems_need_a_choice(tmp_path: Path) -> None:
    rows = [promptfoo_row("a", "x"), promptfoo_row("b", "y")]
    path = saved(tmp_path, "results.json", {"results": {"results": rows}})
    with pytest.raises(InputError, match=r"several systems \(name one with --system; it holds 'a', 'b'\)"):
        read_answers(path)
    with pytest.raises(InputError, match="holds no answer of 'c'"):
        read_answers(path, "c")
    assert [row.text for row in answers(path, "b").rows] == ["y"]


SAMPLE = {
    "id": 7,
    "epoch": 1,
    "input": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "attachment://aa"}],
    "attachments": {"aa": "What is the fee?"},
    "target": ["12 euros", "twelve euros"],
    "output": {
        "model": "m",
        "choices": [{"message": {"content": [{"type": "reasoning"}, {"type": "text", "text": "12 euros"}]}}],
    },
    "metadata": {"retrieved_contexts": ["The fee is 12 euros."], "category": "prices"},
    "scores": {"match": {"value": "C"}, "f1": {"value": 0.5}},
    "working_time": 2.0,
    "total_time": 5.0,
    "model_usage": {"m": {"total_tokens": 40}},
}


def test_an_inspect_log_as_json_and_as_eval(tmp_path: Path) -> None:
    broken = {**SAMPLE, "id": 8, "epoch": 2, "input": "Why?", "output": {}, "error": {"message": "boom"}}
    log = saved(tmp_path, "log.json", {"version": 2, "status": "success", "eval": {}, "samples": [SAMPLE, broken]})
    packed = tmp_path / "log.eval"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", "{}")
        archive.writestr("samples/7_epoch_1.json", json.dumps(SAMPLE))
        archive.writestr("samples/8_epoch_2.json", json.dumps(broken))
    for path in (log, packed):
        first, second = answers(path).rows
        assert (first.case.id, first.case.question, first.trial) == ("7", "What is the fee?", 1)
        assert (first.text, first.case.references) == ("12 euros", ("12 euros", "twelve euros"))
        assert (first.latency_ms, first.tokens, first.model, first.scores) == (2000, 40, "m", {"f1": 0.5})
        assert first.contexts == (GivenContext("The fee is 12 euros."),)
        assert (second.text, second.error, second.case.question) == (None, "boom", "Why?")


def test_a_log_that_cannot_be_unpacked_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="inspect log convert"):
        read_answers(saved(tmp_path, "log.eval", "no zip"))


SQUAD = {
    "version": "v2.0",
    "data": [
        {
            "title": "Prices",
            "paragraphs": [
                {
                    "context": "Dogs are free. The fee is 12 euros. Pay at noon.",
                    "qas": [
                        {"id": "a", "question": "What?", "answers": [{"text": "12 euros", "answer_start": 26}]},
                        {"id": "b", "question": "Why?", "answers": [], "is_impossible": True},
                    ],
                }
            ],
        }
    ],
}


def test_squads_questions_and_predictions(tmp_path: Path) -> None:
    folder = tmp_path / "squad"
    folder.mkdir()
    path = saved(folder, "dev.json", SQUAD)
    saved(folder, "notes.json", [])
    for source in (path, folder):
        first, second = cases_of(read_cases(source)).rows
        assert (first.id, first.references, first.answerable) == ("a", ("12 euros",), True)
        assert first.supports == (Support(doc="Prices", quote="The fee is 12 euros."),)
        assert (second.references, second.answerable, second.supports) == ((), False, ())
    given = answers(saved(tmp_path, "predictions.json", {"a": "12 euros", "b": ""}))
    assert [(row.case.id, row.text) for row in given.rows] == [("a", "12 euros"), ("b", "")]


def test_a_trec_run_is_ranked_as_trec_eval_ranks_it(tmp_path: Path) -> None:
    lines = ["q1 Q0 d1 1 0.5 t", "q1\tQ0\td3\t2\t0.5\tt", "q1 Q0 d2 3 9 t", "", "q2 Q0 d1 0 -1 t"]
    given = answers(saved(tmp_path, "mine.run", "\n".join(lines)))
    assert given.is_ranking
    orders = {row.case.id: [context.id for context in row.contexts or ()] for row in given.rows}
    assert orders == {"q1": ["d2", "d3", "d1"], "q2": ["d1"]}


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("a.run", "q Q0 d 1 2 t\nq Q0 d 1 2\n", "a.run:2: has 5 fields, not 6"),
        ("a.run", "q Q0 d 1 2 t\nq Q0 e 1 x t\n", "a.run:2: the score 'x' is no number"),
        ("a.run", "q Q0 d 1 2 t\nq Q0 d 2 1 t\n", "a.run:2: d stands twice in query q"),
        ("a.txt", "some words\n", "a.txt: the format is not known"),
        ("a.qrels", "q 0 d 1\n", "holds judgements, not answers"),
    ],
)
def test_a_run_that_cannot_be_read_says_where(tmp_path: Path, name: str, text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        read_answers(saved(tmp_path, name, text))


def test_judgements_and_a_beir_folder(tmp_path: Path) -> None:
    path = saved(tmp_path, "a.qrels", "q1 0 d1 2\nq1 0 d2 0\nq2 0 d1 1\n")
    given = cases_of(read_cases(path))
    assert given.grades == {"q1": {"d1": 2, "d2": 0}, "q2": {"d1": 1}}
    assert given.rows[0].supports == (Support(doc="d1", quote="d1"),)
    folder = tmp_path / "beir"
    (folder / "qrels").mkdir(parents=True)
    saved(folder, "queries.jsonl", '{"_id": "q1", "text": "What?"}\n{"_id": "q9", "text": "Not judged."}\n')
    saved(folder, "corpus.jsonl", '{"_id": "d1", "title": "T", "text": "The text."}\n')
    saved(folder, "qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\n")
    beir = cases_of(read_cases(folder))
    assert [(row.id, row.question, row.supports) for row in beir.rows] == [
        ("q1", "What?", (Support(doc="d1", quote="The text."),))
    ]
    assert beir.grades == {"q1": {"d1": 2, "d2": 0}}
    saved(folder, "qrels/test.tsv", "query-id\tcorpus-id\tscore\nq2\td1\t1\n")
    with pytest.raises(InputError, match="q2: is judged, and there is no such query"):
        read_cases(folder)
    saved(folder, "qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\thigh\n")
    with pytest.raises(InputError, match=r"test\.tsv:2: expected query, document and a whole number"):
        read_cases(folder)


def test_a_folder_of_nothing_known(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder, and neither BEIR's nor SQuAD's"):
        read_cases(tmp_path)


def test_a_damaged_number_of_a_ranking_is_named_by_its_line(tmp_path: Path) -> None:
    (tmp_path / "bad.run").write_text("q1 Q0 d1 1 abc mine\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"bad\.run:1: the score 'abc' is no number"):
        read_answers(tmp_path / "bad.run")


def test_a_file_that_names_no_system_needs_none(tmp_path: Path) -> None:
    (tmp_path / "one.jsonl").write_text('{"question": "q?", "answer": "a"}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"no answer of 'second' \(it names no system: leave out --system\)"):
        read_answers(tmp_path / "one.jsonl", system="second")
