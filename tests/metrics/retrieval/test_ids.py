"""Numbers for ids lead to what comparing the ids themselves leads to, also where the numbers mislead."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cairn_nb.errors import InputError
from cairn_nb.metrics import retrieval
from cairn_nb.metrics.retrieval.ids import ArrowIds, Ids, ObjectIds, ids
from cairn_nb.metrics.retrieval.meeting import surely_distinct

HELD: list[Callable[[Sequence[str]], Ids]] = [
    ArrowIds.of,
    lambda names: ObjectIds(pd.Series(names, dtype=object)),
]
# Around the eight bytes that are read at once; zero bytes are text like any other.
NAMES = st.lists(st.text(alphabet="ab\0é文", max_size=20), min_size=1, max_size=30)


@pytest.mark.parametrize("held", HELD)
@given(names=NAMES)
@example(names=["", "\0", "\0" * 8, "\0" * 9, "a", "a\0", "b" * 8, "b" * 9, "b" * 16, "b" * 17])
@example(names=["a", "b\0"])
@settings(max_examples=100, deadline=None)
def test_numbers_are_equal_where_ids_are(held: Callable[[Sequence[str]], Ids], names: list[str]) -> None:
    column = held(names)
    prints = column.prints(slice(None)).tolist()
    assert len(set(zip(names, prints, strict=True))) == len(set(names)) == len(set(prints))
    assert column.text(slice(None)) == names
    # A part gives the numbers of the whole, wherever it begins, and other ids held alike have the same ones.
    assert column.prints(slice(len(names) // 2, None)).tolist() == prints[len(names) // 2 :]
    assert column.like(names).prints(slice(None)).tolist() == prints
    backwards = np.arange(len(names))[::-1]
    assert column.equal(backwards, column.like(names[::-1]), np.arange(len(names)))
    assert column.equal(backwards, column, np.arange(len(names))) == (names == names[::-1])


def test_a_part_of_a_column_of_arrow() -> None:
    column = pd.Series(["left out", "a", "b"], dtype="string[pyarrow]")[1:]
    assert ids(column).text(np.array([1, 0])) == ["b", "a"]
    assert ids(column).prints(slice(None)).tolist() == ArrowIds.of(["a", "b"]).prints(slice(None)).tolist()


def test_an_id_twice_in_a_group() -> None:
    prints = ArrowIds.of(["a", "b", "a"]).prints(slice(None))
    assert surely_distinct(prints, np.array([0, 0, 1]))
    assert not surely_distinct(prints, np.array([0, 0, 0]))


def random_run() -> tuple[pd.DataFrame, pd.DataFrame]:
    rng = np.random.default_rng(3)
    rows = [(f"q{q}", f"d{d}", rng.integers(4)) for q in range(30) for d in rng.permutation(60)[:20]]
    judged = [(f"q{q}", f"d{d}", rng.integers(3)) for q in range(35) for d in rng.permutation(60)[:8]]
    names = ["query_id", "doc_id"]
    return pd.DataFrame(judged, columns=[*names, "relevance"]), pd.DataFrame(rows, columns=[*names, "score"])


@pytest.mark.parametrize("dtype", ["object", "str"])
@pytest.mark.parametrize("different", [1, 7])
def test_numbers_that_mislead_change_nothing(monkeypatch: pytest.MonkeyPatch, dtype: str, different: int) -> None:
    qrels, run = (table.astype({"query_id": dtype, "doc_id": dtype}) for table in random_run())
    expected = retrieval.evaluate(qrels, run)
    assert expected["hit@10"].mean() > 0.3
    for kind in (ArrowIds, ObjectIds):
        truthful = kind.prints
        monkeypatch.setattr(kind, "prints", lambda self, rows, give=truthful: give(self, rows) % np.uint64(different))
    pd.testing.assert_frame_equal(retrieval.evaluate(qrels, run), expected)
    with pytest.raises(InputError, match=r"run, query 'q3': 'd\d+' is there twice"):
        retrieval.evaluate(qrels, pd.concat([run, run[run["query_id"] == "q3"]]))
    with pytest.raises(InputError, match=r"qrels, query 'q3': 'd\d+' is there twice"):
        retrieval.evaluate(pd.concat([qrels, qrels[qrels["query_id"] == "q3"]]), run)
