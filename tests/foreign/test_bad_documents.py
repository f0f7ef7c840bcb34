"""Documents that cannot be read: the rest is ingested, each is named with its reason, and --strict fails."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen import canvas

from tests.foreign.conftest import fill
from tests.foreign.projects import Project
from tests.foreign.refusal import contents, refused

INGEST = ("ingest", "-c", "small.yaml", "--headless")


def _page(draw: Callable[[Any], None]) -> bytes:
    stream = io.BytesIO()
    drawing = canvas.Canvas(stream, invariant=True)
    draw(drawing)
    drawing.showPage()
    drawing.save()
    return stream.getvalue()


def _scanned() -> bytes:
    from PIL import Image

    picture = ImageReader(Image.new("L", (60, 80), color=200))
    return _page(lambda drawing: drawing.drawImage(picture, 0, 0, 600, 800))


def _locked() -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(_page(lambda drawing: drawing.drawString(72, 720, "Secret")))))
    writer.encrypt("s3cret", owner_password="owner", algorithm="AES-256")
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


BAD: dict[str, tuple[bytes | Callable[[], bytes], str]] = {
    "corrupt.pdf": (b"%PDF-1.4\n" + bytes(range(256)) * 9, "corrupt"),
    "scanned.pdf": (_scanned, "no text"),
    "locked.pdf": (_locked, "password-protected"),
    "cp1252.txt": ("Die Brücke von Ühlingen wurde 1850 für alle geöffnet.".encode("cp1252"), "not UTF-8"),
    "cp932.md": ("東京の橋は千八百五十年に建てられました。".encode("cp932"), "not UTF-8"),
    "noise.docx": (b"PK\x03\x04 no archive", "corrupt"),
    "empty.txt": (b"", "empty"),
    "table.csv": (b"a,b\n1,2\n", "not matched by ingest.include"),
}


@pytest.fixture
def damaged(fresh: Project) -> Project:
    for name, (content, _) in BAD.items():
        data = content if isinstance(content, bytes) else content()
        (fresh.folder / "docs" / name).write_bytes(data)
    return fresh


def test_each_is_named_with_its_reason_and_the_rest_is_ingested(damaged: Project) -> None:
    done = damaged.ok(*INGEST)
    for name, (_, reason) in BAD.items():
        assert f"skipped {name}: {reason}" in done.err
    assert "documents      12\n" in done.out and f"skipped files  {len(BAD)}\n" in done.out
    manifest = damaged.ok(*INGEST, "--json").json
    assert manifest["doc_count"] == 12
    refused(damaged, *INGEST, "--strict", says=("docs:", *BAD, "mend them, or name them in ingest.exclude"))


def test_a_strict_ingest_leaves_no_index_where_there_was_none(damaged: Project) -> None:
    done = damaged.cairn(*INGEST, "--strict")
    assert done.code == 2 and all(name in done.err for name in BAD)
    assert "there is no index" in damaged.cairn("eval", "-c", "small.yaml", "--headless").err


def test_what_is_excluded_by_name_is_no_reason_to_fail(damaged: Project) -> None:
    damaged.configure("small", ingest={"exclude": sorted(BAD)})
    assert damaged.ok(*INGEST, "--strict").code == 0


def test_a_folder_without_a_readable_document_is_refused(tmp_path: Path) -> None:
    project = Project(tmp_path / "unreadable")
    fill(project)
    shutil.rmtree(project.folder / "docs")
    (project.folder / "docs").mkdir()
    (project.folder / "docs/corrupt.pdf").write_bytes(b"%PDF-1.4\nno")
    refused(project, *INGEST, says=("docs", "corrupt.pdf"))
    assert not any(name.startswith(".cairn/index") for name in contents(project.folder))
