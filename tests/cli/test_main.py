"""Exit codes that a script can trust: a verdict of no is 1, and nothing else is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from cairn_nb import api
from cairn_nb.cli import main as cli
from cairn_nb.errors import CairnError
from cairn_nb.version import __version__
from tests.cli.conftest import Verb

CONSOLE_SCRIPT = [sys.executable, "-c", "from cairn_nb.cli.main import main; main()"]


def end(*args: str) -> int:
    """The exit code of the console script's function."""
    with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit) as stopped:
        patch.setattr(sys, "argv", ["cairn", *args])
        cli.main()
    assert isinstance(stopped.value.code, int)
    return stopped.value.code


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["frobnicate"], "No such command 'frobnicate'"),
        (["eval", "--frobnicate"], "No such option: --frobnicate"),
        (["gate"], "Missing option '--baseline'"),
        (["eval", "--split", "train"], "'train' is not one of 'eval', 'calibration', 'all'"),
        (["eval", "--limit", "0"], "greater than or equal to 1"),
        (["ask"], "Missing argument 'question'"),
    ],
)
def test_misuse_is_two_and_says_why_on_stderr(verb: Verb, args: list[str], message: str) -> None:
    ran = verb(*args)
    assert (ran.code, ran.out) == (2, "")
    assert message in " ".join(ran.err.split())


@pytest.mark.parametrize("args", [[], ["corpus"]])
def test_no_verb_is_two_with_the_help(verb: Verb, args: list[str]) -> None:
    ran = verb(*args)
    assert ran.code == 2
    assert "Usage: cairn" in ran.out + ran.err


def test_help_and_version_are_zero(verb: Verb) -> None:
    assert verb("--help").code == 0
    version = verb("--version")
    assert (version.code, version.out) == (0, f"cairn-nb {__version__}\n")


@pytest.mark.parametrize("name", ["--help", "gate", "eval", "attack"])
def test_no_line_of_help_is_cut_or_wider_than_a_terminal(verb: Verb, name: str) -> None:
    ran = verb(name) if name == "--help" else verb(name, "--help")
    assert "…" not in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_every_verb_has_a_whole_sentence_in_the_help(verb: Verb) -> None:
    commands = verb("--help").out.split("Commands:\n")[1].splitlines()
    assert len(commands) >= 11
    assert all(line.endswith(".") and not line.endswith("...") for line in commands)


def test_a_known_error_is_two_and_one_line(verb: Verb, tmp_path: Path) -> None:
    ran = verb("eval", "--headless", "--config", str(tmp_path / "no.yaml"))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: ") and ran.err.count("\n") == 1
    assert "no.yaml" in ran.err


def test_verbose_shows_where_a_known_error_comes_from(verb: Verb, tmp_path: Path) -> None:
    ran = verb("--verbose", "eval", "--headless", "--config", str(tmp_path / "no.yaml"))
    assert ran.code == 2
    assert "Traceback" in ran.err and "crashed" not in ran.err
    assert "Traceback" not in verb("eval", "--headless", "--config", str(tmp_path / "no.yaml")).err


def fail_with(monkeypatch: pytest.MonkeyPatch, problem: BaseException) -> None:
    """Let every gate end in this exception."""

    def broken(*_: object, **__: object) -> None:
        raise problem

    monkeypatch.setattr(api, "read_report", broken)


GATE = ("gate", "--headless", "--baseline", "a.json", "--candidate", "b.json")


def test_a_crash_is_two_with_its_traceback(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    fail_with(monkeypatch, ZeroDivisionError("of all things"))
    assert end(*GATE) == 2
    err = capsys.readouterr().err
    assert "ZeroDivisionError: of all things" in err and "Traceback" in err
    assert "crashed" in err


@pytest.mark.parametrize("problem", [KeyboardInterrupt(), typer.Abort()])
def test_an_interruption_is_two_and_promises_to_continue(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], problem: BaseException
) -> None:
    fail_with(monkeypatch, problem)
    assert end(*GATE) == 2
    err = capsys.readouterr().err
    assert "finished work is kept" in err and "Traceback" not in err


@pytest.mark.parametrize("problem", [CairnError("bad"), SystemExit(1), EOFError(), OSError(32, "broken pipe")])
def test_nothing_but_a_verdict_ends_in_one(monkeypatch: pytest.MonkeyPatch, problem: BaseException) -> None:
    fail_with(monkeypatch, problem)
    assert end(*GATE) == 2


def start(args: list[str], folder: Path, **env: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*CONSOLE_SCRIPT, *args],
        cwd=folder,
        env={**os.environ, **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_reader_that_goes_away_is_no_verdict_and_no_traceback(built: Path) -> None:
    args = ["gate", "--headless", "--baseline", "reports/good.json", "--candidate", "reports/good.json"]
    process = start(args, built)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    err = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait(timeout=60) == 2
    assert "Traceback" not in err and "BrokenPipe" not in err


def test_a_terminal_without_unicode_shows_escapes(built: Path) -> None:
    process = start(["ask", "-c", "configs/small.yaml", "日本語?"], built, PYTHONIOENCODING="ascii")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err.decode()
    assert out.isascii() and out
