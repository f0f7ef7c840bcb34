from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.corpus.decode import decode_html, decode_text
from cairn_nb.corpus.parsed import SkipReason, UnreadableError


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_unicode_with_or_without_a_mark_is_read(encoding: str) -> None:
    assert decode_text("Größe\r\n寸法\rend\n".encode(encoding)) == "Größe\n寸法\nend\n"


@pytest.mark.parametrize("encoding", ["latin-1", "cp932", "cp1251", "koi8-r", "euc-kr", "gb18030"])
def test_legacy_encodings_are_refused_and_never_guessed(encoding: str) -> None:
    text = {
        "latin-1": "Größe",
        "cp932": "表",
        "cp1251": "размер",
        "koi8-r": "размер",
        "euc-kr": "크기",
        "gb18030": "尺寸",
    }
    with pytest.raises(UnreadableError, match="iconv") as caught:
        decode_text(text[encoding].encode(encoding))
    assert caught.value.reason == SkipReason.NOT_UTF8


@pytest.mark.parametrize("data", [b"\x00\x01\x02text", b"PNG\x00", "text".encode("utf-16-le")])
def test_bytes_that_are_no_text_are_binary(data: bytes) -> None:
    with pytest.raises(UnreadableError) as caught:
        decode_text(data)
    assert caught.value.reason == SkipReason.BINARY


def test_a_mark_that_lies_is_refused() -> None:
    with pytest.raises(UnreadableError, match="begins as utf-16"):
        decode_text(b"\xff\xfea")


@pytest.mark.parametrize(
    ("declaration", "encoding"),
    [
        ('<meta charset="Shift_JIS">', "cp932"),
        ("<meta http-equiv=Content-Type content='text/html; charset=iso-8859-1'>", "cp1252"),
        ("<?xml version='1.0' encoding='EUC-JP'?>", "euc-jp"),
        ("<meta charset=iso-2022-jp>", "iso-2022-jp"),
    ],
)
def test_a_page_is_read_in_the_encoding_it_declares(declaration: str, encoding: str) -> None:
    text = "Größe“" if encoding == "cp1252" else "寸法"
    page = f"{declaration}<p>{text}</p>"
    assert decode_html(page.encode(encoding)) == page


def test_utf8_wins_over_a_wrong_declaration() -> None:
    page = '<meta charset="iso-8859-1"><p>Größe</p>'
    assert decode_html(page.encode()) == page


@pytest.mark.parametrize("declared", ["utf-8", "no-such-encoding", "shift_jis"])
def test_a_page_that_fits_no_declaration_is_refused(declared: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        decode_html(f'<meta charset="{declared}">'.encode() + b"\xff\x81\xff")
    assert caught.value.reason == SkipReason.NOT_UTF8


@given(st.binary())
def test_bytes_are_read_exactly_or_refused(data: bytes) -> None:
    """Nothing is ever replaced: what is read gives the same bytes back, line ends aside."""
    for decode in (decode_text, decode_html):
        try:
            text = decode(data)
        except UnreadableError:
            continue
        assert "\r" not in text
        assert text.count("\ufffd") <= data.count(b"\xef\xbf\xbd") + data.count(b"\xfd\xff") + data.count(b"\xff\xfd")
