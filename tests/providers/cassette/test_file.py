"""A cassette's file: what is damaged is named, what was cut off goes on, what is full keeps whole lines."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.errors import CassetteError, StorageError
from cairn_nb.providers.cassette.file import opened_for_recording, opened_for_replay
from cairn_nb.providers.cassette.lines import CallKey, content_digest, parsed, sealed


def call(n: int, **row: Any) -> dict[str, Any]:
    return {"call": "d" * 64, "lane": "case a", "n": n, "model": "m", "purpose": "generate", "reply": {"x": n}, **row}


def recorded(path: Path, *rows: dict[str, Any]) -> Path:
    with opened_for_recording(path) as file:
        for row in rows:
            file.add(row)
    return path


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_what_is_recorded_is_read_and_added_to(tmp_path: Path, name: str) -> None:
    path = recorded(tmp_path / name, call(0), {"probe": {"place": 0}, "lane": "tiny"})
    first = opened_for_replay(path)
    recorded(path, call(1))
    second = opened_for_replay(path)
    assert first.held.id == second.held.id and first.digest != second.digest
    assert [key.n for key in second.held.calls] == [0, 1]
    assert second.held.probes == {"tiny": [{"place": 0}]}
    with pytest.raises(CassetteError, match="nothing is added"):
        second.add(call(2))


def test_packed_or_not_the_digest_is_of_the_lines(tmp_path: Path) -> None:
    plain = recorded(tmp_path / "a.jsonl", call(0))
    packed = tmp_path / "a.jsonl.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert opened_for_replay(packed).digest == opened_for_replay(plain).digest == content_digest(plain.read_bytes())


def test_of_two_lines_about_one_call_the_later_counts(tmp_path: Path) -> None:
    failed = {**call(0), "error": {"kind": "server", "text": "down"}}
    del failed["reply"]
    path = recorded(tmp_path / "a.jsonl", failed, call(0))
    assert "reply" in opened_for_replay(path).held.calls[CallKey("case a", "d" * 64, 0)]


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (lambda line: line.replace(b'"x":1', b'"x":2'), "a damaged line: its digest is another"),
        (lambda line: line[:-9], "a damaged line: the text ends too early"),
        (lambda line: line.replace(b"generate", b"gener\xffte"), "a damaged line: not UTF-8"),
        (lambda _: b"[]", "a damaged line: expected one JSON object"),
        (lambda _: sealed({"other": 1}).encode(), "not a line of a cassette"),
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, damage: Any, problem: str) -> None:
    path = recorded(tmp_path / "a.jsonl", call(0), call(1), call(2))
    lines = path.read_bytes().splitlines()
    lines[2] = damage(lines[2])
    path.write_bytes(b"\n".join([*lines, b""]))
    with pytest.raises(CassetteError, match=problem) as told:
        opened_for_replay(path)
    assert (told.value.path, told.value.line) == (path, 3)
    with pytest.raises(CassetteError) as told, opened_for_recording(path):
        pass
    assert told.value.line == 3


def test_other_files_are_no_cassettes(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    for content, problem in [("", "no cassette"), (sealed({"format": "other-9", "id": "1"}) + "\n", "'other-9'")]:
        path.write_text(content, encoding="utf-8")
        with pytest.raises(CassetteError, match=problem):
            opened_for_replay(path)
    packed = tmp_path / "a.jsonl.gz"
    for data in (b"not gzip", gzip.compress(b"x" * 999)[:-9]):
        packed.write_bytes(data)
        with pytest.raises(CassetteError, match="cannot be read"):
            opened_for_replay(packed)


def test_a_line_that_was_cut_off_stops_a_replay_and_is_dropped_by_the_next_recording(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.jsonl", call(0), call(1))
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(CassetteError, match=rf"a.jsonl:3: .*no end .*continue it with --record {path}"):
        opened_for_replay(path)
    recorded(path, call(1, purpose="again"))
    kept = opened_for_replay(path).held.calls
    assert [row["purpose"] for row in kept.values()] == ["generate", "again"]


def test_two_recordings_of_one_cassette_keep_apart(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    with opened_for_recording(path) as file:
        file.add(call(0))
        with pytest.raises(StorageError, match="another run is recording this cassette"), opened_for_recording(path):
            pass
    assert len(opened_for_replay(path).held.calls) == 1


def test_a_recording_that_fails_keeps_what_it_has(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    with pytest.raises(RuntimeError), opened_for_recording(path) as file:
        file.add(call(0))
        raise RuntimeError
    with pytest.raises(CassetteError, match="cut off"):
        opened_for_replay(path)
    recorded(path, call(1))
    assert len(opened_for_replay(path).held.calls) == 2
    assert [place.name for place in tmp_path.iterdir() if not place.name.endswith(".lock")] == [path.name]


LIMITED = """
import resource, signal, sys
from pathlib import Path
from cairn_nb.errors import StorageError
from cairn_nb.providers.cassette.file import opened_for_recording
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
try:
    with opened_for_recording(Path(sys.argv[1])) as file:
        for n in range(100):
            reply = {"text": "x" * 300}
            file.add({"call": "d", "lane": "case a", "n": n, "model": "m", "purpose": "p", "reply": reply})
except StorageError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on file sizes")
def test_a_full_disk_is_an_error_and_what_it_took_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    run = subprocess.run([sys.executable, "-c", LIMITED, str(path)], capture_output=True, text=True, check=True)
    assert "cannot be written: File too large" in run.stdout
    assert len(opened_for_replay(path).held.calls) > 10


def test_a_folder_that_is_a_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StorageError, match="cannot be written"):
        recorded(tmp_path / "file/a.jsonl", call(0))


CHILD = """
import itertools, sys, time
from pathlib import Path
from cairn_nb.providers.cassette.file import opened_for_recording
with opened_for_recording(Path(sys.argv[1])) as file:
    for n in itertools.count():
        file.add({"call": "d", "lane": "case a", "n": n, "model": "m", "purpose": "p", "reply": {"text": "x" * 2000}})
        time.sleep(0.001)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_killed_recording_leaves_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(path)], cwd=Path(__file__).parents[3])
    give_up = time.monotonic() + 30
    while (not path.exists() or path.stat().st_size < 100_000) and time.monotonic() < give_up:
        time.sleep(0.02)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    recorded(path, call(0, lane="case b"))
    kept = opened_for_replay(path).held.calls
    numbers = [key.n for key in kept if key.lane == "case a"]
    assert numbers == list(range(len(numbers))) and len(numbers) > 40 and CallKey("case b", "d" * 64, 0) in kept


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
)


@given(st.lists(VALUES, max_size=5))
def test_any_reply_comes_back_as_it_was(replies: list[Any]) -> None:
    rows = [call(n, reply={"value": value}) for n, value in enumerate(replies)]
    head = {"format": "cairn-cassette-1", "id": "1"}
    data = "".join(sealed(row) + "\n" for row in (head, *rows)).encode("utf-8")
    kept = parsed(data, Path("a.jsonl")).calls
    assert json.dumps([row["reply"]["value"] for row in kept.values()]) == json.dumps(replies)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_cassette_or_named_as_none(data: bytes) -> None:
    try:
        parsed(data, Path("a.jsonl"))
    except CassetteError as error:
        assert "a.jsonl" in str(error)
