"""The command `cairn`: verbs by name, and exit codes that a script can trust.

0 is yes or done, 1 a verdict of no, 2 everything else: bad input, no verdict, misuse, interruption, a crash.
"""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated

import typer

from cairn_nb.cli import (
    arena,
    ask,
    attack,
    audit,
    bench,
    calibrate,
    comment,
    compare,
    contrast,
    corpus,
    demo,
    doctor,
    estimate,
    evaluate,
    explore,
    export,
    gate,
    ingest,
    init,
    plan,
    recommend,
    report,
    score,
)
from cairn_nb.cli.output import show_logged_warnings, tell
from cairn_nb.errors import CairnError
from cairn_nb.version import __version__

NO_VERDICT = 2
INTERRUPTED = 130  # what the framework makes of Ctrl-C

# Help is plain text: boxes cut the names of long options off on a terminal of 80 columns, and cost half a second.
app = typer.Typer(
    name="cairn",
    help="Measure retrieval-augmented question answering, and decide what may ship.",
    no_args_is_help=True,
    rich_markup_mode=None,
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
    show_logged_warnings()


class _State:
    verbose = False


app.command("init", short_help="Lay out a project: configurations, notebooks, workflow.")(init.init)
app.add_typer(corpus.app, name="corpus", short_help="Write the sample documents and questions.")
app.command("ingest", short_help="Turn documents into an index.")(ingest.ingest)
app.command("ask", short_help="Answer one question with verified citations.")(ask.ask)
app.command("calibrate", short_help="Certify the threshold below which it abstains.")(calibrate.calibrate)
app.command("eval", short_help="Score the golden questions: one report.")(evaluate.evaluate)
app.command("score", short_help="Score answers made elsewhere: the same report.")(score.score)
app.command("gate", short_help="Two reports to an exit code: 0 promote, 1 roll back.")(gate.gate)
app.command("bench", short_help="Rank configurations on a leaderboard.")(bench.bench)
app.command("report", short_help="Make a bench run's files again from its reports.")(report.report)
app.command("recommend", short_help="Say which system to deploy, and why.")(recommend.recommend)
app.command("arena", short_help="Compare answers by twos, and rank the systems.")(arena.arena)
app.command("compare", short_help="Say what differs between two finished runs.")(compare.compare)
app.command("contrast", short_help="List the questions that only one of two systems is right on.")(contrast.contrast)
app.command("explore", short_help="Show one run, two or many as one HTML file.")(explore.explore)
app.command("export", short_help="Write a report's rows for another tool.")(export.export)
app.command("comment", short_help="Put the gate's summary on the pull request.")(comment.comment)
app.command("plan", short_help="Say what a difference needs: cases, trials, dollars.")(plan.plan)
app.command("estimate", short_help="Say what a run will cost before it is paid for.")(estimate.estimate)
app.command("attack", short_help="Ask about poisoned documents; exit 1 on a leak.")(attack.attack)
app.command("audit", short_help="Hold the judge against people: sheet, report, certificate.")(audit.audit)
app.command("doctor", short_help="Say what is missing, unreachable or stale.")(doctor.doctor)
app.command("demo", short_help="Run the whole loop on the sample corpus.")(demo.demo)


def run(args: list[str] | None = None) -> int:
    """Run one command line and return its exit code; an exception that nobody foresaw comes through."""
    _State.verbose = False
    try:
        code = app(args=args, prog_name="cairn", standalone_mode=False)
    except CairnError as problem:
        _show_problem(problem)
        return NO_VERDICT
    except (KeyboardInterrupt, typer.Abort):
        return _interrupted()
    except SystemExit:  # the framework's way out when whoever reads stdout has gone
        return NO_VERDICT
    except Exception as problem:
        show = getattr(problem, "show", None)  # misuse, as the framework raises it
        if show is None:
            raise
        show()
        return NO_VERDICT
    if code == INTERRUPTED:
        return _interrupted()
    return code if isinstance(code, int) else 0


def _interrupted() -> int:
    tell("interrupted; finished work is kept, and the same command continues it")
    return NO_VERDICT


def _show_problem(problem: CairnError) -> None:
    if _State.verbose:
        import traceback

        traceback.print_exception(problem)
    tell(f"error: {problem}")


def main() -> None:
    """The console script. An exception that nobody foresaw ends in exit 2 with its traceback, never in 1."""
    import traceback

    _escape_what_cannot_be_shown()
    try:
        code = run()
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        code = NO_VERDICT
    except Exception:  # noqa: BLE001 - the last line of defence: a crash must not look like a verdict
        traceback.print_exc()
        tell(f"error: cairn {__version__} crashed; finished work is kept. Please report the lines above.")
        code = NO_VERDICT
    sys.exit(code)


def _drop_output() -> None:
    """Whoever read stdout has gone; what is still buffered must not fail once more at the interpreter's end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _escape_what_cannot_be_shown() -> None:
    """A terminal that cannot show a character gets its escape; an answer in Japanese is no reason to crash."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
