"""Bytes to text without guessing: UTF-8, a byte-order mark, or what an HTML page declares about itself."""

from __future__ import annotations

import codecs
import re

from cairn_nb.corpus.parsed import SkipReason, UnreadableError

# UTF-32 first: its little-endian mark begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = re.compile(
    rb"""<(?:meta|\?xml)\b[^>]*?(?:charset|encoding)\s*=\s*["']?\s*([A-Za-z0-9_.:-]+)""", re.IGNORECASE
)
# The encoding standard of the web reads these names as their Windows supersets.
_WEB_NAMES = {"iso-8859-1": "cp1252", "latin-1": "cp1252", "latin1": "cp1252", "us-ascii": "cp1252", "ascii": "cp1252"}
_WEB_NAMES |= {"shift_jis": "cp932", "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932", "gb2312": "gb18030"}
_WEB_NAMES |= {"gbk": "gb18030", "iso-8859-9": "cp1254", "ks_c_5601-1987": "cp949", "euc-kr": "cp949"}
_SNIFFED_BYTES = 4096


def decode_text(data: bytes) -> str:
    """A text file's content with line ends made LF.

    Raises
    ------
    UnreadableError
        If the bytes are not text, or not in an encoding that can be told for certain.
    """
    return _newlines(_marked(data) if _mark(data) else _utf8(data))


def decode_html(data: bytes) -> str:
    """A page's content with line ends made LF; the encoding it declares counts where the bytes are not UTF-8.

    Raises
    ------
    UnreadableError
        If the bytes fit neither UTF-8 nor the declared encoding.
    """
    if _mark(data):
        return _newlines(_marked(data))
    declared = _declared(data)
    if declared is None or (not data.isascii() and _is_utf8(data)):
        return _newlines(_utf8(data))
    try:
        return _newlines(data.decode(declared))
    except UnicodeDecodeError as error:
        detail = f"the page declares {declared}, but byte {error.start} does not fit; save it as UTF-8"
        raise UnreadableError(SkipReason.NOT_UTF8, detail) from error


def _mark(data: bytes) -> str | None:
    return next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)


def _marked(data: bytes) -> str:
    encoding = _mark(data) or "utf-8"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        detail = f"it begins as {encoding} but byte {error.start} does not fit; save it as UTF-8"
        raise UnreadableError(SkipReason.NOT_UTF8, detail) from error


def _utf8(data: bytes) -> str:
    if b"\0" in data:
        raise UnreadableError(SkipReason.BINARY, f"byte {data.index(0)} is NUL, so this is not a text file")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        detail = (
            f"byte 0x{data[error.start]:02x} at {error.start} is not UTF-8; convert the file, "
            "for example with: iconv -f ENCODING -t UTF-8"
        )
        raise UnreadableError(SkipReason.NOT_UTF8, detail) from error


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _declared(data: bytes) -> str | None:
    match = _DECLARED.search(data, 0, _SNIFFED_BYTES)
    if match is None:
        return None
    name = match[1].decode("ascii").lower()
    try:
        return codecs.lookup(_WEB_NAMES.get(name, name)).name
    except LookupError:
        return None


def _newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
