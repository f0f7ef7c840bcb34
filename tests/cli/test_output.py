"""What is printed holds text of documents and names of files; none of it may command the terminal."""

from __future__ import annotations

import pytest

from cairn_nb.cli.output import say, table, tell

COMMANDS = "a\x1b[2Jb\x1b]0;title\x07c\rd\x9be"
SHOWN = r"a\x1b[2Jb\x1b]0;title\x07c\x0dd\x9be"


def test_a_terminal_is_not_commanded_by_a_document(capsys: pytest.CaptureFixture[str]) -> None:
    say(COMMANDS)
    table([("answer", COMMANDS)])
    tell(COMMANDS)
    out, err = capsys.readouterr()
    assert out == f"{SHOWN}\nanswer  {SHOWN}\n"
    assert err == f"{SHOWN}\n"


def test_lines_tabs_and_every_script_stay_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    say("erste Zeile\n\tzweite: 30 Tage, 返金, العربية 🚲")
    assert capsys.readouterr().out == "erste Zeile\n\tzweite: 30 Tage, 返金, العربية 🚲\n"
