"""Files that DeepEval 4.3.1, Inspect 0.3.285, promptfoo 0.123.1 and ragas 0.4.3 wrote, about a made-up ferry."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import pytest

from cairn_nb.errors import InputError
from cairn_nb.exchange.answers import answers_of
from cairn_nb.exchange.given import GivenAnswers
from cairn_nb.exchange.read import read_answers
from cairn_nb.exchange.zipped import ZSTANDARD

WRITTEN = Path(__file__).with_name("written")


def answers(name: str) -> GivenAnswers:
    given = answers_of(read_answers(WRITTEN / name, None))
    assert given.misfits == ()
    return given


def test_a_test_run_of_deepeval() -> None:
    ferry, quay = answers("deepeval.json").rows
    assert (ferry.case.question, ferry.text) == ("When does the night ferry leave?", "It leaves at 22:40.")
    assert (ferry.case.references, ferry.case.tags) == (("at 22:40",), ("ferry",))
    assert [passage.text for passage in ferry.contexts or ()] == ["The night ferry leaves at 22:40."]
    assert (ferry.latency_ms, ferry.cost_usd) == (310.0, 0.0002)
    assert (quay.latency_ms, quay.cost_usd) == (None, None)


@pytest.mark.parametrize("name", ["ragas.jsonl", "ragas.csv"])
def test_a_data_set_of_ragas_and_a_table_of_its_results(name: str) -> None:
    """The table has lists as Python writes them, empty cells for what a row lacks, and a column a metric."""
    ferry, quay = answers(name).rows
    assert (ferry.case.question, ferry.text) == ("When does the night ferry leave?", "It leaves at 22:40.")
    assert [(passage.id, passage.text) for passage in ferry.contexts or ()] == [
        ("ferry-1", "The night ferry leaves at 22:40."),
        ("ferry-2", "Tickets are sold at the quay."),
    ]
    assert [support.quote for support in ferry.case.supports] == ["The night ferry leaves at 22:40."]
    assert (quay.case.references, quay.case.supports) == (("lamp oil",), ())
    assert [passage.text for passage in quay.contexts or ()] == ["Crates of lamp oil."]


def test_results_of_promptfoo() -> None:
    ferry, quay = answers("promptfoo.json").rows
    assert (ferry.case.question, ferry.text) == ("When does the night ferry leave?", "It leaves at 22:40.")
    assert (ferry.case.references, ferry.input_tokens, ferry.output_tokens) == (("22:40",), 12, 5)
    assert [passage.text for passage in quay.contexts or ()] == ["Crates of lamp oil."]
    assert (quay.error, quay.text) == (None, "Nothing I know of.")


def test_a_log_of_inspect_packed_with_zstandard() -> None:
    with zipfile.ZipFile(WRITTEN / "inspect.eval") as archive:
        assert ZSTANDARD in {info.compress_type for info in archive.infolist()}
    rows = {row.case.id: row for row in answers("inspect.eval").rows}
    assert set(rows) == {"tide", "7", "none"}
    assert (rows["tide"].text, rows["tide"].case.references) == ("It leaves at 22:40.", ("at 22:40",))
    assert rows["7"].case.references == ("twelve", "12")
    assert (rows["7"].case.question or "").endswith("How many crates are named?")  # it lies in an attachment
    assert rows["none"].case.answerable is False


def test_without_pyarrow_the_next_step_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"Zstandard needs pyarrow .*cairn-nb\[parquet\]"):
        read_answers(WRITTEN / "inspect.eval", None)
