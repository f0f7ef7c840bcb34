from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_nb.text.fold import fold, folded

# Characters whose folding is the hard part: marks, jamo, half-width forms, ligatures, invisible ones.
TRICKY = (
    "aeß ﬁİıſKÅé\u0301\u0308\u200b\u200d\u00ad\u0640\u064e\u0653\u0627"
    "ｶﾞㄱㅏ각ᄀ\u1161\u11a8हि\u093c…½²①№㎏ ¨´`“”–−٣１５\t\n\u00a0\u3000ΐǰ\ufe0f"
)
texts = st.one_of(st.text(), st.text(alphabet=TRICKY), st.text(alphabet="ab \n\t"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Straße", "strasse"),
        ("ＡＢＣ　１２３", "abc 123"),
        ("ﬁne “quotes” — and ‘dashes’", "fine \"quotes\" - and 'dashes'"),
        ("  two\n\n  lines ", "two lines"),
        ("zero\u200bwidth so\u00adft \u202eright", "zerowidth soft right"),
        ("Cafe\u0301", "café"),
        ("مُحَمَّد ـــــ", "محمد"),
        ("٣٫٥ ۱۲", "3.5 12"),
        ("ｶﾞ", "ガ"),
        ("\u1112\u1161\u11ab", "한"),
        ("−18 °C", "-18 °c"),
        ("a \u200b b", "a b"),
        ("", ""),
        ("\u200b\n", ""),
    ],
)
def test_what_readers_take_for_the_same_is_the_same(text: str, expected: str) -> None:
    assert fold(text) == expected


@pytest.mark.parametrize("text", ["10²", "6½", "①", "10⁴"])
def test_a_number_never_grows_by_folding(text: str) -> None:
    """NFKC alone would read 102, 61⁄2, 1 and 104."""
    assert fold(text) == text


@given(texts)
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(texts)
def test_composed_and_decomposed_forms_are_the_same(text: str) -> None:
    assert fold(unicodedata.normalize("NFD", text)) == fold(unicodedata.normalize("NFC", text))


@given(texts)
def test_the_offset_map_leads_back_into_the_text_in_order(text: str) -> None:
    result = folded(text)
    starts = [result.original_start(position) for position in range(len(result.text))]
    ends = [result.original_end(position + 1) for position in range(len(result.text))]
    assert starts == sorted(starts)
    assert all(0 <= start < end <= len(text) for start, end in zip(starts, ends, strict=True))


@given(texts)
@settings(max_examples=300)
def test_every_folded_character_comes_from_the_piece_it_points_at(text: str) -> None:
    result = folded(text)
    for position, character in enumerate(result.text):
        piece = text[result.original_start(position) : result.original_end(position + 1)]
        assert character in (folded(piece).text or " ")


@given(texts)
def test_folded_and_fold_agree(text: str) -> None:
    assert folded(text).text.strip(" ") == fold(text)


@given(st.text(alphabet="aB ß\u0301\n"), st.text(alphabet="aB ß\n"))
def test_folding_a_text_is_folding_its_words(left: str, right: str) -> None:
    assert fold(left + " " + right) == (fold(left) + " " + fold(right)).strip(" ")
