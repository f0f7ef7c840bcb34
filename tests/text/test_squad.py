from __future__ import annotations

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.text.squad import normalise, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Denver Broncos!", "denver broncos"),
        ("an  apple,\na day", "apple day"),
        ("An apple a day, the answer", "apple day answer"),
        ("U.S.A. 3.5%", "usa 35"),
        ("Ärger, the", "ärger"),
        ("北京大学。", "北 京 大 学"),
        ("１２年（明治）", "12 年 明 治"),
    ],
)
def test_normalise(text: str, expected: str) -> None:
    assert normalise(text) == expected
    assert tokens(text) == expected.split()


@given(st.text(alphabet=st.characters(max_codepoint=0x24F)))
def test_latin_text_is_normalised_by_the_published_rules(text: str) -> None:
    """lower, remove_punc, remove_articles, white_space_fix, in this order."""
    expected = "".join(character for character in text.lower() if character not in set(string.punctuation))
    expected = " ".join(re.sub(r"\b(a|an|the)\b", " ", expected).split())
    assert normalise(text) == expected


@given(st.text(alphabet="aAnthe. \n\x00\x1f-", max_size=30))
def test_articles_go_where_they_stand_alone_whatever_borders_them(text: str) -> None:
    bare = "".join(character for character in text.lower() if character not in set(string.punctuation))
    assert tokens(text) == re.sub(r"\b(a|an|the)\b", " ", bare).split()
