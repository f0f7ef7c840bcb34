from __future__ import annotations

import io
from pathlib import Path

import pytest
from pypdf import PdfWriter

from cairn_nb.config.model import INCLUDE
from cairn_nb.corpus import load
from cairn_nb.corpus.load import load_documents, require_complete
from cairn_nb.corpus.parsed import SkipReason
from cairn_nb.errors import CorpusError
from cairn_nb.records import IngestLedger, Skipped
from tests.corpus.word_files import paragraph, word_file


def scan(password: str = "") -> bytes:
    writer = PdfWriter()
    writer.add_blank_page(200, 200)
    if password:
        writer.encrypt(password, algorithm="AES-256")
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {
        "good.md": b"# Good\n\nRead me.",
        "UPPER.TXT": "Größe".encode(),
        "page.html": b"<title>Page</title><p>Hello",
        "word.docx": word_file(paragraph("Hi")),
        "bad.pdf": b"%PDF-1.4 broken",
        "scan.pdf": scan(),
        "locked.pdf": scan("secret"),
        "bad.docx": b"PK broken",
        "latin.txt": "Größe".encode("latin-1"),
        "binary.txt": b"\x7fELF\0\0",
        "empty.md": b" \n",
        "comment.html": b"<!-- nothing else -->",
        "lost.md": "caf\ufffd".encode(),
        "data.csv": b"a,b",
        "draft.md": b"not yet",
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


def test_one_bad_file_never_stops_the_others(folder: Path) -> None:
    corpus = load_documents(folder, include=INCLUDE, exclude=("draft*",))
    assert [(document.source, document.title) for document in corpus.documents] == [
        ("UPPER.TXT", "UPPER"),
        ("good.md", "Good"),
        ("lost.md", "lost"),
        ("page.html", "Page"),
        ("word.docx", "word"),
    ]
    assert corpus.ledger.read == tuple(document.source for document in corpus.documents)
    assert {skip.source: skip.reason for skip in corpus.ledger.skipped} == {
        "bad.docx": SkipReason.CORRUPT,
        "bad.pdf": SkipReason.CORRUPT,
        "binary.txt": SkipReason.BINARY,
        "comment.html": SkipReason.NO_TEXT,
        "data.csv": SkipReason.NOT_INCLUDED,
        "draft.md": SkipReason.EXCLUDED,
        "empty.md": SkipReason.EMPTY,
        "latin.txt": SkipReason.NOT_UTF8,
        "locked.pdf": SkipReason.PASSWORD,
        "scan.pdf": SkipReason.NO_TEXT,
    }
    assert [(warning.source, warning.detail) for warning in corpus.ledger.warnings] == [
        ("lost.md", "1 characters were already lost in the file (U+FFFD)")
    ]


def test_strict_names_every_file_that_nobody_asked_to_leave_out(folder: Path) -> None:
    ledger = load_documents(folder, include=INCLUDE, exclude=("draft*",)).ledger
    with pytest.raises(CorpusError) as caught:
        require_complete(ledger, folder)
    sentence = str(caught.value)
    assert "9 files were left out" in sentence
    assert all(
        skip.source in sentence and skip.detail in sentence for skip in ledger.skipped if skip.source != "draft.md"
    )
    assert "draft.md" not in sentence


def test_strict_passes_when_only_wishes_were_followed(tmp_path: Path) -> None:
    skipped = (
        Skipped(source="draft.md", reason=SkipReason.EXCLUDED),
        Skipped(source=".git/", reason=SkipReason.HIDDEN),
    )
    require_complete(IngestLedger(read=("a.md",), skipped=skipped), tmp_path)


def test_a_corpus_without_any_document_is_refused_with_the_reasons(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"no document could be read$"):
        load_documents(tmp_path, include=INCLUDE, exclude=())
    for number in range(12):
        (tmp_path / f"{number:02}.csv").write_bytes(b"x")
    with pytest.raises(CorpusError, match=r"00\.csv: not matched(.|\n)*and 2 more"):
        load_documents(tmp_path, include=INCLUDE, exclude=())


def test_a_file_that_is_matched_but_has_no_reader_says_so(folder: Path) -> None:
    ledger = load_documents(folder, include=(*INCLUDE, "**/*.csv"), exclude=()).ledger
    assert {skip.source: skip.reason for skip in ledger.skipped}["data.csv"] == SkipReason.NO_READER


def test_a_file_beyond_the_limit_is_not_even_opened(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "MAX_FILE_BYTES", 14)
    ledger = load_documents(folder, include=INCLUDE, exclude=()).ledger
    assert {skip.source: skip.reason for skip in ledger.skipped}["good.md"] == SkipReason.TOO_LARGE


def test_messy_real_files_are_read_or_say_why_not(data_dir: Path) -> None:
    corpus = load_documents(data_dir / "messy_docs", include=INCLUDE, exclude=())
    assert {skip.source: skip.reason for skip in corpus.ledger.skipped} == {
        "password_protected.pdf": SkipReason.PASSWORD,
        "slides_sample.pptx": SkipReason.NOT_INCLUDED,
        "表_cp932.csv": SkipReason.NOT_INCLUDED,
    }
    texts = {document.source: document.text for document in corpus.documents}
    assert len(texts) == 10
    assert "Cell 2.0 | Merged Cell 1.1 2.1 | Cell 2.2" in texts["Übersicht – Tabellen (v2).docx"]
    assert "Domain: | Eukaryota" in texts["wikipedia_duck.html"]
    assert not any("\ufffd" in text for text in texts.values())
