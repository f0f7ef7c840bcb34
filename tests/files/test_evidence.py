from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.errors import ReportError
from cairn_nb.files.evidence import read_evidence, read_evidence_of, write_evidence
from cairn_nb.records import (
    AbstentionSection,
    AnswerSection,
    Evidence,
    EvidenceFile,
    OperationalSection,
    Outcome,
    Passage,
    Report,
    RetrievalSection,
    Step,
    Usage,
    Verdict,
)

TEXT = "Die Kündigungsfrist beträgt 30 Tage.\nAls PDF: seite 4 日本語"


def passage(text: str, rank: int) -> Passage:
    return Passage(
        chunk_id=f"c{rank}", source="a/b.md", text=text, rank=rank, score=1 / rank, components={"dense": 0.25}, page=4
    )


def evidence(case_id: str, texts: list[str], trial: int = 0) -> Evidence:
    return Evidence(
        case_id=case_id,
        trial=trial,
        passages=tuple(passage(text, rank) for rank, text in enumerate(texts, start=1)),
        steps=(Step(stage="search", latency_ms=1.5, usage=Usage(input_tokens=3)),),
        verdict=Verdict(outcome=Outcome.SCORED, correct=True, score=0.5, reason="ja"),
        supporting_ids=("c1",),
    )


def report(folder: Path, file: EvidenceFile | None) -> Report:
    return Report(
        cairn_version="1",
        config_name="a",
        config_hash="0" * 16,
        corpus_hash="1" * 64,
        golden_version="1",
        n_cases=0,
        retrieval=RetrievalSection(),
        answer=AnswerSection(),
        abstention=AbstentionSection(alpha=0.1),
        operational=OperationalSection(),
        evidence=file,
        source=folder / "a.json",
    )


ROWS = st.lists(
    st.tuples(st.sampled_from("abc"), st.integers(0, 3), st.lists(st.sampled_from([TEXT, "", "x"]), max_size=4)),
    max_size=6,
    unique_by=lambda row: row[:2],
)


@given(ROWS)
def test_rows_come_back(tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, int, list[str]]]) -> None:
    place = tmp_path_factory.mktemp("evidence") / "a.evidence.jsonl.gz"
    written = [evidence(case_id, texts, trial) for case_id, trial, texts in rows]
    file = write_evidence(place, written)
    assert read_evidence(place, sha256=file.sha256) == {(row.case_id, row.trial): row for row in written}


def test_equal_evidence_gives_equal_bytes_and_a_text_stands_once(tmp_path: Path) -> None:
    rows = [evidence("a", [TEXT, "x"]), evidence("b", [TEXT])]
    first = write_evidence(tmp_path / "one.evidence.jsonl.gz", rows)
    second = write_evidence(tmp_path / "two.evidence.jsonl.gz", rows)
    assert first.sha256 == second.sha256
    assert first.file == "one.evidence.jsonl.gz"
    lines = gzip.decompress((tmp_path / first.file).read_bytes()).decode("utf-8").splitlines()
    assert len(lines) == 4  # two texts, two cases
    assert sum("Kündigungsfrist" in line for line in lines) == 1


def test_a_report_finds_its_evidence_beside_it(tmp_path: Path) -> None:
    file = write_evidence(tmp_path / "a.evidence.jsonl.gz", [evidence("a", [TEXT])])
    found = read_evidence_of(report(tmp_path, file))
    assert found is not None
    assert found["a", 0].passages[0].text == TEXT
    assert read_evidence_of(report(tmp_path / "elsewhere", file)) is None
    assert read_evidence_of(report(tmp_path, None)) is None


def test_the_evidence_of_another_run_is_refused(tmp_path: Path) -> None:
    file = write_evidence(tmp_path / "a.evidence.jsonl.gz", [evidence("a", [TEXT])])
    write_evidence(tmp_path / "a.evidence.jsonl.gz", [evidence("a", ["other"])])
    with pytest.raises(ReportError, match=r"a\.evidence\.jsonl\.gz: is not the evidence that this report"):
        read_evidence_of(report(tmp_path, file))


def test_a_report_cannot_reach_out_of_its_folder(tmp_path: Path) -> None:
    write_evidence(tmp_path / "a.evidence.jsonl.gz", [evidence("a", [TEXT])])
    outside = EvidenceFile(file="../a.evidence.jsonl.gz", sha256="0" * 64)
    (tmp_path / "reports").mkdir()
    assert read_evidence_of(report(tmp_path / "reports", outside)) is None


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"not gzip", "a damaged evidence file"),
        (gzip.compress(b'{"text_id": "a", "text": "x"}\n', mtime=0)[:-6], "a damaged evidence file"),
        (
            gzip.compress(b'{"texts": ["a"], "evidence": {"case_id": "a", "passages": [{}]}}', mtime=0),
            r":1: a damaged line",
        ),
        (
            gzip.compress(b'{"texts": [], "evidence": {"case_id": "a", "passages": [{}]}}', mtime=0),
            r":1: a damaged line",
        ),
        (gzip.compress(b'\n{"texts": [], "evidence": {"case": "a", "passages": []}}', mtime=0), r":2: a damaged line"),
        (gzip.compress(b'{"text_id": NaN}', mtime=0), r":1: NaN"),
    ],
)
def test_damage_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    place = tmp_path / "a.evidence.jsonl.gz"
    place.write_bytes(content)
    with pytest.raises(ReportError, match=message):
        read_evidence(place)
    with pytest.raises(ReportError, match="cannot be read"):
        read_evidence(tmp_path / "none.gz")
