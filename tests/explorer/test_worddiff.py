"""What the word difference marks: taken from one text and put into the other, the same text is left."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser import Watched, browser
from tests.explorer.detail_page import opened_panel, write_page
from tests.explorer.views import payload

pytestmark = pytest.mark.browser

LATIN = ("the", "fee", "is", "12", "12.50", "euros", "naïve", "don't", ",", ".", " ", "\n", "\t", "  ", "-", "_x")
OTHERS = ("数", "据库", "ありがとう", "สวัสดี", "🚲", "👩‍👩‍👧", "🇩🇪", "e\u0301", "مرحبا", "\ud800")
WORDS = (*LATIN, *OTHERS)
DIFFERENCE = """pairs => pairs.map(([before, after]) => {
  const found = wordDifference(before, after);
  if (!found) return null;
  const without = (text, ranges) => {
    let left = "", at = 0;
    for (const { start, end } of ranges) {
      if (start < at || end <= start || end > text.length) return null;
      left += text.slice(at, start);
      at = end;
    }
    return left + text.slice(at);
  };
  const said = (text, ranges) => ranges.map(({ start, end }) => text.slice(start, end));
  return { left: [without(before, found.removed), without(after, found.added)],
    removed: said(before, found.removed), added: said(after, found.added) };
})"""


@pytest.fixture(scope="module")
def watched(playwright: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    path = write_page(tmp_path_factory.mktemp("words") / "words.html", payload("one", 10))
    with browser(playwright) as context:
        page = opened_panel(context, path)
        yield page
        page.assert_quiet()


def differences(watched: Watched, *pairs: tuple[str, str]) -> list[dict[str, Any] | None]:
    found: list[dict[str, Any] | None] = watched.page.evaluate(DIFFERENCE, pairs)
    return found


def text(draw: random.Random, longest: int) -> str:
    return " ".join(draw.choices(WORDS, k=draw.randint(0, longest)))


def changed(draw: random.Random, given: str) -> str:
    """A text with some words taken out, put in, or moved."""
    words = given.split(" ")
    for _ in range(draw.randint(0, 4)):
        place = draw.randint(0, len(words))
        words[place : place + draw.randint(0, 3)] = draw.choices(WORDS, k=draw.randint(0, 3))
    return " ".join(words)


def test_what_is_left_of_both_texts_is_the_same(watched: Watched) -> None:
    draw = random.Random(20260131)
    unrelated = [(text(draw, 12), text(draw, 12)) for _ in range(600)]
    edited = [(given, changed(draw, given)) for given in (text(draw, 60) for _ in range(900))]
    skewed = [(text(draw, 2), text(draw, 80)) for _ in range(100)]
    pairs = [*unrelated, *edited, *skewed]
    found = differences(watched, *pairs)
    for pair, difference in zip(pairs, found, strict=True):
        if difference is not None:
            assert difference["left"][0] is not None, pair
            assert difference["left"][0] == difference["left"][1], pair
    assert sum(difference is not None for difference in found[600:1500]) > 800


def test_the_difference_is_the_shortest_over_words(watched: Watched) -> None:
    draw = random.Random(7)
    pairs = [(listed(draw), listed(draw)) for _ in range(200)]
    for (before, after), difference in zip(pairs, differences(watched, *pairs), strict=True):
        assert difference is not None
        edits = sum(len(part) for part in (*difference["removed"], *difference["added"]))
        assert edits == len(before) + len(after) - 2 * longest_common(before, after)


def listed(draw: random.Random) -> str:
    """Words of one letter each, behind a beginning that all share."""
    return "x " * 9 + "," + ",".join(draw.choices("abc", k=8))


def longest_common(before: str, after: str) -> int:
    """By the table, over characters: every word of these texts is one character."""
    row = [0] * (len(after) + 1)
    for a in before:
        last = row
        row = [0]
        for j, b in enumerate(after):
            row.append(last[j] + 1 if a == b else max(row[j], last[j + 1]))
    return row[-1]


@pytest.mark.parametrize(
    ("before", "after", "removed", "added"),
    [
        ("The fee is 12 euros.", "The fee is 13 euros.", ["12"], ["13"]),
        ("It costs 12.50 euros", "It costs 12.75 euros", ["12.50"], ["12.75"]),
        ("费用是十二欧元。", "费用是十三欧元。", ["二"], ["三"]),
        ("we ride a 🚲 to work", "we ride a 🚗 to work", ["🚲"], ["🚗"]),
        ("a family 👩‍👩‍👧 of three", "a family 👩‍👩‍👦 of three", ["👩‍👩‍👧"], ["👩‍👩‍👦"]),
        ("cafe\u0301 is open", "cafe is open", ["cafe\u0301"], ["cafe"]),
        ("one two three four", "one two three four five", [], [" five"]),
        ("all of this is kept red fox", "all of this is kept blue cat", ["red fox"], ["blue cat"]),
        ("same", "same", [], []),
    ],
)  # fmt: skip
def test_whole_words_are_marked(
    watched: Watched, before: str, after: str, removed: list[str], added: list[str]
) -> None:
    [difference] = differences(watched, (before, after))
    assert difference is not None
    assert (difference["removed"], difference["added"]) == (removed, added)


def test_texts_that_share_little_are_not_marked(watched: Watched) -> None:
    assert differences(watched, ("red fox runs home", "no answer can be given"), ("", "something")) == [None, None]


def test_the_cost_is_bounded(watched: Watched) -> None:
    """A million characters, ten thousand changes: no marks, and none of the work that they would take."""
    script = """() => {
      const words = (n, step) => Array.from({ length: n }, (_, i) => `w${i % step}`).join(" ");
      return [wordDifference("x".repeat(1e6), "y".repeat(1e6)), wordDifference(words(20000, 97), words(20000, 89)),
        wordDifference(`${words(20000, 97)} end`, `${words(20000, 97)} END`)];
    }"""
    long, far, near = watched.page.evaluate(script)
    assert long is None and far is None
    assert [len(near["removed"]), len(near["added"])] == [1, 1]
