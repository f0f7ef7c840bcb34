"""The command `cairn`: verbs by name, and exit codes that a script can trust.

0 is yes or done, 1 a verdict of no, 2 everything else: bad input, no verdict, misuse, interruption, a crash.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from cairn_nb.cli import ask, attack, bench, calibrate, corpus, demo, doctor, evaluate, gate, ingest, init
from cairn_nb.cli.output import tell
from cairn_nb.errors import CairnError
from cairn_nb.version import __version__

NO_VERDICT = 2

app = typer.Typer(
    name="cairn",
    help="Measure retrieval-augmented question answering, and decide what may ship.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cairn-nb {__version__}")
        raise typer.Exit(0)


@app.callback()
def cairn(
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show where an error comes from.")] = False,
    version: Annotated[  # noqa: ARG001 - its callback does the work
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Measure retrieval-augmented question answering, and decide what may ship."""
    _State.verbose = verbose


class _State:
    verbose = False


app.command("init")(init.init)
app.add_typer(corpus.app, name="corpus")
app.command("ingest")(ingest.ingest)
app.command("ask")(ask.ask)
app.command("calibrate")(calibrate.calibrate)
app.command("eval")(evaluate.evaluate)
app.command("gate")(gate.gate)
app.command("bench")(bench.bench)
app.command("attack")(attack.attack)
app.command("doctor")(doctor.doctor)
app.command("demo")(demo.demo)


def run(args: list[str] | None = None) -> int:
    """Run one command line and return its exit code."""
    try:
        code = app(args=args, standalone_mode=False)
    except CairnError as problem:
        if _State.verbose:
            raise
        tell(f"error: {problem}")
        return NO_VERDICT
    except KeyboardInterrupt:
        tell("interrupted; finished work is kept, and the same command continues it")
        return NO_VERDICT
    except SystemExit as stop:  # a broken pipe, or help asked for by the framework
        return NO_VERDICT if stop.code else 0
    return code if isinstance(code, int) else 0


def main() -> None:
    """The console script. An exception that nobody foresaw ends in exit 2 with its traceback, never in 1."""
    import traceback

    try:
        sys.exit(run())
    except Exception as crash:  # noqa: BLE001 - the last line of defence: a crash must not look like a verdict
        if misuse := _misuse(crash):
            sys.exit(misuse)
        traceback.print_exc()
        tell(f"error: cairn {__version__} crashed; finished work is kept. Please report the lines above.")
        sys.exit(NO_VERDICT)


def _misuse(crash: Exception) -> int:
    show = getattr(crash, "show", None)
    if show is None:
        return NO_VERDICT if type(crash).__name__ == "Abort" else 0
    from typer.rich_utils import rich_format_error

    rich_format_error(crash)  # type: ignore[arg-type]
    return NO_VERDICT
