"""What `cairn --help` costs beside the barest typer program with as many commands, in CPU time.

Both are run in turn in one session, each in a process of its own, and medians are compared, so that a busy
machine slows both alike. A second bare program prints plain help, as cairn does, and not typer's boxes.

    python benchmarks/start_up.py [--rounds 11]

Exit 1 when cairn takes more than 1.5 times the bare program.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys

from typer.main import get_command

from cairn_nb.cli.main import app

ALLOWED = 1.5
BARE = """
import typer
app = typer.Typer(help="bare"{options})
def verb(number: int = 0) -> None:
    "Do it."
for name in {names!r}:
    app.command(name)(verb)
app(["--help"])
"""
CAIRN = "from cairn_nb.cli.main import main; main()"


def verbs() -> list[str]:
    """The commands of cairn, subcommands counted as one."""
    return sorted(get_command(app).commands)  # type: ignore[attr-defined]


def cpu_seconds(command: list[str]) -> float:
    """User and system time of one process and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def measure(rounds: int) -> dict[str, float]:
    """The median CPU seconds of each program, measured in turn after one unmeasured round."""
    programs = {
        "bare typer": [sys.executable, "-c", BARE.format(names=verbs(), options="")],
        "bare typer, plain help": [sys.executable, "-c", BARE.format(names=verbs(), options=", rich_markup_mode=None")],
        "cairn --help": [sys.executable, "-c", CAIRN, "--help"],
    }
    taken: dict[str, list[float]] = {name: [] for name in programs}
    for number in range(rounds + 1):
        for name, command in programs.items():
            seconds = cpu_seconds(command)
            if number:
                taken[name].append(seconds)
    return {name: statistics.median(values) for name, values in taken.items()}


def main() -> int:
    """Measure, print the ratios, and say by exit code whether they are small enough."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=11, help="measured rounds (at least 7)")
    medians = measure(max(7, parser.parse_args().rounds))
    cairn = medians["cairn --help"]
    for name, seconds in medians.items():
        print(f"{name:<24} {1000 * seconds:7.0f} ms CPU   cairn is {cairn / seconds:.2f} times that")
    print(f"allowed: {ALLOWED} times bare typer")
    return int(cairn > ALLOWED * medians["bare typer"])


if __name__ == "__main__":
    sys.exit(main())
