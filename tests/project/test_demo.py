"""The demo's acts: the commands that the quickstart documents, each with the exit code that shows it worked."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from cairn_nb.project import demo
from cairn_nb.project.demo import Act, acts, run_demo
from tests.docs.pages import blocks, commands

QUICKSTART = Path(__file__).parents[2] / "docs/quickstart.md"


@pytest.mark.parametrize("act", acts(), ids=lambda act: " ".join(act.args))
def test_every_act_stands_in_the_quickstart(act: Act) -> None:
    shell = [command.text for block in blocks(QUICKSTART, "bash") for command in commands(block)]
    documented = [shlex.split(text, comments=True) for text in shell if "<<" not in text]
    typed = [[word for word in words if word != "--headless"] for words in documented if words]
    assert shlex.split(act.line()) in typed


def test_only_the_gate_is_expected_to_say_no() -> None:
    assert [act.args[0] for act in acts() if act.expected == 1] == ["gate"]
    assert [act.args[0] for act in acts() if act.env] == ["eval"]


class Played:
    """Instead of commands, what was asked and the exit codes to give."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, codes: dict[str, int]) -> None:
        self.asked: list[str] = []
        self.codes = codes
        monkeypatch.setattr(demo, "_run", self._run)

    def _run(self, act: Act, folder: Path, *, headless: bool) -> int:
        assert (folder / "configs/default.yaml").is_file() and headless
        self.asked.append(act.args[0])
        return self.codes.get(act.args[0], act.expected)


def test_when_every_act_ends_as_it_should_the_demo_is_zero(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = Played(monkeypatch, {})
    assert run_demo(tmp_path / "d", headless=True) == 0
    assert played.asked == [act.args[0] for act in acts()]
    assert "$ CAIRN_STUB_DEGRADE=0.5 cairn eval --out reports/degraded.json" in capsys.readouterr().out


@pytest.mark.parametrize(("verb", "code", "acts_played"), [("calibrate", 2, 3), ("gate", 0, 7), ("attack", 1, 5)])
def test_the_first_act_that_ends_otherwise_stops_it_with_two(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    verb: str,
    code: int,
    acts_played: int,
) -> None:
    played = Played(monkeypatch, {verb: code})
    assert run_demo(tmp_path / "d", headless=True) == 2
    assert len(played.asked) == acts_played
    assert f"exit {code}, where" in capsys.readouterr().err


def test_a_command_runs_in_the_demos_folder_without_the_callers_switches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CAIRN_STUB_DEGRADE", "2")  # would be refused
    folder = tmp_path / "d"
    demo.lay_out(folder)
    (folder / "configs/default.yaml").write_text("name: default\ncorpus: nowhere\ngolden: nowhere\n", encoding="utf-8")
    assert demo._run(Act("", ("doctor",), notebook=False), folder, headless=True) == 1
    out = capfd.readouterr().out
    assert "CAIRN_STUB_DEGRADE" not in out
    assert "no such golden set" in out
