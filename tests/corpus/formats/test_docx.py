from __future__ import annotations

import io
import zipfile

import pytest

from cairn_nb.corpus.formats import package
from cairn_nb.corpus.formats.docx import read_docx
from cairn_nb.corpus.parsed import SkipReason, UnreadableError
from tests.corpus.word_files import NAMESPACES, cell, paragraph, word_file

STYLES = """
    <w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
    <w:style w:styleId="House"><w:name w:val="House head"/><w:basedOn w:val="berschrift1"/></w:style>
    <w:style w:styleId="T"><w:name w:val="Title"/></w:style>
    <w:style w:styleId="Body"><w:name w:val="Normal"/></w:style>
"""


def test_headings_are_told_by_their_styles_name_in_any_language() -> None:
    body = (
        paragraph("Policy", "T")
        + paragraph("Scope", "berschrift1")
        + paragraph("All staff.", "Body")
        + paragraph("Own", "House")
    )
    parsed = read_docx(word_file(body, styles=STYLES))
    assert parsed.text == "Policy\nScope\nAll staff.\nOwn"
    assert [(heading.level, heading.text, heading.start) for heading in parsed.headings] == [
        (1, "Policy", 0),
        (1, "Scope", 7),
        (1, "Own", 24),
    ]


def test_merged_cells_stand_in_every_column_and_row_they_cover() -> None:
    two_columns, first_row, later_row = '<w:gridSpan w:val="2"/>', '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    starts_late = '<w:trPr><w:gridBefore w:val="1"/></w:trPr>'
    rows = [
        cell("Item") + cell("Price", two_columns),
        cell("Tea", first_row) + cell("2") + cell("3"),
        cell("", later_row) + cell("4") + cell("5", first_row),
        starts_late + cell("6") + cell("", later_row),
    ]
    table = "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in rows) + "</w:tbl>"
    parsed = read_docx(word_file(paragraph("Before") + table + paragraph("After")))
    assert parsed.text.split("\n") == ["Before", "Item | Price | Price", "Tea | 2 | 3", "Tea | 4 | 5", "6 | 5", "After"]
    assert [parsed.text[span.start : span.end] for span in parsed.tables] == ["\n".join(parsed.text.split("\n")[1:5])]


def test_tracked_changes_fields_and_doubles_are_left_out() -> None:
    body = (
        "<w:p><w:r><w:t>Pay </w:t></w:r><w:del><w:r><w:delText>90</w:delText></w:r></w:del>"
        "<w:ins><w:r><w:t>30</w:t></w:r></w:ins><w:r><w:instrText>PAGE</w:instrText><w:tab/><w:t>days</w:t><w:br/><w:t>net</w:t></w:r></w:p>"
        "<w:p><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>Box</w:t></w:r></w:p></w:txbxContent></mc:Choice>"
        "<mc:Fallback><w:txbxContent><w:p><w:r><w:t>Box</w:t></w:r></w:p></w:txbxContent></mc:Fallback></mc:AlternateContent></w:p>"
        "<w:sdt><w:sdtContent><w:p><w:r><w:t>Controlled</w:t></w:r><m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath></w:p></w:sdtContent></w:sdt>"
    )
    assert read_docx(word_file(body)).text == "Pay 30\tdays\nnet\nBox\nControlledx=1"


def test_footnotes_stand_at_the_end_and_the_title_is_kept() -> None:
    notes = f"<w:footnotes {NAMESPACES}><w:footnote>{paragraph('Since May.')}</w:footnote></w:footnotes>"
    core = '<p xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title> Handbook </dc:title></p>'
    parsed = read_docx(word_file(paragraph("Text"), word__footnotes=notes, docProps__core=core))
    assert (parsed.text, parsed.title) == ("Text\nSince May.", "Handbook")


@pytest.mark.parametrize(
    ("data", "reason", "words"),
    [
        (b"not a zip", SkipReason.CORRUPT, "no Word document"),
        (word_file("<w:p>")[:-30], SkipReason.CORRUPT, ""),
        (word_file("<w:p>"), SkipReason.CORRUPT, "word/document.xml"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 90, SkipReason.CORRUPT, "old Word file"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            SkipReason.PASSWORD,
            "password",
        ),
    ],
)
def test_a_file_that_is_no_word_document_is_told_apart(data: bytes, reason: SkipReason, words: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        read_docx(data)
    assert caught.value.reason == reason
    assert words in caught.value.detail


def test_another_office_file_is_no_word_document() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("ppt/presentation.xml", "<p/>")
    with pytest.raises(UnreadableError, match=r"no word/document\.xml"):
        read_docx(stream.getvalue())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused_before_they_can_grow(encoding: str) -> None:
    bomb = '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><d>&b;</d>'
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("word/document.xml", bomb.encode(encoding))
    with pytest.raises(UnreadableError, match="document type"):
        read_docx(stream.getvalue())


def test_a_part_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "MAX_PART_BYTES", 10_000)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * 10_001)
    with pytest.raises(UnreadableError) as caught:
        read_docx(stream.getvalue())
    assert caught.value.reason == SkipReason.TOO_LARGE


def test_elements_nested_without_end_are_refused() -> None:
    with pytest.raises(UnreadableError, match="nested"):
        read_docx(word_file("<w:x>" * 5000 + "</w:x>" * 5000))
