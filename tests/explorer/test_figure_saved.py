"""Charts saved from a real browser: files that stand alone and can be read."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.browser import browser, open_page
from tests.explorer.axe import READABLE, faint
from tests.explorer.drawn_figures import DRAWN, chart
from tests.explorer.shown import ready

pytestmark = pytest.mark.browser
BROWSER = {"color_scheme": "light", "viewport": {"width": 1100, "height": 900}}


def test_a_saved_svg_stands_alone(context: Any, drawn: Path, folder: Path) -> None:
    watched = ready(context, drawn)
    for figure in DRAWN:
        with watched.page.expect_download() as download:
            chart(watched, figure.key).get_by_role("button", name="Save as SVG").click()
        assert download.value.suggested_filename == f"{figure.key}.svg"
        saved = folder / f"{figure.key}.svg"
        download.value.save_as(saved)
        root = ElementTree.parse(saved).getroot()
        assert root.tag == "{http://www.w3.org/2000/svg}svg" and root[0].text == figure.title
        text = saved.read_text(encoding="utf-8")
        ours = ("class=", "var(", "tabindex", "aria-", "style=", "color-mix", "color(")
        assert [word for word in ours if word in text] == []
        texts = ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]
        assert figure.title in texts and root[1].get("fill") == "rgb(255, 255, 255)"
    alone = open_page(context, folder / "plane.svg")
    assert alone.page.evaluate("document.documentElement.getBBox().width") > 200
    alone.assert_quiet()
    watched.assert_quiet()


def test_a_saved_png_is_a_picture_of_twice_the_size(context: Any, drawn: Path, folder: Path) -> None:
    watched = ready(context, drawn)
    for key in ("plane", "cells"):
        with watched.page.expect_download() as download:
            chart(watched, key).get_by_role("button", name="Save as PNG").click()
        saved = folder / f"{key}.png"
        download.value.save_as(saved)
        width, height, pixels = _png(saved.read_bytes())
        view = chart(watched, key).locator("svg").get_attribute("viewBox").split()
        assert (width, height) == (2 * float(view[2]), 2 * (float(view[3]) + 26))
        assert len(set(zip(*[iter(pixels)] * 4, strict=False))) > 20  # something is drawn on the ground
    watched.assert_quiet()


def _png(data: bytes) -> tuple[int, int, bytes]:
    """Width, height and the inflated scan lines."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        packed += data[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        at += 12 + size
    return width, height, zlib.decompress(packed)


def test_in_the_dark_a_saved_chart_is_dark_and_readable(playwright: Any, drawn: Path, folder: Path) -> None:
    with browser(playwright, color_scheme="dark", viewport={"width": 1100, "height": 900}) as context:
        watched = ready(context, drawn)
        with watched.page.expect_download() as download:
            chart(watched, "cells").get_by_role("button", name="Save as SVG").click()
        saved = folder / "dark.svg"
        download.value.save_as(saved)
        root = ElementTree.parse(saved).getroot()
        assert root[1].get("fill") == "rgb(20, 23, 26)"
        assert not [text for text in faint(watched.page, READABLE) if "cx-v" in text or "cx-tip" in text]
        watched.assert_quiet()
