"""`cairn ingest` says what it read, what it left out and why."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Verb

INGEST = ("ingest", "--headless", "--config", "configs/small.yaml")


def test_it_prints_what_stands_in_the_index(in_project: Verb) -> None:
    ran = in_project(*INGEST)
    assert ran.code == 0
    rows = dict(line.split("  ", 1) for line in ran.out.splitlines())
    assert rows["documents"].strip() == "11"
    assert rows["chunks"].strip() == "11"
    assert rows["index"].strip() == str(Path(".cairn/index/small"))
    assert ran.err == ""


def test_a_skipped_file_is_named_with_its_reason_on_stderr(project: Path, verb: Verb) -> None:
    (project / "golden/small/docs/table.csv").write_text("a,b\n", encoding="utf-8")
    ran = verb(*INGEST, "--json")
    assert ran.code == 0
    assert ran.err.startswith("skipped table.csv: ")
    assert [entry["source"] for entry in ran.json["skipped"]] == ["table.csv"]
    assert ran.json["doc_count"] == 11
    assert ran.json["index_dir"] == str(Path(".cairn/index/small"))


def test_strict_refuses_and_names_the_file(project: Path, verb: Verb) -> None:
    (project / "golden/small/docs/table.csv").write_text("a,b\n", encoding="utf-8")
    ran = verb(*INGEST, "--strict")
    assert (ran.code, ran.out) == (2, "")
    assert "table.csv" in ran.err


def test_an_override_is_used_and_a_misspelt_one_refused(in_project: Verb) -> None:
    manifest = in_project(*INGEST, "--json", "--set", "embedding.params.dim=64").json
    assert manifest["embedding_dim"] == 64
    ran = in_project(*INGEST, "--set", "embeding.params.dim=64")
    assert ran.code == 2
    assert "did you mean 'embedding'?" in ran.err


def test_an_override_without_a_value_is_refused(in_project: Verb) -> None:
    ran = in_project(*INGEST, "--set", "retrieval.k")
    assert ran.code == 2
    assert "retrieval.k=12" in ran.err
