"""The two halves of an audit on disk: the sheet and its key out, labels in and the audit out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cairn_nb.api.audit_inputs import AuditOptions, AuditPlace, own_families
from cairn_nb.decisions.audit.answers import JudgedAnswer, Rule, audited_runs, judged_answers
from cairn_nb.decisions.audit.audit import Asked, Known, audit_of
from cairn_nb.decisions.audit.digests import label_answers, labels_sha256, sheet_answers, sheet_sha256
from cairn_nb.decisions.audit.draw import drawn
from cairn_nb.decisions.audit.filled import filled_rows
from cairn_nb.decisions.audit.from_labels import from_labels, raters_alpha, verdicts
from cairn_nb.decisions.audit.judge_name import JudgeName, judge_name
from cairn_nb.decisions.audit.markdown import audit_markdown
from cairn_nb.decisions.audit.pairs import Labelled, from_sheet
from cairn_nb.decisions.audit.sheet import KEY, SHEET, group_sizes, sheet_of
from cairn_nb.decisions.audit.used import refuse_used
from cairn_nb.errors import InputError
from cairn_nb.files import strict_json
from cairn_nb.files.atomic import write_text
from cairn_nb.files.evidence import read_evidence_of
from cairn_nb.files.judge_audits import AUDIT, AUDIT_PAGE, read_key
from cairn_nb.files.labels import read_labels
from cairn_nb.files.labels_used import note_used, read_used
from cairn_nb.records import Estimate
from cairn_nb.records.audit import AuditSheet, JudgeAudit, Source, UsedLabels


def draw_sheet(place: AuditPlace, options: AuditOptions) -> AuditSheet:
    """Write the blind sheet and its key.

    Raises
    ------
    InputError
        If no answer has a score, or another sheet, perhaps filled in, lies there.
    """
    answers = judged_answers(place.reports, options.cluster)
    chosen = drawn(answers, options.sample, seed=options.seed)
    if not chosen:
        raise InputError("no answer has an answer score to draw by", hint="`cairn eval` scores the five axes")
    evidence = {number: read_evidence_of(report) for number, report in enumerate(place.reports)}
    judge = judge_name(place.reports, "answer_score")
    sheet = sheet_of(place.reports, answers, chosen, evidence, judge=judge, seed=options.seed)
    _keep_filled(place.folder / SHEET, sheet.text)
    write_text(place.folder / KEY, sheet.key.model_dump_json(indent=2) + "\n")
    write_text(place.folder / SHEET, sheet.text)
    found, unscored = group_sizes(chosen), sum(answer.row.answer_score is None for answer in answers)
    return AuditSheet(
        sheet=str(place.folder / SHEET),
        key=str(place.folder / KEY),
        n=len(chosen),
        n_candidates=len(answers) - unscored,
        groups={system: found[system] for system in sheet.key.group_sizes if system in found},
        left_out={"no answer score": unscored} if unscored else {},
        seed=options.seed,
    )


def _keep_filled(place: Path, text: str) -> None:
    if place.exists() and place.read_bytes() != text.encode("utf-8"):
        hint = "move it away, or name another folder with --out"
        raise InputError("there is a sheet of another draw, or one that is filled in", path=place, hint=hint)


@dataclass(frozen=True)
class _Read:
    """Labels as they were read."""

    source: Source
    rule: Rule
    labelled: Labelled
    sha256: str
    answers: tuple[str, ...]
    group_sizes: Mapping[str, Mapping[str, int]]
    raters_alpha: Estimate | None = None


def audited(place: AuditPlace, labels: Path, options: AuditOptions) -> JudgeAudit:
    """Hold the judge against the labels, note their use, and write the audit; a bench run's pages are made again."""
    answers, runs = judged_answers(place.reports, options.cluster), audited_runs(place.reports)
    read = _read(place, labels, answers, options)
    judge = judge_name(place.reports, read.rule)
    if options.purpose == "certify":
        refuse_used(read.answers, judge, read_used(options.state_dir), source=read.source)
    asked = Asked(
        source=read.source,
        rule=read.rule,
        labels_sha256=read.sha256,
        purpose=options.purpose,
        bar=options.bar,
        seed=options.seed,
        cluster=options.cluster,
    )
    known = Known(
        group_sizes=read.group_sizes,
        own_family=own_families(place.reports, runs),
        comparisons=place.comparisons(),
        raters_alpha=read.raters_alpha,
    )
    found = audit_of(answers, runs, read.labelled, judge=judge, asked=asked, known=known)
    note_used(options.state_dir, _use(read, judge, options))
    write_text(place.folder / AUDIT, found.model_dump_json(indent=2) + "\n")
    write_text(place.folder / AUDIT_PAGE, audit_markdown(found))
    if place.bench == place.folder:
        _link(place.folder)
    return found


def _read(place: AuditPlace, labels: Path, answers: tuple[JudgedAnswer, ...], options: AuditOptions) -> _Read:
    text = strict_json.read_text(labels)
    if text.lstrip("\ufeff \n\r\t").startswith("{"):
        return _ratings(place, labels, answers, options)
    if options.measure == "correct":
        raise InputError("a sheet holds answer scores", key="measure", hint="leave it out, or give answer_score")
    key = read_key(_key_place(labels, place.folder))
    filled = filled_rows(text, {row.row for row in key.rows}, path=str(labels))
    return _Read(
        source="sheet",
        rule="answer_score",
        labelled=from_sheet(answers, key, filled),
        sha256=sheet_sha256(key, filled),
        answers=sheet_answers(key, filled),
        group_sizes=key.group_sizes,
    )


def _ratings(place: AuditPlace, path: Path, answers: tuple[JudgedAnswer, ...], options: AuditOptions) -> _Read:
    labels, runs = read_labels(path), audited_runs(place.reports)
    rule: Rule = options.measure or ("correct" if _has_correct(answers) else "answer_score")
    labelled = from_labels(answers, runs, labels, rule)
    return _Read(
        source="labels",
        rule=rule,
        labelled=labelled,
        sha256=labels_sha256(labels),
        answers=label_answers(labels),
        group_sizes={},
        raters_alpha=raters_alpha(verdicts(answers, runs, labels)[0]),
    )


def _has_correct(answers: tuple[JudgedAnswer, ...]) -> bool:
    return any(answer.row.correct is not None for answer in answers)


def _key_place(labels: Path, folder: Path) -> Path:
    beside = labels.parent / KEY
    return beside if beside.is_file() else folder / KEY


def _use(read: _Read, judge: JudgeName, options: AuditOptions) -> UsedLabels:
    return UsedLabels.model_validate(
        {
            "labels_sha256": read.sha256,
            "judge": judge.name,
            "rubric": judge.rubric,
            "purpose": options.purpose,
            "source": read.source,
            "answers": read.answers,
        }
    )


def _link(folder: Path) -> None:
    """Make the bench run's pages again, which now lead to the audit."""
    from cairn_nb.api.bench_again import rebuilt
    from cairn_nb.files.bench_run import BenchFolder

    bench = BenchFolder(folder)
    if bench.summary.exists():
        rebuilt(bench, out=None, baseline=None)
