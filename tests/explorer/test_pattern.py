"""Regular expressions of the search box: those that may never end are refused, the others run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser import browser
from tests.explorer.functions import functions

pytestmark = pytest.mark.browser

ENDLESS = (
    *(
        "(a+)+$",
        "(a*)*b",
        "(a|a)*b",
        "(a|aa)+$",
        "([a-z]+)*x",
        "(.*a){12}",
        "((ab)*)+",
        "(?:x?y+){2,}z",
        "(\\w+\\s?)*$",
    ),
    *(".*.*.*x", "a*a*b", "\\w*\\w*!", "[ab]*[bc]*d", ".*\\d+.*\\w+x{2,}.+", "(a)\\1", "(?<q>a)\\k<q>", "a*b?a*c"),
)
HARMLESS = (
    *("refund.*within", "\\bdays?\\b", "colou?r", "(?:red|green) bicycle", "^what", "end\\.$", "a{2,4}", "[0-9]+ km"),
    *("\\w+\\s+\\w+", "(wrong|right)", "\\d+\\.\\d+", "(?<=frame )number", "[^,]+,", "c0\\d\\d", "é+", "x*y*z*"),
)
BROKEN = ("(", "[", "*a", "a{2,1}", "\\", "(?<")


@pytest.fixture(scope="module")
def page(playwright: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with browser(playwright) as context:
        yield functions(context, tmp_path_factory.mktemp("pattern"), ["compiled"])


def problem(page: Any, source: str) -> str:
    return str(page.evaluate("source => compiled(source).problem", source))


@pytest.mark.parametrize("source", ENDLESS)
def test_an_expression_that_may_never_end_is_refused_and_said(page: Any, source: str) -> None:
    assert problem(page, source).startswith("Not searched: this expression may never end;")


@pytest.mark.parametrize("source", HARMLESS)
def test_an_ordinary_expression_runs(page: Any, source: str) -> None:
    assert problem(page, source) == ""


@pytest.mark.parametrize("source", BROKEN)
def test_a_malformed_expression_is_named(page: Any, source: str) -> None:
    said = problem(page, source)
    assert said.startswith("Not searched: ") and said.endswith(".") and "/iu" not in said


@pytest.mark.parametrize("source", HARMLESS)
def test_what_is_let_through_ends_on_texts_made_against_it(page: Any, source: str) -> None:
    ended = page.evaluate(
        """source => {
          const texts = ["a".repeat(5000), "a 1".repeat(2000), "x".repeat(5000) + "!", "1.".repeat(3000)];
          return texts.filter(text => typeof compiled(source).expression.test(text) === "boolean").length;
        }""",
        source,
    )
    assert ended == 4
