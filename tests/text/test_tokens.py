from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.text.fold import fold
from cairn_nb.text.tokens import content_words, search_terms, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The company's 3 rules, don't!", ["the", "company", "3", "rules", "don't"]),
        ("-18 °C or 1,500.25 (18%)", ["-18", "°", "c", "or", "1,500.25", "18", "%"]),
        ("10-18 days at 10:30", ["10", "18", "days", "at", "10:30"]),
        ("A00012 weighs 10kg", ["a00012", "weighs", "10", "kg"]),
        ("snake_case and co-operate", ["snake", "case", "and", "co", "operate"]),
        ("naïve snake_case", ["naïve", "snake", "case"]),
        ("Straße ‘zu’", ["strasse", "zu"]),
        ("中文 test", ["中", "文", "test"]),
        ("한국어를 배우다", ["한국어를", "배우다"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("محمد ١٢", ["محمد", "12"]),
        ("дом", ["дом"]),
        ("$5 and €6", ["$", "5", "and", "€", "6"]),
        ("'quoted' 'tis", ["quoted", "tis"]),
        ("", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don't pay -18 or 1,500%", ["don", "t", "pay", "18", "or", "1500"]),
        ("l'homme", ["l", "homme"]),
        ("1.5 at 10:30", ["1.5", "at", "10:30"]),
        ("返金期限", ["返", "金", "期", "限", "返金", "金期", "期限"]),
        ("서울에서", ["서울에서", "서울", "울에", "에서"]),
        ("ภาษา", ["ภ", "า", "ษ", "า", "ภา", "าษ", "ษา"]),
    ],
)
def test_search_terms(text: str, expected: list[str]) -> None:
    assert search_terms(text) == expected


def test_content_words_keep_negations_numbers_and_units() -> None:
    text = "The refund is not paid within 30 days, never at 5%, and no one can't ask."
    assert content_words(text) == [
        "refund",
        "not",
        "paid",
        "30",
        "days",
        "never",
        "5",
        "%",
        "no",
        "one",
        "can't",
        "ask",
    ]


@given(st.text())
def test_words_do_not_change_by_folding_first(text: str) -> None:
    assert words(fold(text)) == words(text)


@given(st.text(alphabet=st.characters(categories=["L", "N", "Zs"])))
def test_every_letter_and_digit_is_in_a_word(text: str) -> None:
    counted = sorted(character for character in fold(text) if character.isalpha() or character.isdecimal())
    assert counted == sorted(
        character for word in words(text) for character in word if character.isalpha() or character.isdecimal()
    )


@given(st.text())
def test_no_term_is_blank_or_has_a_space(text: str) -> None:
    assert all(term and not any(character.isspace() for character in term) for term in words(text) + search_terms(text))
