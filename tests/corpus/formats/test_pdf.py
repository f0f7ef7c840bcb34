from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter
from reportlab.pdfgen import canvas

from cairn_nb.corpus.formats.pdf import read_pdf
from cairn_nb.corpus.parsed import SkipReason, UnreadableError


def pdf(*pages: str, title: str | None = None) -> bytes:
    stream = io.BytesIO()
    drawing = canvas.Canvas(stream, invariant=True)
    if title:
        drawing.setTitle(title)
    for page in pages:
        for number, line in enumerate(page.split("\n")):
            drawing.drawString(72, 720 - 14 * number, line)
        drawing.showPage()
    drawing.save()
    return stream.getvalue()


def locked(data: bytes, password: str) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    writer.encrypt(password, owner_password="owner", algorithm="AES-256")
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def test_pages_are_parted_by_a_blank_line_and_their_starts_are_kept() -> None:
    parsed = read_pdf(pdf("First page.\nLine two", "Second page", title="Manual"))
    assert parsed.text == "First page.\nLine two\n\nSecond page"
    assert parsed.page_starts == (0, 22)
    assert parsed.title == "Manual"


def test_a_blank_password_opens_as_in_any_viewer_and_another_does_not() -> None:
    assert read_pdf(locked(pdf("Readable"), "")).text == "Readable"
    with pytest.raises(UnreadableError) as caught:
        read_pdf(locked(pdf("Secret"), "s3cret"))
    assert caught.value.reason == SkipReason.PASSWORD


def test_a_scan_is_told_apart_and_a_blank_page_is_named() -> None:
    with pytest.raises(UnreadableError, match="none of its 2 pages has text") as caught:
        read_pdf(pdf("", ""))
    assert caught.value.reason == SkipReason.NO_TEXT
    assert read_pdf(pdf("Text", "", "More")).warnings == ("no text on page 2 of 3: blank or scanned",)


@pytest.mark.parametrize("damage", ["truncated", "header only", "noise"])
def test_a_damaged_file_is_corrupt_and_nothing_is_printed(damage: str, capsys: pytest.CaptureFixture[str]) -> None:
    whole = pdf("Some text here")
    data = {
        "truncated": whole[: len(whole) // 3],
        "header only": b"%PDF-1.7\n",
        "noise": b"%PDF-1.4\n" + bytes(range(256)) * 9,
    }
    with pytest.raises(UnreadableError) as caught:
        read_pdf(data[damage])
    assert caught.value.reason in {SkipReason.CORRUPT, SkipReason.NO_TEXT}
    assert capsys.readouterr() == ("", "")


def test_a_file_that_needed_mending_says_so() -> None:
    parsed = read_pdf(re.sub(rb"startxref\s+\d+", b"startxref\n7", pdf("Some text here")))
    assert parsed.text == "Some text here"
    assert "not clean" in parsed.warnings[0]


def test_real_files(data_dir: Path) -> None:
    folder = data_dir / "messy_docs"
    with pytest.raises(UnreadableError) as caught:
        read_pdf((folder / "password_protected.pdf").read_bytes())
    assert caught.value.reason == SkipReason.PASSWORD
    columns = read_pdf((folder / "latex_multicolumn.pdf").read_bytes())
    assert len(columns.page_starts) == 3
    assert columns.text.startswith("Two-Column Document with Lorem Ipsum")
    assert "حَبيبي" in read_pdf((folder / "حبيبي.pdf").read_bytes()).text
