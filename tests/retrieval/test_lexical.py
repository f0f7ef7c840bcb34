from __future__ import annotations

import math
import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.errors import StoredIndexError
from cairn_nb.retrieval.lexical import FILES, LexicalIndex
from cairn_nb.retrieval.ordering import Scores
from cairn_nb.text.tokens import search_terms

TEXTS = ["the cat sat", "the dog sat on the mat", "a bird"]


def scores_of(index: LexicalIndex, question: str) -> Scores:
    scores: Scores = index.scores([question])[0]
    return scores


def found(index: LexicalIndex, question: str, n: int) -> list[int]:
    rows: list[int] = index.search(index.scores([question]), n, np.arange(index.n_rows)).rows.tolist()
    return rows


def plain_scores(texts: list[str], question: str) -> list[float]:
    """BM25 by its formula, row by row and term by term."""
    rows = [search_terms(text) for text in texts]
    mean = sum(map(len, rows)) / len(rows) or 1.0
    found = []
    for row in rows:
        score = 0.0
        for term in search_terms(question):
            having = sum(term in other for other in rows)
            count = row.count(term)
            idf = math.log(1 + (len(rows) - having + 0.5) / (having + 0.5))
            score += idf * count * 2.5 / (count + 1.5 * (0.25 + 0.75 * len(row) / mean))
        found.append(score)
    return found


def test_by_hand() -> None:
    # Lengths 3, 6, 2, mean 11/3. "cat" is in 1 of 3: idf ln(1 + 2.5/1.5) = 0.980829.
    # Row 0: 0.980829 * 2.5 / (1 + 1.5*(0.25 + 0.75*3/(11/3))) = 0.980829 * 2.5 / 2.295455 = 1.068230
    scores = scores_of(LexicalIndex.build(TEXTS), "cat")
    assert scores.tolist() == pytest.approx([1.068230, 0, 0], abs=1e-6)


WORDS = st.sampled_from(["a", "b", "c", "dd", "ee", "東", "京", "10", "1,500"])
SENTENCES = st.lists(WORDS, max_size=8).map(" ".join)


@given(st.lists(SENTENCES, min_size=1, max_size=8), SENTENCES)
def test_against_the_formula(texts: list[str], question: str) -> None:
    scores = scores_of(LexicalIndex.build(texts), question)
    assert scores.tolist() == pytest.approx(plain_scores(texts, question), rel=1e-5, abs=1e-6)


def test_against_bm25s() -> None:
    bm25s = pytest.importorskip("bm25s", reason="the oracle is not installed")
    chance = np.random.default_rng(5)
    texts = [" ".join(f"w{number}" for number in chance.zipf(1.4, 30) if number < 200) for _ in range(60)]
    oracle = bm25s.BM25(method="lucene", k1=1.5, b=0.75)
    oracle.index([search_terms(text) for text in texts], show_progress=False)
    question = "w1 w2 w5 w17 w40"
    expected = oracle.get_scores(search_terms(question))
    # bm25s leaves out the constant factor k1 + 1, as Lucene does since version 8.
    assert scores_of(LexicalIndex.build(texts), question) == pytest.approx(2.5 * expected, rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("texts", [["red"], ["red", "blue"], ["red", "red blue"], ["red one", "red two", "x", "y"]])
def test_a_term_in_half_or_all_of_the_chunks_still_counts(texts: list[str]) -> None:
    index = LexicalIndex.build(texts)
    assert sorted(found(index, "red", 10)) == [row for row, text in enumerate(texts) if "red" in text]


def test_rows_that_share_nothing_are_not_found() -> None:
    index = LexicalIndex.build(TEXTS)
    assert found(index, "dog bird", 10) == [2, 1]
    assert found(index, "zebra", 10) == []
    assert found(index, "", 10) == []


def test_many_questions_at_once_are_scored_as_each_alone() -> None:
    index, questions = LexicalIndex.build(TEXTS), ["dog bird", "", "the the cat", "zebra"]
    scores = index.scores(questions)
    assert scores.shape == (4, 3)
    assert scores.tolist() == [scores_of(index, question).tolist() for question in questions]
    rankings = index.search(scores, 2, np.arange(3))
    assert rankings.starts.tolist() == [0, 2, 2, 4, 4]
    assert rankings.rows.tolist() == [2, 1, *found(index, "the the cat", 2)]


def test_a_repeated_term_counts_as_often() -> None:
    index = LexicalIndex.build(TEXTS)
    assert scores_of(index, "cat cat") == pytest.approx(2 * scores_of(index, "cat"))


def test_scripts_without_spaces_are_searched_by_pairs() -> None:
    index = LexicalIndex.build(["東京の天気は晴れです", "京東商城", "大阪の天気"])
    assert found(index, "東京", 3)[0] == 0


@pytest.mark.parametrize("texts", [[""], ["", "..."], ["", "one"]])
def test_texts_without_words(texts: list[str]) -> None:
    scores = scores_of(LexicalIndex.build(texts), "one")
    assert np.isfinite(scores).all()
    assert scores.tolist()[0] == 0


def test_saved_and_loaded(tmp_path: Path) -> None:
    index = LexicalIndex.build(TEXTS)
    index.save(tmp_path)
    loaded = LexicalIndex.load(tmp_path, n_rows=3)
    assert loaded.scores(["the dog"]).tolist() == index.scores(["the dog"]).tolist()
    assert not loaded.weights.flags.writeable
    files = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file())
    assert files == sorted(FILES)


def test_equal_texts_give_equal_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        LexicalIndex.build(TEXTS).save(tmp_path / name)
    for name in FILES:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


class Bomb:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (pytest.fail, ("a pickle was run",))


@pytest.mark.parametrize("name", FILES[1:])
def test_a_pickle_is_never_run(tmp_path: Path, name: str) -> None:
    LexicalIndex.build(TEXTS).save(tmp_path)
    with (tmp_path / name).open("wb") as stream:
        np.save(stream, np.array([Bomb()], dtype=object), allow_pickle=True)
    with pytest.raises(StoredIndexError, match="not a readable array"):
        LexicalIndex.load(tmp_path, n_rows=3)
    (tmp_path / name).write_bytes(pickle.dumps(Bomb()))
    with pytest.raises(StoredIndexError, match="not a readable array"):
        LexicalIndex.load(tmp_path, n_rows=3)
