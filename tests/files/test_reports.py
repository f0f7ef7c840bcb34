"""Reading reports by the letter: each refusal names the file and the key."""

from __future__ import annotations

import copy
import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.decisions.gate.gate import gate
from cairn_nb.decisions.reading.consistency import contradictions
from cairn_nb.errors import ReportError, StorageError
from cairn_nb.files.reports import key_path, read_report, write_report
from tests.report_factory import abstained_row, answered_row, answered_rows, build_report, earlier_json

REPORT = build_report([*answered_rows(6), abstained_row("c06"), answered_row("c07", answerable=False)])
DATA = REPORT.model_dump(mode="json")


def put(data: dict[str, Any], key: str, value: Any) -> dict[str, Any]:
    """A copy with another value at a dotted key; numbers are positions."""
    changed = copy.deepcopy(data)
    *way, last = [int(part) if part.isdigit() else part for part in key.split(".")]
    place: Any = changed
    for part in way:
        place = place[part if not isinstance(place, dict) else str(part)]
    place[last if not isinstance(place, dict) else str(last)] = value
    return changed


def drop(data: dict[str, Any], key: str) -> dict[str, Any]:
    changed = copy.deepcopy(data)
    *way, last = key.split(".")
    place = changed
    for part in way:
        place = place[part]
    del place[last]
    return changed


def saved(folder: Path, data: Any) -> Path:
    path = folder / "report.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "report.json"
    write_report(REPORT, path)
    read = read_report(path)
    assert read.model_dump() == REPORT.model_dump()
    assert read.source == path
    assert read.per_case[0].status == "answered"


def test_equal_reports_give_equal_bytes(tmp_path: Path) -> None:
    write_report(REPORT, tmp_path / "a.json")
    write_report(read_report(tmp_path / "a.json"), tmp_path / "b.json")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    assert (tmp_path / "a.json").read_bytes().endswith(b"}\n")


def test_a_row_says_nothing_of_what_it_has_no_value_for(tmp_path: Path) -> None:
    row = answered_row(
        "q",
        refused=False,
        token_f1_uncited=0.0,
        keyword_recall=None,
        given_documents=(),
        axes={},
        relevant_documents={},
    )
    report = build_report([row, answered_row("r", ranked_documents=("a.md",))])
    write_report(report, tmp_path / "report.json")
    first, second = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["per_case"]
    assert (first["refused"], first["token_f1_uncited"]) == (False, 0.0)  # values, though falsy ones
    assert not {"keyword_recall", "given_documents", "axes", "relevant_documents", "failure_type"} & set(first)
    assert second["ranked_documents"] == ["a.md"]
    assert first["error"] is None  # a field of earlier reports is always written
    read = read_report(tmp_path / "report.json")
    assert read.model_dump() == report.model_dump()
    assert list(read.cases.columns) == list(report.cases.columns)
    assert read.cases["given_documents"].tolist() == [[], []]


def test_a_report_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    with pytest.raises(StorageError):
        write_report(REPORT, blocked / "report.json")
    assert blocked.read_text() == "in the way"


def test_unknown_keys_are_ignored_at_every_level(tmp_path: Path) -> None:
    data = copy.deepcopy(DATA)
    for place in (data, data["answer"], data["abstention"], data["per_case"][0], data["retrieval"]):
        place["added_in_2031"] = {"nested": [1]}
    data["per_case"][0]["claims"] = [{"text": "a claim", "supported": True, "added_in_2031": 1}]
    data["estimates"] = {"token_f1": {"value": 0.6, "added_in_2031": 1}}
    assert read_report(saved(tmp_path, data)).per_case[0].claims[0].text == "a claim"


@pytest.mark.parametrize("start", [b"\xef\xbb\xbf", b"\n\n"])
def test_a_byte_order_mark_is_accepted(tmp_path: Path, start: bytes) -> None:
    path = tmp_path / "report.json"
    path.write_bytes(start + json.dumps(DATA).replace("\n", "\r\n").encode())
    assert read_report(path).n_cases == 8


# (key, value, the key that the message names)
WRONG_VALUES: list[tuple[str, Any, str]] = [
    ("answer.judge_score", "0.95", "answer.judge_score"),
    ("answer.judge_score", 5.0, "answer.judge_score"),
    ("answer.token_f1", -0.1, "answer.token_f1"),
    ("answer.token_f1", True, "answer.token_f1"),
    ("answer", [], "answer"),
    ("retrieval.recall_at_k.5", 1.5, "retrieval.recall_at_k.5"),
    ("retrieval.n_with_support", -1, "retrieval.n_with_support"),
    ("abstention.alpha", 0.0, "abstention.alpha"),
    ("abstention.alpha", 1.0, "abstention.alpha"),
    ("abstention.guarantee_met", "true", "abstention.guarantee_met"),
    ("abstention.error_rate_answered", 1.01, "abstention.error_rate_answered"),
    ("operational.cost_per_question_usd", -1, "operational.cost_per_question_usd"),
    ("operational.latency_p95_ms", "12", "operational.latency_p95_ms"),
    ("n_cases", -5, "n_cases"),
    ("n_cases", "72", "n_cases"),
    ("n_cases", 7.5, "n_cases"),
    ("split", "test", "split"),
    ("corpus_hash", None, "corpus_hash"),
    ("config_name", 7, "config_name"),
    ("per_case.3.token_f1", 2.0, "per_case[3].token_f1"),
    ("per_case.0.status", "Answered", "per_case[0].status"),
    ("per_case.0.correct", "false", "per_case[0].correct"),
    ("per_case.0.latency_ms", -3, "per_case[0].latency_ms"),
    ("per_case.0.retrieved_support_rank", 0, "per_case[0].retrieved_support_rank"),
    ("per_case.0.case_id", None, "per_case[0].case_id"),
    ("per_case.2", "c02", "per_case[2]"),
    ("per_case", {"c01": {}}, "per_case"),
    ("notes", [], "notes"),
]


@pytest.mark.parametrize(("key", "value", "named"), WRONG_VALUES)
def test_a_value_that_does_not_fit_is_refused_by_name(tmp_path: Path, key: str, value: Any, named: str) -> None:
    path = saved(tmp_path, put(DATA, key, value))
    with pytest.raises(ReportError) as caught:
        read_report(path)
    assert caught.value.path == path
    assert caught.value.key == named
    assert f"{path}: {named}: " in str(caught.value)


REQUIRED = [
    *["cairn_version", "config_name", "config_hash", "corpus_hash", "golden_version", "n_cases"],
    *["retrieval", "answer", "abstention", "operational", "abstention.alpha"],
]


@pytest.mark.parametrize("key", REQUIRED)
def test_a_missing_key_is_named(tmp_path: Path, key: str) -> None:
    with pytest.raises(ReportError, match="this key is missing") as caught:
        read_report(saved(tmp_path, drop(DATA, key)))
    assert caught.value.key == key


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "1e999"])
@pytest.mark.parametrize(
    "place", ['"judge_score": 0.8', '"cost_usd": 0.001', '"rubric_version": "stub-1"', '"cpu_count": 2']
)
def test_a_number_that_is_not_finite_is_refused_even_in_the_notes(tmp_path: Path, word: str, place: str) -> None:
    text = json.dumps(DATA)
    key = place.split(":")[0]
    assert place in text
    path = tmp_path / "report.json"
    path.write_text(text.replace(place, f"{key}: {word}", 1), encoding="utf-8")
    with pytest.raises(ReportError, match=r"report\.json"):
        read_report(path)


def test_a_key_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text(json.dumps(DATA).replace('"split": "eval"', '"split": "eval", "split": "all"'), encoding="utf-8")
    with pytest.raises(ReportError, match="twice") as caught:
        read_report(path)
    assert caught.value.key == "split"


@given(share=st.floats(min_value=0, max_value=0.999))
def test_a_truncated_report_is_refused_wherever_it_was_cut(tmp_path_factory: Any, share: float) -> None:
    path = tmp_path_factory.mktemp("cut") / "report.json"
    text = json.dumps(DATA, indent=2)
    path.write_text(text[: int(len(text) * share)], encoding="utf-8")
    with pytest.raises(ReportError, match="report"):
        read_report(path)


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"null", b'"report"', b"7", b"\xff\xfe{}", b"{'a': 1}", b"[" * 100_000]
)
def test_what_is_not_a_report_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "report.json"
    path.write_bytes(content)
    with pytest.raises(ReportError, match=r"report\.json"):
        read_report(path)


def test_a_folder_and_a_missing_file_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="is a folder, not a report"):
        read_report(tmp_path)
    with pytest.raises(ReportError, match=r"there is no such report \(`cairn eval` writes one\)"):
        read_report(tmp_path / "absent.json")


def test_several_problems_are_counted(tmp_path: Path) -> None:
    data = put(put(DATA, "answer.token_f1", 2), "answer.judge_score", 3)
    with pytest.raises(ReportError, match=r"and 1 more like it"):
        read_report(saved(tmp_path, data))


def test_an_earlier_report_is_read_and_found_consistent(tmp_path: Path) -> None:
    rows = [
        *answered_rows(4, judge=0.75),
        answered_row("lost", retrieved_support_rank=None),
        abstained_row("quiet"),
        answered_row("false", answerable=False),
        abstained_row("right", answerable=False),
    ]
    data = earlier_json(build_report(rows))
    assert "golden_hash" not in data and "cluster_id" not in data["per_case"][0]
    report = read_report(saved(tmp_path, data))
    assert contradictions(report) == ()
    assert gate(report, report).promote is True


def test_an_earlier_report_of_nothing_answered_is_read(tmp_path: Path) -> None:
    """It says 0.0 for means over nothing, which is no contradiction."""
    data = earlier_json(build_report([abstained_row("a"), abstained_row("b", answerable=False)]))
    assert data["answer"]["token_f1"] == 0.0
    assert data["abstention"]["guarantee_met"] is None
    assert contradictions(read_report(saved(tmp_path, data))) == ()


def test_everything_inside_the_sections_may_be_left_out(tmp_path: Path) -> None:
    data = {**earlier_json(REPORT), "retrieval": {}, "answer": {}, "operational": {}, "abstention": {"alpha": 0.1}}
    del data["per_case"], data["notes"]
    report = read_report(saved(tmp_path, data))
    assert report.answer.judge_score is None
    assert report.per_case == ()


def test_reading_and_gating_two_reports_of_a_thousand_rows_is_quick(tmp_path: Path) -> None:
    rows = [answered_row(f"case-{i:04d}", cluster_id=f"doc-{i // 5}.md") for i in range(1000)]
    write_report(build_report(rows), tmp_path / "a.json")
    before = time.process_time()
    report = read_report(tmp_path / "a.json")
    assert gate(report, read_report(tmp_path / "a.json")).promote is True
    assert time.process_time() - before < 1.0


@pytest.mark.parametrize(
    ("location", "text"),
    [((), ""), (("a",), "a"), (("per_case", 3, "token_f1"), "per_case[3].token_f1"), (("a", "1", 0), "a.1[0]")],
)
def test_key_path(location: tuple[str | int, ...], text: str) -> None:
    assert key_path(location) == text
