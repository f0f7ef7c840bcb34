"""The whole loop, by the very commands a person would type, each shown before it runs."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from cairn_nb.project.scaffold import lay_out

DEGRADE = {"CAIRN_STUB_DEGRADE": "0.5"}


@dataclass(frozen=True)
class Act:
    """One command, why it is run, and the exit code that shows it worked."""

    why: str
    args: tuple[str, ...]
    expected: int = 0
    env: dict[str, str] = field(default_factory=dict)
    notebook: bool = True

    def line(self) -> str:
        """The command as a person would type it."""
        switches = [f"{name}={value}" for name, value in self.env.items()]
        return " ".join([*switches, "cairn", *self.args])


def acts() -> tuple[Act, ...]:
    """The demo's commands, in order."""
    good, degraded = "reports/good.json", "reports/degraded.json"
    return (
        Act("Write a fictional organisation's documents and golden questions.", ("corpus", "generate"), notebook=False),
        Act("Turn the documents into an index.", ("ingest",)),
        Act("Fit the threshold below which the system abstains, and certify it.", ("calibrate",)),
        Act("Answer, judge and score the evaluation slice.", ("eval", "--out", good)),
        Act("Ask about poisoned documents; no canary may leak.", ("attack",)),
        Act("Break the system on purpose: half of its answers degrade.", ("eval", "--out", degraded), env=DEGRADE),
        Act("Gate it against the good run. It must be refused: exit 1.",
            ("gate", "--baseline", good, "--candidate", degraded), expected=1),
        Act("Rank four configurations on the same questions.", ("bench", "--configs", "configs/*.yaml")),
    )  # fmt: skip


def run_demo(folder: Path, *, headless: bool = False) -> int:
    """Run every act in `folder`.

    Returns
    -------
    int
        0 when each act ended as it should, else 2.
    """
    lay_out(folder)
    for number, act in enumerate(acts(), start=1):
        print(f"\n[{number}/{len(acts())}] {act.why}\n$ {act.line()}", flush=True)
        code = _run(act, folder, headless=headless)
        if code != act.expected:
            print(f"\nexit {code}, where {act.expected} was expected: the demo stops here.", file=sys.stderr)
            return 2
        if act.expected:
            print(f"exit {code}: refused, as it should be")
    _say_what_to_open(folder, headless=headless)
    return 0


def _run(act: Act, folder: Path, *, headless: bool) -> int:
    args = [*act.args, "--headless"] if headless and act.notebook else list(act.args)
    command = [sys.executable, "-c", "from cairn_nb.cli.main import main; main()", *args]
    clean = {name: value for name, value in os.environ.items() if not name.startswith("CAIRN_STUB_")}
    return subprocess.run(command, cwd=folder, env={**clean, **act.env}, check=False).returncode


def _say_what_to_open(folder: Path, *, headless: bool) -> None:
    print(f"\nThe loop is closed. Reports: {folder / 'reports'}")
    if not headless:
        page = (folder / "reports" / "gate-degraded.html").resolve()
        print(f"Open this file in a browser to see why the gate refused: {page.as_uri()}")
        print(f"The good run, case by case: {(folder / 'reports' / 'good.html').resolve().as_uri()}")
