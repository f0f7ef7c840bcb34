from __future__ import annotations

import json
from pathlib import Path

import pytest

from cairn_nb.errors import InputError, StorageError
from cairn_nb.records import Answer, Outcome, Passage, Status, Verdict
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.journal import Journal, is_complete, open_journal

TEXTS = {"k1": "Leave is 25 days.", "k2": "休暇は25日です。"}


def finished(case_id: str, trial: int = 0, texts: dict[str, str] = TEXTS) -> Finished:
    passages = tuple(
        Passage(chunk_id=key, source="a.md", text=text, rank=rank, score=0.5, components={"bm25": 1.25})
        for rank, (key, text) in enumerate(texts.items(), start=1)
    )
    answer = Answer(
        question="How long?", status=Status.ANSWERED, text="25 days", confidence=0.1 + 0.2, passages=passages
    )
    return Finished(case_id=case_id, trial=trial, answer=answer, verdict=Verdict(outcome=Outcome.SCORED, score=1.0))


def opened(folder: Path) -> Journal:
    return open_journal(folder, "run", TEXTS.get)


def test_what_was_finished_is_there_again_to_the_last_bit(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        journal.keep(finished("a"))
        journal.keep(finished("a", trial=1))
    with opened(tmp_path) as journal:
        assert journal.n_resumed == 2
        assert journal.done == {("a", 0): finished("a"), ("a", 1): finished("a", trial=1)}
    assert "Leave is" not in journal.path.read_text(encoding="utf-8")


def test_a_passage_that_the_index_does_not_have_keeps_its_text(tmp_path: Path) -> None:
    foreign = finished("a", texts={"x9": "From elsewhere."})
    with opened(tmp_path) as journal:
        journal.keep(foreign)
    with opened(tmp_path) as journal:
        assert journal.done[("a", 0)] == foreign


def test_a_torn_last_line_is_done_again(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        journal.keep(finished("a"))
        journal.keep(finished("b"))
    data = journal.path.read_bytes()
    journal.path.write_bytes(data[:-20])
    with opened(tmp_path) as journal:
        assert list(journal.done) == [("a", 0)]


def test_a_completed_ledger_is_begun_anew(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        journal.keep(finished("a"))
        assert not is_complete(journal.path)
        journal.complete()
    assert is_complete(journal.path)
    with opened(tmp_path) as again:
        assert again.path == journal.path
        assert again.done == {}


def test_runs_at_once_keep_apart_and_an_interrupted_one_is_found_again(tmp_path: Path) -> None:
    with opened(tmp_path) as first, opened(tmp_path) as second, opened(tmp_path) as third:
        assert [j.path.name for j in (first, second, third)] == ["run.jsonl", "run-2.jsonl", "run-3.jsonl"]
        first.keep(finished("a"))
        first.complete()
        second.keep(finished("b"))
        third.keep(finished("c"))
        third.complete()
    # The first and the third ended; the second was interrupted, so it is taken up before any other.
    with opened(tmp_path) as journal, opened(tmp_path) as beside:
        assert journal.path == second.path
        assert list(journal.done) == [("b", 0)]
        assert beside.done == {}


def test_the_fullest_of_several_interrupted_ledgers_is_taken_up(tmp_path: Path) -> None:
    with opened(tmp_path) as first, opened(tmp_path) as second:
        first.keep(finished("a"))
        second.keep(finished("a"))
        second.keep(finished("b"))
    with opened(tmp_path) as journal:
        assert journal.path == second.path


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "ledger").write_text("a file stands where the folder should be")
    with pytest.raises(StorageError):
        opened(tmp_path)


def test_a_row_that_is_not_ours_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ledger" / "run.jsonl"
    path.parent.mkdir()
    path.write_text(json.dumps({"case_id": "a", "trial": 0, "answer": {"passages": []}}) + "\n")
    with pytest.raises(InputError, match="cannot be read") as caught:
        opened(tmp_path)
    assert (caught.value.path, caught.value.hint) == (path, "move the ledger away")
    assert "\n" not in str(caught.value)
