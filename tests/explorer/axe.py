"""What axe-core, run inside the page, finds wrong with it; and the contrast of the colours as they come out."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

# axe cannot see through positioned rows and calls them incomplete; `faint` looks at every text itself.
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 160)).join(" | ")}`);
}"""
FAINT = """least => {
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const over = (colour, below) => {
    paint.globalCompositeOperation = "copy";
    paint.fillStyle = below;
    paint.fillRect(0, 0, 1, 1);
    paint.globalCompositeOperation = "source-over";
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    const [r, g, b] = paint.getImageData(0, 0, 1, 1).data;
    return `rgb(${r}, ${g}, ${b})`;
  };
  const ground = element => {
    const above = element.parentElement ? ground(element.parentElement) : over("Canvas", "white");
    return over(getComputedStyle(element).backgroundColor, above);
  };
  const light = colour => colour.match(/\\d+/g).map(Number).map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const seen = element => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
    && !element.closest(".cx-hidden, [aria-disabled=true], :disabled, title");
  const texts = [...document.querySelectorAll(".cx *")].filter(element => seen(element)
    && [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()));
  return texts.flatMap(element => {
    const style = getComputedStyle(element), below = ground(element);
    const colour = over(element instanceof SVGElement ? style.fill : style.color, below);
    const [a, b] = [light(colour), light(below)].sort((x, y) => y - x), ratio = (a + 0.05) / (b + 0.05);
    const name = `.${element.getAttribute("class")} ${element.textContent.trim().slice(0, 40)}`;
    return ratio >= least ? [] : [`${ratio.toFixed(2)} ${name}`];
  });
}"""
READABLE = 4.5


@cache
def source() -> str:
    """The whole of axe-core, from the installed package."""
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Any) -> list[str]:
    """Every rule of axe-core that the page breaks, with the elements that break it."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(source())
    found: list[str] = page.evaluate(RUN)
    return found


def faint(page: Any, least: float = READABLE) -> list[str]:
    """Visible texts whose contrast with what is painted behind them is below `least`."""
    found: list[str] = page.evaluate(FAINT, least)
    return found
