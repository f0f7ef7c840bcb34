import io
import zipfile

import pytest

from cairn_nb.corpus.parse import parse
from cairn_nb.corpus.sample.blocks import Bullets, Format, Heading, Paragraph, Raw, SampleDocument, Table
from cairn_nb.corpus.sample.formats.helvetica import text_width
from cairn_nb.corpus.sample.formats.render import WRITERS, render

LONG = "The rope is greased from the trolley in dry weather, working away from the sun, " * 4
BLOCKS = (
    Heading(1, "Rates & (rules)"),
    Paragraph(("First sentence, with 5 < 6 & a \\ in it.", "Second one (in brackets).")),
    Heading(2, "Prices"),
    Table(("Ware", "Price"), (("Salt", "4.20 crowns"), ("Fish", "11 crowns"))),
    Bullets(("Keep the lid shut.", "Wipe the glass.")),
)


def document(kind: Format, *extra: Paragraph | Raw) -> SampleDocument:
    return SampleDocument(f"x.{kind}", kind, "Rates & (rules)", (*BLOCKS, *extra))


@pytest.mark.parametrize("kind", sorted(WRITERS))
def test_what_was_written_is_read_back_line_by_line(kind: Format) -> None:
    parsed, warnings = parse(f"x.{kind}", render(document(kind)))
    assert warnings == ()
    if kind != "txt":
        assert parsed.title == "Rates & (rules)"
    lines = [line.lstrip("-*\N{BULLET} ") for line in parsed.text.splitlines()]
    for wanted in ("Rates & (rules)", "Prices", "Salt | 4.20 crowns", "Fish | 11 crowns", "Keep the lid shut."):
        assert wanted in lines
    assert "First sentence, with 5 < 6 & a \\ in it." in parsed.text
    assert "Second one (in brackets)." in parsed.text


@pytest.mark.parametrize("kind", sorted(WRITERS))
def test_equal_documents_give_equal_bytes(kind: Format) -> None:
    assert render(document(kind)) == render(document(kind))


@pytest.mark.parametrize("kind", ["pdf", "docx"])
def test_formats_without_source_text_refuse_raw_text(kind: Format) -> None:
    with pytest.raises(ValueError, match="no source text"):
        render(document(kind, Raw("<b>")))


@pytest.mark.parametrize("kind", ["md", "html", "txt"])
def test_raw_text_is_put_in_as_it_stands(kind: Format) -> None:
    assert b"<!-- here -->" in render(document(kind, Raw("<!-- here -->")))


def test_a_docx_is_a_stored_zip_without_a_clock_or_a_system() -> None:
    with zipfile.ZipFile(io.BytesIO(render(document("docx")))) as archive:
        assert archive.testzip() is None
        entries = archive.infolist()
    assert {entry.compress_type for entry in entries} == {zipfile.ZIP_STORED}
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert {(entry.create_system, entry.external_attr) for entry in entries} == {(0, 0o600 << 16)}


def test_a_long_pdf_goes_on_to_another_page_and_each_page_has_its_number() -> None:
    filled = document("pdf", *(Paragraph((f"Sentence number {number}.",)) for number in range(40)))
    parsed, _ = parse("x.pdf", render(filled))
    assert len(parsed.page_starts) == 3
    for number in range(40):
        assert f"Sentence number {number}." in parsed.text


def test_a_sentence_too_long_for_a_pdf_line_is_wrapped_between_words_and_read_back_whole() -> None:
    data = render(document("pdf", Paragraph((LONG.strip(),))))
    assert b"The rope is greased" in data and LONG.strip().encode() not in data
    assert LONG.strip() in parse("x.pdf", data)[0].text


def test_pdf_characters_outside_its_encoding_are_refused_and_western_ones_kept() -> None:
    parsed, _ = parse("x.pdf", render(document("pdf", Paragraph(("Ausschließlich für Gäste.",)))))
    assert "Ausschließlich für Gäste." in parsed.text
    with pytest.raises(UnicodeEncodeError):
        render(document("pdf", Paragraph(("日本",))))


def test_the_widths_of_helvetica() -> None:
    # i 222, l 222, W 944, space 278, in thousandths of the size
    assert text_width("il W", 10) == pytest.approx((222 + 222 + 278 + 944) / 100)
    assert text_width("ß", 10) == pytest.approx(5.56)
