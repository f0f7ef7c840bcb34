from __future__ import annotations

import hashlib
import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_nb.corpus.chunk import chunk_documents
from cairn_nb.errors import ConfigError
from cairn_nb.records import Chunk, Document, Heading, Span
from tests.corpus.documents import document

SENTENCES = "One is here. Two is here. Three is here. Four is here. Five is here. Six is here. Seven is here."
PARAMS = st.sampled_from(
    [
        ("fixed", {"size": 40, "overlap": 15}),
        ("fixed", {"size": 1, "overlap": 0}),
        ("fixed", {"size": 200, "overlap": 199}),
        ("sentence_window", {"window": 3, "overlap": 1}),
        ("sentence_window", {}),
        ("structure", {"window": 1, "overlap": 0}),
        ("structure", {}),
    ]
)
FRAGMENTS = [
    "Word",
    "sentence. ",
    "Next ",
    "。",
    "中文字符",
    "\n",
    "\n\n",
    " ",
    "x" * 90,
    "e\u0301\u0301",
    "a | b\n",
    "ภาษา",
    "12.5 ",
]


def chunks(text: str, chunker: str, limit: int = 4000, **params: int) -> list[str]:
    found = chunk_documents([document(text)], chunker=chunker, params=params, max_chunk_chars=limit)
    return [chunk.text for chunk in found]


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Any text, cut anywhere into pages, with headings on some lines and tables over some others."""
    pages = draw(st.lists(st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join), min_size=1, max_size=5))
    text = "\n\n".join(pages)
    starts = [sum(len(page) + 2 for page in pages[:number]) for number in range(len(pages))]
    lines = _lines(text)
    kinds = draw(st.lists(st.sampled_from(["text", "heading", "table"]), min_size=len(lines), max_size=len(lines)))
    headings = [
        Heading(level=draw(st.integers(1, 3)), text=line.strip(), start=start)
        for (start, line), kind in zip(lines, kinds, strict=True)
        if kind == "heading"
    ]
    tables = [
        Span(start=start, end=start + len(line))
        for (start, line), kind in zip(lines, kinds, strict=True)
        if kind == "table"
    ]
    base = document(text, page_starts=starts if len(pages) > 1 else ())
    return base.changed(headings=tuple(headings), tables=tuple(tables))


def _lines(text: str) -> list[tuple[int, str]]:
    found, position = [], 0
    for line in text.split("\n"):
        if line.strip() and line == line.lstrip():
            found.append((position, line))
        position += len(line) + 1
    return found


def test_sentence_windows_share_sentences_and_stop_at_the_end() -> None:
    # 7 sentences, windows of 3, step 2: 1-3, 3-5, 5-7.
    assert chunks(SENTENCES, "sentence_window", window=3, overlap=1) == [
        "One is here. Two is here. Three is here.",
        "Three is here. Four is here. Five is here.",
        "Five is here. Six is here. Seven is here.",
    ]
    assert chunks(SENTENCES, "sentence_window") == [SENTENCES[:-15].rstrip(), SENTENCES[SENTENCES.index("Five") :]]


def test_fixed_slices_are_cut_back_to_white_space_and_begin_at_words() -> None:
    # 20 characters reach into "Three"; 5 back from "is" begins inside "Two ", so the next word is "is".
    text = "One two three four five six seven eight"
    assert chunks(text, "fixed", size=20, overlap=8) == ["One two three four", "four five six seven", "seven eight"]


def test_a_slice_never_begins_inside_a_word() -> None:
    assert chunks("alpha alphabet beta gamma", "fixed", size=14, overlap=3) == ["alpha alphabet", "beta gamma"]
    assert chunks("他走了中文字符", "fixed", size=4, overlap=2) == ["他走了中", "了中文字", "文字符"]


def test_structure_cuts_at_headings_and_keeps_tables_whole() -> None:
    table = "Item | Price\nTea | 2\nMilk | 3"
    text = f"Intro here.\nPrices\nThey changed.\n{table}\nAfter it.\nRest\n{table.replace('Tea', 'Rum')}"
    made = document(text, headings=[(1, "Prices"), (2, "Rest")], tables=[table, table.replace("Tea", "Rum")])
    found = chunk_documents([made], chunker="structure", params={}, max_chunk_chars=4000)
    assert [(chunk.text, chunk.heading) for chunk in found] == [
        ("Intro here.", None),
        ("Prices\nThey changed.", "Prices"),
        (table, "Prices"),
        ("After it.", "Prices"),
        (f"Rest\n{table.replace('Tea', 'Rum')}", "Prices > Rest"),
    ]


def test_a_table_beyond_the_limit_is_cut_between_rows() -> None:
    table = "\n".join(f"row {number:02} | {'x' * 20}" for number in range(30))
    made = document(table, tables=[table])
    found = chunk_documents([made], chunker="structure", params={}, max_chunk_chars=200)
    assert all(chunk.text.startswith("row ") and len(chunk.text) <= 200 for chunk in found)
    assert "\n".join(chunk.text for chunk in found) == table


def test_chunks_know_their_place() -> None:
    page = "A sentence of words. " * 12
    text = f"Top\n{page}\n\nSub\n{page}"
    made = document(text, headings=[(1, "Top"), (2, "Sub")], page_starts=[0, text.index("Sub")])
    found = chunk_documents([made], chunker="sentence_window", params={}, max_chunk_chars=4000)
    assert [(chunk.ordinal, chunk.page, chunk.heading) for chunk in found] == [
        (0, 1, "Top"),
        (1, 1, "Top"),
        (2, 1, "Top"),
        (3, 2, "Top > Sub"),
        (4, 2, "Top > Sub"),
        (5, 2, "Top > Sub"),
    ]
    first = found[0]
    assert first.id == hashlib.sha1(f"{made.id}:{first.start}:{first.end}".encode()).hexdigest()[:16]


def test_short_pages_go_with_the_page_before_them() -> None:
    text = "x. " * 100 + "\n\nshort page\n\n" + "y. " * 100
    made = document(text, page_starts=[0, 302, 314])
    found = chunk_documents(
        [made], chunker="sentence_window", params={"window": 500, "overlap": 0}, max_chunk_chars=4000
    )
    assert [chunk.text.split()[-1] for chunk in found] == ["page", "y."]


@pytest.mark.parametrize("chunker", ["fixed", "sentence_window", "structure"])
@pytest.mark.parametrize("text", ["word " * 400_000, "x" * 2_000_000, "中" * 1_000_000, " " * 1_000_000 + "x"])
def test_a_line_of_megabytes_is_cut_in_time(chunker: str, text: str) -> None:
    started = time.process_time()
    found = chunks(text, chunker)
    assert max(map(len, found)) <= 4000
    assert "".join("".join(found).split())[:100] == "".join(text.split())[:100]
    assert time.process_time() - started < 5


def test_chinese_is_cut_after_its_own_full_stops() -> None:
    text = "他走了。" * 10
    assert chunks(text, "sentence_window", window=6, overlap=2) == ["他走了。" * 6, "他走了。" * 6]


@given(made=documents(), how=PARAMS, limit=st.sampled_from([200, 250, 4000]))
@settings(max_examples=150)
def test_chunks_are_exact_short_and_leave_nothing_out(
    made: Document, how: tuple[str, dict[str, int]], limit: int
) -> None:
    found = chunk_documents([made], chunker=how[0], params=how[1], max_chunk_chars=limit)
    assert all(made.text[chunk.start : chunk.end] == chunk.text == chunk.text.strip() != "" for chunk in found)
    assert all(len(chunk.text) <= min(limit, how[1].get("size", limit)) for chunk in found)
    covered = {position for chunk in found for position in range(chunk.start, chunk.end)}
    assert all(position in covered for position, character in enumerate(made.text) if not character.isspace())
    assert all(before.start < after.start and before.end < after.end for before, after in pairwise(found))
    assert [chunk.ordinal for chunk in found] == list(range(len(found)))
    assert not any(_spans_two_long_pages(made, chunk) for chunk in found)


def _spans_two_long_pages(made: Document, chunk: Chunk) -> bool:
    pages = list(pairwise([*made.page_starts, len(made.text)]))
    touched = [page for page in pages if chunk.start < page[1] and page[0] < chunk.end]
    return sum(len(made.text[start:end].strip()) > 200 for start, end in touched) > 1


@pytest.mark.parametrize(
    ("chunker", "params", "message"),
    [
        ("sentence_windw", {}, r"no chunker 'sentence_windw' \(did you mean 'sentence_window'\?\)"),
        ("structure", {"windw": 3}, r"ingest\.chunker\.params\.windw: .*did you mean 'window'"),
        ("fixed", {"window": 3}, "known: overlap, size"),
        ("fixed", {"size": "800"}, "must be a whole number, not '800'"),
        ("fixed", {"size": True}, "whole number"),
        ("fixed", {"size": 800.0}, "whole number"),
        ("fixed", {"size": 0}, "at least 1"),
        ("fixed", {"size": 100}, r"overlap: must be at least 0 and less than size \(100\), not 120"),
        ("fixed", {"size": 5000}, r"5000 is more than ingest\.max_chunk_chars \(4000\)"),
        ("sentence_window", {"window": 2}, "less than window"),
        ("sentence_window", {"overlap": -1}, "at least 0"),
    ],
)
def test_wrong_parameters_are_named_with_the_nearest(chunker: str, params: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        chunk_documents([document("x")], chunker=chunker, params=params, max_chunk_chars=4000)
