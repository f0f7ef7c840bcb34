from __future__ import annotations

import json
from pathlib import Path

from cairn_nb.corpus.chunk import chunk_documents
from cairn_nb.corpus.locate import SupportLocator
from cairn_nb.golden.check import Problem, Severity, check_golden
from cairn_nb.golden.load import load_golden
from cairn_nb.records import Document


def document(source: str, text: str) -> Document:
    return Document(id=source[:16], source=source, content_sha256="0", format="md", title=source, text=text)


def findings(folder: Path, *rows: dict[str, object], size: int = 60) -> list[tuple[int | None, Problem, Severity, str]]:
    path = folder / "cases.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    documents = [
        document("hr/policy.md", "The notice period is 110 days. Staff get 25 days of leave every year."),
        document("legal/policy.md", "Contracts end after 24 months."),
        document("rates.md", "The rate is 5 percent."),
    ]
    chunks = chunk_documents(documents, chunker="fixed", params={"size": size, "overlap": 0}, max_chunk_chars=4000)
    found = check_golden(load_golden(path), SupportLocator(documents, chunks))
    return [(problem.line, problem.kind, problem.severity, problem.sentence) for problem in found]


def row(number: int, *supports: tuple[str, str], answer: str = "110 days", **more: object) -> dict[str, object]:
    support = [{"doc": doc, "quote": quote} for doc, quote in supports]
    return {
        "id": f"c{number}",
        "question": f"Question {number}?",
        "expected_answer": answer,
        "support": support,
        **more,
    }


def test_a_sound_case_has_no_findings(tmp_path: Path) -> None:
    assert findings(tmp_path, row(1, ("hr/policy.md", "The notice period is 110 days."))) == []


def test_supports_that_are_not_located_say_where_the_quote_is(tmp_path: Path) -> None:
    quote = "The notice period is 110 days."
    found = findings(
        tmp_path,
        row(1, ("rates.md", quote)),
        row(2, ("hr/policy.md", "notice period is 10 days"), answer="10 days"),
        row(3, ("hr/polcy.md", quote)),
        row(4, ("policy.md", quote)),
        row(5, ("none.md", "No document says so"), answer="says so"),
    )
    assert found == [
        (1, Problem.QUOTE_ELSEWHERE, Severity.ERROR, f'"{quote}" is not in rates.md; it stands in hr/policy.md'),
        (
            2,
            Problem.QUOTE_NOT_FOUND,
            Severity.ERROR,
            '"notice period is 10 days" is not in hr/policy.md; no document has it',
        ),
        (
            3,
            Problem.DOCUMENT_MISSING,
            Severity.ERROR,
            f'there is no document hr/polcy.md for "{quote}"; it stands in hr/policy.md',
        ),
        (
            4,
            Problem.DOCUMENT_AMBIGUOUS,
            Severity.ERROR,
            "policy.md may be hr/policy.md or legal/policy.md; write the path",
        ),
        (
            5,
            Problem.DOCUMENT_MISSING,
            Severity.ERROR,
            'there is no document none.md for "No document says so"; no document has it',
        ),
    ]


def test_odd_cases_are_named_without_being_refused(tmp_path: Path) -> None:
    found = findings(
        tmp_path,
        row(1, ("rates.md", "5"), answer="5"),
        row(2, ("hr/policy.md", "110 days. Staff get 25 days of leave every year.")),
        row(3, answerable=False, expected_answer=None)
        | {"support": [{"doc": "rates.md", "quote": "The rate is 5 percent."}]},
        row(4),
        row(5, ("rates.md", "The rate is 5 percent."), answer="five in a hundred", question="QUESTION  1?"),
    )
    assert [(line, kind, severity) for line, kind, severity, _ in found] == [
        (1, Problem.QUOTE_SHORT, Severity.WARNING),
        (2, Problem.QUOTE_OVER_CHUNKS, Severity.INFO),
        (3, Problem.SUPPORT_ON_UNANSWERABLE, Severity.WARNING),
        (4, Problem.NO_SUPPORT, Severity.INFO),
        (5, Problem.DUPLICATE_QUESTION, Severity.WARNING),
        (5, Problem.ANSWER_NOT_IN_QUOTES, Severity.INFO),
    ]
    assert "all 2 chunks" in found[1][3]
    assert "c1 on line 1" in found[4][3]


def test_a_relevant_document_that_is_not_in_the_corpus_is_named(tmp_path: Path) -> None:
    found = findings(
        tmp_path, row(1, relevant_doc_ids={"rates.md": 2, "rate.md": 1, "policy.md": 1, "gone.md": 0}, answer="5")
    )
    assert found == [
        (
            1,
            Problem.NO_SUPPORT,
            Severity.INFO,
            "without a support it has no metrics of chunks; quote the document that answers it",
        ),
        (
            1,
            Problem.DOCUMENT_MISSING,
            Severity.ERROR,
            "its relevant document rate.md is not in the corpus, so it counts nowhere",
        ),
        (
            1,
            Problem.DOCUMENT_AMBIGUOUS,
            Severity.ERROR,
            "policy.md may be hr/policy.md or legal/policy.md; write the path",
        ),
    ]
