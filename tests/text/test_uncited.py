"""Texts without their citations: what is left of them to compare."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.text.uncited import normalise, reading_without_citations, tokens, without_citations


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The fee is 1,200 EUR [fees.md].", "fee is 1200 eur"),
        ("a 3.5% rise, not 35", "3.5 rise not 35"),
        ("12,345,678.90 and 1,5", "12345678.90 and 1 5"),
        ("U.S. ferries leave at 9 a.m.", "us ferries leave at 9 am"),
        ("don't open-source it", "dont open source it"),
        ("It closed [1][2] in May [a, b; c].", "it closed in may"),
        ("see [Staff Handbook.pdf] and [this link](http://host.example)", "see and this link http host example"),
        ("as it [the office] says", "as it office says"),
        ("退款30日以内【3†source】。", "退 款 30 日 以 内"),
        ("हिन्दी में", "हिन्दी में"),
        ("１，２００ Straße", "1200 strasse"),
        ("[doc_1]", ""),
    ],
)
def test_normalise(text: str, expected: str) -> None:
    assert normalise(text) == expected


def test_only_citations_go() -> None:
    assert without_citations("x [a_1] y [not one] z") == "x   y [not one] z"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It takes 30 days [leave.md].", "It takes 30 days."),
        ("Fees [a.md], in May [1] [2]; or (later [3]).", "Fees, in May; or (later)."),
        ("One.[1] Two [2] three.", "One.  Two   three."),
        ("退款30日以内 【3†source】。再説", "退款30日以内。再説"),
        ("it is 3 [1].5 or so !", "it is 3  .5 or so !"),
        ("[1].", "."),
        ("[1] ", "  "),
        ("none", "none"),
    ],
)
def test_no_space_is_left_before_a_closing_mark(text: str, expected: str) -> None:
    assert reading_without_citations(text) == expected


@given(st.lists(st.sampled_from(["a", " ", ".", "[1]", "[x.md]", "3", "。", "(", ")"]), max_size=30).map("".join))
def test_read_aloud_it_has_the_tokens_of_the_text(text: str) -> None:
    assert tokens(reading_without_citations(text)) == tokens(text)


@given(st.text(max_size=60))
def test_no_token_holds_what_is_removed(text: str) -> None:
    once = tokens(text)
    assert all(token and token not in {"a", "an", "the"} and not token.isspace() for token in once)
    assert all("," not in token and "[" not in token for token in once)
