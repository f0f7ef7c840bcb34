import base64

from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.attacks.encodings import readings
from cairn_nb.attacks.spelling import from_words


def texts(text: str) -> set[str]:
    return {reading.text for reading in readings(text)}


@given(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126), min_size=12, max_size=60))
def test_base64_and_hex_of_any_printable_text_are_read(text: str) -> None:
    encoded = text.encode("ascii")
    assert text in texts(f"Here: {base64.b64encode(encoded).decode()} end")
    assert text in texts(f"Here: {encoded.hex()} end")


@given(st.text(max_size=80))
def test_no_text_breaks_the_readings(text: str) -> None:
    for reading in readings(text):
        assert 0 <= reading.start <= reading.end <= len(text)


def test_decoding_stops_after_two_layers() -> None:
    text = "the innermost text of them all"
    for _ in range(3):
        text = base64.b64encode(text.encode()).decode()
    assert "the innermost text of them all" not in texts(text)


def test_words_that_only_look_encoded_are_left_alone() -> None:
    assert not [reading for reading in readings("Maintenanceworker Ropewaymutual") if reading.name == "base64"]


def test_spelling_words_become_letters_only_when_there_are_several() -> None:
    assert from_words("kilo seven X-ray Golf") == "k 7 x g"
    assert from_words("The hotel at the golf course has two floors.") is None  # hotel, golf, two
