from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.corpus.formats.pdf import read_pdf
from cairn_nb.corpus.formats.reflow import reflowed
from cairn_nb.text.sentences import sentence_spans


def test_a_sentence_over_three_lines_is_one_line() -> None:
    page = "Plates must be attached to the\nstructure in a positive manner to\neliminate rotation.\nThe next one."
    assert reflowed(page) == (
        "Plates must be attached to the structure in a positive manner to eliminate rotation.\nThe next one."
    )


def test_a_full_line_goes_on_before_a_capital_and_a_short_one_does_not() -> None:
    page = "Self-Locking Nuts\nThe nut of the first kind was made by the firm of\nBoots, and the other one by another."
    heading, text = reflowed(page).split("\n")
    assert heading == "Self-Locking Nuts"
    assert text.startswith("The nut of the first kind was made by the firm of Boots, and")


def test_a_divided_word_loses_its_hyphen_but_a_compound_keeps_it() -> None:
    assert reflowed("Lorem ipsum dolor sit amet, adip-\niscing elit and more") == (
        "Lorem ipsum dolor sit amet, adipiscing elit and more"
    )
    # "self-locking" stands on the page with its hyphen, so it is a compound.
    assert reflowed("A self-locking nut is one of the self-\nlocking kind of nut") == (
        "A self-locking nut is one of the self-locking kind of nut"
    )


@pytest.mark.parametrize(
    "page",
    [
        "State Permit Handgun Totals of the whole year\nAlabama 18,870 23,022 71,137\nAlaska 209 3,062 7,095",
        "Corn\nBuckwheat\nBarley, which is the longest of the lines here",
        "First paragraph of the page that is long\n\nand a second one",
        "A sentence of its own ends here.\nAnother begins on the next line.",
        "",
    ],
)
def test_tables_lists_paragraphs_and_whole_sentences_stay(page: str) -> None:
    assert reflowed(page) == page


def test_chinese_lines_join_without_a_space() -> None:
    page = "黑豹队的防守只丢了三百零八分在联赛中排\n名第六。\n下一句话。"
    assert reflowed(page) == "黑豹队的防守只丢了三百零八分在联赛中排名第六。\n下一句话。"


@given(st.text(alphabet="ab cDE-,.\n1中", max_size=80))
def test_nothing_but_white_space_and_hyphens_is_lost(page: str) -> None:
    def kept(text: str) -> str:
        return "".join(text.split()).replace("-", "")

    assert kept(reflowed(page)) == kept(page)


def test_a_real_handbook_reads_in_sentences(data_dir: Path) -> None:
    text = read_pdf((data_dir / "messy_docs/faa_handbook_two_columns.pdf").read_bytes()).text
    sentences = [text[start:end] for start, end in sentence_spans(text)]
    assert (
        "The two general types of self-locking nuts currently in use are the all-metal type and the fiber lock type."
        in sentences
    )
