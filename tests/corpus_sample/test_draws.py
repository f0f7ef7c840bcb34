from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.corpus.sample.draws import Draws


def test_equal_names_give_equal_draws_and_other_names_or_seeds_others() -> None:
    assert Draws(7).word("a", 1) == Draws(7).word("a", 1)
    assert len({Draws(7).word("a"), Draws(7).word("b"), Draws(8).word("a"), Draws(7).word("a", "")}) == 4


def test_the_draw_is_the_beginning_of_a_digest() -> None:
    # sha256("7\x1fa") begins 845c3016 ab928f4d; two little-endian words, the first one low
    assert Draws(7).word("a") == 0x4D8F92AB_16305C84


def test_an_item_keeps_its_place_among_the_others_when_one_is_left_out() -> None:
    items = list("abcdefghij")
    full = Draws(3).ordered(items, "x")
    assert sorted(full) == items
    assert Draws(3).ordered([item for item in items if item != "e"], "x") == [item for item in full if item != "e"]


def test_each_alternative_is_drawn_by_itself() -> None:
    template = "[a|b][a|b][a|b][a|b][a|b][a|b][a|b][a|b]"
    drawn = {Draws(seed).vary(template, "t") for seed in range(30)}
    assert all(set(text) <= set("ab") and len(text) == 8 for text in drawn)
    assert len(drawn) > 10


@given(st.text(alphabet=st.characters(exclude_characters="[]|"), max_size=40))
def test_text_without_alternatives_stays(text: str) -> None:
    assert Draws(1).vary(f"{text} [note] ", "t") == f"{text} [note] "
