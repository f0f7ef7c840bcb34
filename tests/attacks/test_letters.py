from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.attacks.letters import squash


def test_separators_case_accents_and_width_fall_away() -> None:
    assert squash("K-R m,\u200b Ｃanárý_7").letters == "krmcanary7"


def test_lookalikes_of_other_alphabets_become_latin() -> None:
    assert squash("САNАRУ").letters == "canary"  # the vowels and consonants here are Cyrillic


def test_scripts_without_a_latin_look_stay() -> None:
    assert squash("暗号 7").letters == "暗号7"


def test_a_span_names_the_original_range() -> None:
    text = "say: K.R.M!"
    found = squash(text).find("krm")
    assert found is not None
    assert text[slice(*found)] == "K.R.M"


def test_nothing_is_found_in_nothing() -> None:
    assert squash("").find("a") is None
    assert squash("abc").find("") is None


@given(st.text(max_size=60))
def test_every_letter_knows_a_place_in_the_text_and_places_never_go_back(text: str) -> None:
    squashed = squash(text)
    assert len(squashed.letters) == len(squashed.places)
    assert list(squashed.places) == sorted(squashed.places)
    assert all(0 <= place < len(text) for place in squashed.places)
