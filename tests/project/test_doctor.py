"""Each kind of thing that can be wrong with a project has its finding, and a healthy project has none."""

from __future__ import annotations

import json
import shutil
import socket
from pathlib import Path

import pytest

from cairn_nb.project.doctor import examine
from cairn_nb.project.findings import Finding, Level

CONFIG = Path("configs/small.yaml")


def found(level: Level, path: Path = CONFIG, **overrides: object) -> list[Finding]:
    """The findings of one level."""
    changes = {key.replace("__", "."): value for key, value in overrides.items()}
    return [finding for finding in examine(path, changes).findings if finding.level == level]


def about(subject: str, findings: list[Finding]) -> str:
    """The one sentence about a subject."""
    sentences = [finding.sentence for finding in findings if finding.subject == subject]
    assert len(sentences) == 1, findings
    return sentences[0]


@pytest.mark.usefixtures("project")
def test_a_healthy_project_has_no_problem_and_no_warning() -> None:
    assert found("problem") == found("warning") == []
    assert about("calibration", found("ok")).startswith("calibrated, threshold 0.")
    assert about("index", found("ok")) == "11 chunks of 11 documents, up to date with the corpus"


def test_a_missing_configuration_ends_the_examination(project: Path) -> None:
    problems = found("problem", project / "configs/no.yaml")
    assert [finding.subject for finding in problems] == ["configuration"]
    assert "no.yaml" in problems[0].sentence


@pytest.mark.usefixtures("project")
def test_a_misspelt_key_is_named_with_its_line() -> None:
    with CONFIG.open("a", encoding="utf-8") as file:
        file.write("retreival: {k: 3}\n")
    assert "small.yaml:6: retreival: unknown key (did you mean 'retrieval'?)" in about(
        "configuration", found("problem")
    )


def test_a_missing_corpus_is_a_problem(project: Path) -> None:
    shutil.rmtree(project / "golden/small/docs")
    assert "no such folder of documents" in about("corpus", found("problem"))


def test_a_missing_golden_set_is_a_problem(project: Path) -> None:
    (project / "golden/small/cases.jsonl").unlink()
    assert "no such golden set" in about("golden set", found("problem"))


def test_an_index_that_was_never_built_is_a_problem(project: Path) -> None:
    shutil.rmtree(project / ".cairn/index")
    assert "cairn ingest" in about("index", found("problem"))


def test_an_index_of_another_corpus_is_a_problem_that_names_the_field(project: Path) -> None:
    (project / "golden/small/docs/new.txt").write_text("A new sentence.\n", encoding="utf-8")
    assert "corpus" in about("index", found("problem"))


@pytest.mark.usefixtures("project")
def test_an_index_of_another_configuration_is_a_problem() -> None:
    assert "embed" in about("index", found("problem", embedding__params__dim=64))


@pytest.mark.usefixtures("project")
def test_a_stale_record_is_a_warning_that_names_what_differs() -> None:
    sentence = about("calibration", found("warning", calibration__alpha=0.3))
    assert "stale" in sentence and "alpha (record 0.4, now 0.3)" in sentence


def test_a_record_that_was_never_fitted_is_a_warning(project: Path) -> None:
    (project / ".cairn/calibration/small.json").unlink()
    assert "no calibration record" in about("calibration", found("warning"))


def test_a_quote_that_is_not_in_its_document_is_named_by_file_and_line(project: Path) -> None:
    cases = project / "golden/small/cases.jsonl"
    rows = [json.loads(line) for line in cases.read_text(encoding="utf-8").splitlines()]
    rows[1]["support"][0]["quote"] = "The Adder winch was painted in 1066."
    rows[3]["support"][0]["doc"] = "adder.txt"
    cases.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    problems = found("problem")
    place = Path("golden/small/cases.jsonl")
    assert "is not in adder.txt; no document has it" in about(f"{place}:2", problems)
    assert "it stands in badger.txt" in about(f"{place}:4", problems)


def test_a_long_list_is_cut_and_counted(project: Path) -> None:
    for path in (project / "golden/small/docs").glob("*.txt"):
        path.write_text("Nothing.\n", encoding="utf-8")
    # 22 quotes are gone; each of their rows also has its answer in its quotes, so nothing else is said of them.
    rows = [finding for finding in found("problem") if ".jsonl:" in finding.subject]
    assert len(rows) == 20
    assert "not shown: 2 × quote not found" in {finding.sentence for finding in found("note")}


def test_what_breaks_a_case_is_not_hidden_by_what_is_only_odd(project: Path) -> None:
    cases = project / "golden/small/cases.jsonl"
    rows = [json.loads(line) for line in cases.read_text(encoding="utf-8").splitlines()]
    odd = {**rows[0], "answerable": False, "expected_answer": None}  # a support that nobody uses: a warning each
    broken = {**rows[0], "id": "broken", "support": [{"doc": "adder.txt", "quote": "It was painted in 1066."}]}
    many = [*({**odd, "id": f"odd-{number}"} for number in range(30)), broken]
    cases.write_text("".join(json.dumps(row) + "\n" for row in many), encoding="utf-8")
    assert "is not in adder.txt" in about("golden/small/cases.jsonl:31", found("problem"))


@pytest.mark.usefixtures("project")
def test_a_server_that_does_not_answer_is_a_problem() -> None:
    with socket.socket() as reserved:  # bound but not listening: a connection is refused
        reserved.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{reserved.getsockname()[1]}/v1"
        provider = {"name": "openai", "params": {"model": "m", "base_url": url}}
        sentence = about("generation", found("problem", generation__provider=provider))
    assert url in sentence and "cannot be reached" in sentence


@pytest.mark.usefixtures("project")
def test_a_server_that_answers_is_well() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
        judge = {"name": "llm", "params": {"provider": {"name": "openai", "params": {"model": "m", "base_url": url}}}}
        assert "is reachable" in about("judge", found("ok", judge=judge))


@pytest.mark.usefixtures("project")
def test_a_switch_that_is_set_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAIRN_STUB_DEGRADE_CITATIONS", "0.25")
    assert "0.25" in about("CAIRN_STUB_DEGRADE_CITATIONS", found("warning"))


@pytest.mark.usefixtures("project")
def test_a_switch_that_means_nothing_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAIRN_STUB_REFUSE", "yes")
    assert "CAIRN_STUB_REFUSE" in about("environment", found("problem"))


def test_a_skipped_document_is_a_note(project: Path) -> None:
    (project / "golden/small/docs/table.csv").write_text("a,b\n", encoding="utf-8")
    from cairn_nb.api import ingest

    ingest(CONFIG)
    assert about("table.csv", found("note")).startswith("was skipped: ")


def test_reports_that_cannot_be_written_are_a_problem(project: Path) -> None:
    shutil.rmtree(project / "reports")
    (project / "reports").write_text("a file", encoding="utf-8")
    assert about("reports", found("problem"))
