from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.corpus.chunk import chunk_documents
from cairn_nb.corpus.locate import SupportLocator, case_rank, support_rank
from cairn_nb.records import Case, Chunk, Document, Support, SupportLocation
from tests.corpus.documents import document

WORDS = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu"]


def case(*supports: tuple[str, str]) -> Case:
    return Case(
        id="c",
        question="q",
        expected_answer="a",
        support=tuple(Support(doc=doc, quote=quote) for doc, quote in supports),
    )


def fixed(documents: list[Document], size: int, overlap: int) -> tuple[Chunk, ...]:
    return chunk_documents(documents, chunker="fixed", params={"size": size, "overlap": overlap}, max_chunk_chars=4000)


def located(locator: SupportLocator, chunks: tuple[Chunk, ...], doc: str, quote: str) -> list[list[str]]:
    texts = {chunk.id: chunk.text for chunk in chunks}
    (location,) = locator.locate(case((doc, quote)))
    return [[texts[chunk] for chunk in group] for group in location.groups]


def test_every_chunk_that_holds_the_quote_is_a_group_of_its_own() -> None:
    documents = [document("One two three four five six seven eight")]
    chunks = fixed(documents, 20, 8)  # "One two three four" · "four five six seven" · "seven eight"
    locator = SupportLocator(documents, chunks)
    assert located(locator, chunks, "a.md", "FOUR") == [["One two three four"], ["four five six seven"]]
    assert located(locator, chunks, "a.md", "eight") == [["seven eight"]]


def test_a_quote_over_a_border_is_located_in_the_fewest_neighbours_that_hold_it() -> None:
    documents = [document("One two three four five six seven eight")]
    chunks = fixed(documents, 20, 8)
    locator = SupportLocator(documents, chunks)
    assert located(locator, chunks, "a.md", "three four five") == [["One two three four", "four five six seven"]]
    assert located(locator, chunks, "a.md", "two  three\nfour five six seven eight") == [
        ["One two three four", "four five six seven", "seven eight"]
    ]


def test_a_document_is_meant_by_its_path_or_by_a_name_that_only_it_has() -> None:
    documents = [
        document("Alpha text.", source=source) for source in ("hr/policy.md", "legal/policy.md", "hr/only.md", "top.md")
    ]
    locator = SupportLocator(documents, fixed(documents, 100, 0))
    assert locator.candidates("hr/policy.md") == ("hr/policy.md",)
    assert locator.candidates(".\\hr\\policy.md".replace(".\\", "./")) == ("hr/policy.md",)
    assert locator.candidates("only.md") == ("hr/only.md",)
    assert locator.candidates("policy.md") == ("hr/policy.md", "legal/policy.md")
    ambiguous, missing = locator.locate(case(("policy.md", "Alpha"), ("nothing.md", "Alpha")))
    assert ambiguous.reason == "policy.md may be hr/policy.md or legal/policy.md; write the path"
    assert (ambiguous.groups, missing.groups) == ((), ())
    assert missing.reason == "there is no document nothing.md"
    assert locator.sources_with("alpha TEXT") == ("hr/only.md", "hr/policy.md", "legal/policy.md", "top.md")


def test_a_top_level_document_is_meant_by_its_path_even_if_others_share_its_name() -> None:
    documents = [document("Alpha.", source=source) for source in ("policy.md", "legal/policy.md")]
    assert SupportLocator(documents, ()).candidates("policy.md") == ("policy.md",)


def test_a_quote_that_its_document_does_not_have_is_not_located() -> None:
    documents = [document("The notice is 110 days at -18 degrees.")]
    locator = SupportLocator(documents, fixed(documents, 100, 0))
    for quote in ("10 days", "18 degrees", "other words"):
        (location,) = locator.locate(case(("a.md", quote)))
        assert (location.groups, location.reason) == ((), "the quote is not in a.md")


def test_ranks_take_the_first_group_that_is_complete() -> None:
    locations = [
        SupportLocation(support=0, groups=(("x",), ("y",))),
        SupportLocation(support=1, groups=(("a", "b"), ("c",))),
        SupportLocation(support=2, groups=(("a", "missing"),)),
        SupportLocation(support=3, reason="not located"),
    ]
    # b stands 1st, y 2nd, a 4th: both halves of (a, b) are in at rank 4.
    assert support_rank(locations, ["b", "y", "other", "a"]) == (2, 4, None, None)
    assert case_rank(locations, ["b", "y", "other", "a"]) == 2
    assert case_rank(locations[2:], ["a"]) is None
    assert support_rank(locations, []) == (None,) * 4


@given(st.data())
def test_the_groups_are_those_a_scan_of_all_chunks_finds(data: st.DataObject) -> None:
    text = " ".join(data.draw(st.lists(st.sampled_from(WORDS), min_size=3, max_size=40)))
    size = data.draw(st.integers(12, 40))
    documents = [document(text)]
    chunks = fixed(documents, size, data.draw(st.integers(0, size - 1)))
    words = text.split()
    first = data.draw(st.integers(0, len(words) - 1))
    quote = " ".join(words[first : data.draw(st.integers(first + 1, len(words)))])
    (location,) = SupportLocator(documents, chunks).locate(case(("a.md", quote)))
    alone = {(chunk.id,) for chunk in chunks if f" {quote} " in f" {chunk.text} "}
    assert alone <= set(location.groups)
    assert location.groups
    by_id = {chunk.id: chunk for chunk in chunks}
    for group in location.groups:
        parts = [by_id[chunk] for chunk in group]
        assert f" {quote} " in f" {text[parts[0].start : parts[-1].end]} "
        assert not text[: parts[-1].start].strip() or all(a.end + 1 >= b.start for a, b in pairwise(parts))


@pytest.mark.parametrize("dataset", ["xquad_a", "clapnq_dev"])
@pytest.mark.parametrize("chunker", ["sentence_window", "fixed"])
def test_real_evidence_is_located(data_dir: Path, dataset: str, chunker: str) -> None:
    rows = [json.loads(line) for line in (data_dir / dataset / "corpus.jsonl").read_text(encoding="utf-8").splitlines()]
    documents = [document(row["text"], source=f"{row['doc_id']}.txt") for row in rows]
    chunks = chunk_documents(documents, chunker=chunker, params={}, max_chunk_chars=4000)
    locator = SupportLocator(documents, chunks)
    questions = [
        json.loads(line) for line in (data_dir / dataset / "qa.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    supports = [
        (f"{span['doc_id']}.txt", span["text"]) for row in questions if row["answerable"] for span in row["evidence"]
    ]
    lost = [support for support in supports if not locator.locate(case(support))[0].groups]
    assert len(lost) <= 2, lost
