from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.text.numbers import compare_numbers, missing_numbers, quantities


def readings(text: str) -> list[set[str]]:
    return [set(number.readings) for number in quantities(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1,500", {"1500", "1.5"}),  # English grouping, or a continental decimal
        ("1.500", {"1500", "1.5"}),
        ("1 500", {"1500"}),
        ("1\u202f500", {"1500"}),
        ("1'500.25", {"1500.25"}),
        ("1.234.567,89", {"1234567.89"}),
        ("1,00,000", {"100000"}),  # Indian grouping
        ("0.125", {"0.125"}),
        ("1.50", {"1.5"}),
        ("1.2.3", {"1.2.3"}),  # a version, not a number
        ("½", {"0.5"}),
        ("6½", {"6.5"}),
        ("1 1/2", {"1.5"}),
        ("２０", {"20"}),
        ("٣٠", {"30"}),
        ("-18", {"-18"}),
        ("−18", {"-18"}),
        ("minus 18", {"-18"}),
        ("5 million", {"5000000"}),
        ("1,5 Mio.", {"1500000"}),
        ("3万", {"30000"}),
        ("6 pm", {"time 18:00"}),
        ("18:00", {"time 18:00"}),
        ("18.00 Uhr", {"time 18:00"}),
        ("thirty", {"30"}),
        ("twenty-one", {"21"}),
        ("five hundred", {"500"}),
        ("三百五十", {"350"}),
        ("A4", {"a4"}),
        ("4x4", {"4x4"}),
        ("21st", {"21"}),
    ],
)
def test_a_number_has_the_readings_that_a_reader_would_allow(text: str, expected: set[str]) -> None:
    assert readings(text) == [expected]


@pytest.mark.parametrize(
    "text",
    ["2024-03-05", "5 March 2024", "March 5, 2024", "March 5th 2024", "05.03.2024", "5. März 2024", "le 5 mars 2024",
     "5 de marzo de 2024", "2024年3月5日", "5 марта 2024"],
)  # fmt: skip
def test_one_date_in_many_ways(text: str) -> None:
    assert readings(text) == [{"date 2024-3-5"}]


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("30 days", "day"), ("30-day", "day"), ("30 working days", "day"), ("30 Tage", "day"), ("30日以内", "day"),
        ("20%", "percent"), ("20 percent", "percent"), ("20 per cent", "percent"), ("20 Prozent", "percent"),
        ("$5", "dollar"), ("5 dollars", "dollar"), ("EUR 5", "euro"), ("5 €", "euro"), ("3万円", "yen"),
        ("-18 °C", "celsius"), ("30km", "kilometre"), ("5 apples", None), ("in 2020 the", None),
    ],
)  # fmt: skip
def test_a_unit_goes_by_one_name(text: str, unit: str | None) -> None:
    assert [number.unit for number in quantities(text)] == [unit]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Refunds within 90 days", "Refunds within 30 days"),
        ("above 18", "above -18"),
        ("30 days", "30 hours"),
        ("thirty days", "90 days"),
        ("5 March 2023", "5 March 2024"),
        ("$5", "5 euros"),
        ("6 am", "6 pm"),
        ("Form A4", "Form A5"),
        ("15 days", "115 days"),
        ("1.5", "1 5"),
        ("20%", "20"),
        ("5 million", "5 thousand"),
    ],
)
def test_what_the_evidence_does_not_state_is_missing(claim: str, evidence: str) -> None:
    if claim == "20%":  # a bare number names no other unit, so it cannot contradict one
        assert not missing_numbers(claim, evidence)
    else:
        assert missing_numbers(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("1,500 kg", "1.500 kg"),
        ("thirty days", "30 days"),
        ("30 days", "thirty days"),
        ("in 2024", "on 5 March 2024"),
        ("on 5 March", "March 5, 2024"),
        ("two managers sign", "both managers sign"),
        ("0.5", "½"),
        ("closes at 6 pm", "closes at 18:00"),
        ("三十日", "30日"),
        ("no numbers here", "nor here"),
    ],
)
def test_the_same_number_in_another_dress_is_stated(claim: str, evidence: str) -> None:
    assert missing_numbers(claim, evidence) == ()


def test_each_missing_number_is_named_as_written() -> None:
    assert missing_numbers("It costs 90 EUR for 3 nights.", "It costs 30 EUR for 3 nights.") == ("90",)


@given(st.integers(min_value=0, max_value=10**12))
def test_grouping_never_changes_a_number(number: int) -> None:
    assert missing_numbers(f"{number:,} items", f"about {number} items") == ()
    assert missing_numbers(str(number), f"{number:,}".replace(",", "\u202f")) == ()


@given(st.text(max_size=80))
def test_a_text_states_its_own_numbers(text: str) -> None:
    assert missing_numbers(text, text) == ()


@given(st.integers(1, 999), st.integers(1, 999))
def test_signs_and_values_both_count(one: int, other: int) -> None:
    assert bool(missing_numbers(f"at {one} °C", f"at -{other} °C"))
    assert bool(missing_numbers(f"at {one} °C", f"at {other} °C")) == (one != other)


@pytest.mark.parametrize(
    ("claim", "evidence", "words"),
    [
        ("EUR 1000000", "€1 million", {"eur", "1000000"}),
        ("€1 million", "EUR 1000000", {"€", "1", "million"}),
        ("two thirds", "2/3", {"two", "thirds"}),
        ("2/3", "two-thirds", {"2", "3"}),
        ("one quarter", "¼", {"one", "quarter"}),
        ("a third of it", "1/3", {"a", "third"}),
        ("it opens at 9", "9:00", {"9"}),
        ("9:00", "it opens at 9 on Sundays", {"9:00"}),
        ("from 9 to 17", "9:00 to 17:00", {"9", "17"}),
        ("12 euros", "EUR 12", {"12", "euros"}),
        ("12 kg", "12", {"12"}),  # the evidence names no unit, so the claim's stays its own
        ("5 March 2024", "2024-03-05", {"5", "march", "2024"}),
    ],
)
def test_a_number_in_another_form_agrees_and_its_words_count_as_said(
    claim: str, evidence: str, words: set[str]
) -> None:
    compared = compare_numbers(claim, evidence)
    assert compared.missing == ()
    assert compared.agreeing_words == words


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("two thirds of the price", "1/3 of the price"),
        ("2/3", "three quarters"),
        ("it opens at 9", "it opens at 9 pm"),
        ("it opens at 9", "it opens at 9:30"),
        ("it has 9 dogs", "it opens at 9:00 and has dogs"),
        ("at 9 euros", "at 9:00"),
        ("USD 1000000", "€1 million"),
        ("€1 billion", "EUR 1000000"),
    ],
)
def test_a_number_in_another_form_that_is_another_number_is_missing(claim: str, evidence: str) -> None:
    compared = compare_numbers(claim, evidence)
    assert compared.missing
    assert not compared.agreeing_words


@pytest.mark.parametrize("text", ["a third party", "a quarter past", "two third-party tools"])
def test_an_ordinal_is_no_fraction(text: str) -> None:
    assert not any("." in reading for number in quantities(text) for reading in number.readings)
