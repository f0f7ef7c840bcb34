"""Answers made elsewhere to a report: read, join, grade, measure, write. No system is run."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from cairn_nb.config.model import Config
from cairn_nb.errors import InputError
from cairn_nb.exchange.answers import answers_of
from cairn_nb.exchange.read import Source, read_answers
from cairn_nb.files.atomic import write_text
from cairn_nb.files.evidence import write_evidence
from cairn_nb.files.reports import report_text
from cairn_nb.records import Evidence, Report
from cairn_nb.runner.notes.replay import with_replay_note
from cairn_nb.runner.preflight import check_out
from cairn_nb.runner.publish import places
from cairn_nb.runner.score.assemble import Scored
from cairn_nb.runner.score.finish import finish
from cairn_nb.runner.score.grade import Graded, graded
from cairn_nb.runner.score.join import Pairing, join
from cairn_nb.runner.score.questions import read_questions

GOLDEN_PREFIX = "golden."
DEFAULT_NAME = "answers"
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


async def ascore(
    golden: Source | None,
    answers: Source,
    *,
    mapping: Mapping[str, str] | None = None,
    system: str | None = None,
    name: str | None = None,
    out: Path | None = None,
    reports_dir: Path = Path("reports"),
    config: Config | None = None,
) -> Report:
    """Score answers, and write the report and its evidence; parameters as in `cairn_nb.score`."""
    chosen = _name(name, answers)
    if out is not None:
        check_out(out, reports_dir=reports_dir)
    for_golden, for_answers = _by_file(mapping or {})
    if for_golden and golden is None:
        raise InputError(
            "there is no golden set to map", path="mapping", key=f"{GOLDEN_PREFIX}{next(iter(for_golden))}"
        )
    given = answers_of(read_answers(answers, system), for_answers)
    joined = join(given, None if golden is None else read_questions(golden, for_golden))
    now = datetime.now(UTC)
    with ExitStack() as closing:
        judged = await _judged(config, joined.pairings, chosen, closing)
        scored = Scored(given, joined, judged, name=chosen, now=now)
        report = _publish(scored, out, reports_dir=reports_dir, name=chosen, now=now)
        if judged.journal is not None and judged.stopped is None:
            judged.journal.complete()
    return report


async def _judged(config: Config | None, pairings: Sequence[Pairing], name: str, closing: ExitStack) -> Graded:
    if config is None:
        return Graded(tuple(finish(pairing) for pairing in pairings))
    return await graded(config, pairings, name=name, closing=closing)


def _publish(scored: Scored, out: Path | None, *, reports_dir: Path, name: str, now: datetime) -> Report:
    paths = places(out, reports_dir, name, now)
    evidence = write_evidence(paths.evidence, _evidence(scored))
    replayed, _ = with_replay_note(scored.report)
    report = replayed.model_copy(update={"evidence": evidence, "source": paths.report})
    write_text(paths.report, report_text(report))
    return report


def _evidence(scored: Scored) -> list[Evidence]:
    return [
        Evidence(
            case_id=piece.case_id,
            trial=piece.trial,
            passages=piece.answer.passages,
            steps=piece.answer.steps,
            judge_steps=piece.judge_steps,
            verdict=piece.verdict,
            supporting_ids=tuple(dict.fromkeys(id_ for place in places_ for group in place.groups for id_ in group)),
        )
        for piece, places_ in zip(scored.finished, scored.locations, strict=True)
    ]


def _by_file(mapping: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """The golden set's roles, which are written as ``golden.question``, and the answers'."""
    golden = {role: column for role, column in mapping.items() if role.startswith(GOLDEN_PREFIX)}
    others = {role: column for role, column in mapping.items() if role not in golden}
    return {role.removeprefix(GOLDEN_PREFIX): column for role, column in golden.items()}, others


def _name(name: str | None, answers: Source) -> str:
    """The name given, or one made from the file's, in lower case either way: it names files."""
    if name is None:
        stem = Path(answers).stem if isinstance(answers, str | Path) else DEFAULT_NAME
        made = re.sub(r"[^a-z0-9._-]+", "-", stem.casefold()).strip("._-")[:64]
        return made if NAME.fullmatch(made) else DEFAULT_NAME
    if not NAME.fullmatch(name.casefold()):
        problem = "must be 1 to 64 of a-z 0-9 . _ -, starting with a letter or digit"
        raise InputError(f"{problem}, not {name!r}", key="name")
    return name.casefold()
