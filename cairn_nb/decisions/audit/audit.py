"""Everything that people's labels say of a judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from cairn_nb.decisions.audit.answers import JudgedAnswer, Rule
from cairn_nb.decisions.audit.corrected import Run, corrected_scores
from cairn_nb.decisions.audit.judge_name import JudgeName
from cairn_nb.decisions.audit.leanings import leanings, order_leanings
from cairn_nb.decisions.audit.measures import measure_audit, measures_of, panel_audits, system_biases
from cairn_nb.decisions.audit.pairs import Labelled
from cairn_nb.decisions.audit.verdicts import certification, verdict_audit
from cairn_nb.decisions.audit.weights import GroupSizes, unlabelled_groups, weights_of
from cairn_nb.errors import InputError
from cairn_nb.records import Estimate
from cairn_nb.records.audit import RIGHT, AuditedRun, JudgeAudit, Purpose, Source
from cairn_nb.records.pair_comparison import PairComparison

BAR = 0.8
FEW = 50


@dataclass(frozen=True)
class Asked:
    """What the labels are and what they are for.

    Parameters
    ----------
    source, rule
        A filled sheet or labels from the explorer; what the judge's verdict is.
    labels_sha256
        Their digest.
    purpose, bar
        ``certify`` asks whether sensitivity and specificity reach the bar.
    seed, cluster
        Of resamples, and what they resample.
    """

    source: Source
    rule: Rule
    labels_sha256: str
    purpose: Purpose | None = None
    bar: float = BAR
    seed: int = 0
    cluster: Literal["document", "none"] = "document"


@dataclass(frozen=True)
class Known:
    """What is known of the run beside its answers.

    Parameters
    ----------
    group_sizes
        Of a sheet: how many answers each group had when it was drawn.
    own_family
        By system whether a judge is of the answering model's family.
    comparisons
        Of the pairwise arena.
    raters_alpha
        How well people agree among themselves.
    """

    group_sizes: GroupSizes = field(default_factory=dict)
    own_family: Mapping[str, bool] = field(default_factory=dict)
    comparisons: tuple[PairComparison, ...] = ()
    raters_alpha: Estimate | None = None


def audit_of(
    answers: Sequence[JudgedAnswer],
    runs: Sequence[AuditedRun],
    labelled: Labelled,
    *,
    judge: JudgeName,
    asked: Asked,
    known: Known,
) -> JudgeAudit:
    """The audit.

    Raises
    ------
    InputError
        If no label belongs to an answer that was judged.
    """
    if not labelled.pairs:
        why = ", ".join(f"{reason}: {n}" for reason, n in labelled.left_out.items())
        hint = (
            "label answers of this very run" if why else "grade answers in the sheet, 0 to 5, or rate them in the page"
        )
        raise InputError(f"there is no label to use ({why or 'none is filled in'})", hint=hint)
    measures = measures_of(asked.source)
    judged = labelled.both(RIGHT)
    weights = weights_of(judged, asked.source, known.group_sizes)
    run = Run(tuple(answers), asked.source, asked.rule, known.group_sizes, asked.seed)
    certify = asked.purpose == "certify"
    return JudgeAudit(
        judge=judge.name,
        rubric=judge.rubric,
        source=asked.source,
        purpose=asked.purpose,
        labels_sha256=asked.labels_sha256,
        n=len(labelled.pairs),
        left_out=dict(labelled.left_out),
        runs=tuple(runs),
        measures=tuple(measure_audit(labelled, measure, seed=asked.seed) for measure in measures),
        verdicts=verdict_audit(judged, weights, asked.source, rule=asked.rule, bar=asked.bar),
        certification=certification(judged, weights, asked.source, bar=asked.bar) if certify else None,
        systems=system_biases(labelled, measures, seed=asked.seed),
        panel=panel_audits(labelled, measures, seed=asked.seed) if asked.source == "sheet" else (),
        raters_alpha=known.raters_alpha,
        corrected=corrected_scores(run, labelled),
        leanings=(*leanings(labelled, known.own_family), *order_leanings(known.comparisons, _cluster_of(answers))),
        warnings=tuple(_warnings(labelled, judge, asked, known)),
        seed=asked.seed,
        cluster=asked.cluster,
    )


def _cluster_of(answers: Sequence[JudgedAnswer]) -> dict[str, str]:
    return {answer.row.case_id: answer.cluster for answer in answers}


def _warnings(labelled: Labelled, judge: JudgeName, asked: Asked, known: Known) -> Iterator[str]:
    n = len(labelled.pairs)
    if judge.several:
        yield f"the answers were scored by different judges or rubrics ({judge.written})"
    if n < FEW:
        yield f"{n} labels show a large bias at most; small differences need more than {FEW}"
    stood_in = sum(bool(pair.answer.row.answer_judge.get("fallback")) for pair in labelled.pairs)
    if stood_in and asked.rule == "answer_score":
        yield f"the heuristic judge stood in for {stood_in} of the {n} labelled answers"
    empty = unlabelled_groups(labelled.both(RIGHT), known.group_sizes)
    if empty:
        groups = "; ".join(f"{name}: {size}" for name, size in empty.items())
        yield f"no answer with all five axes stands for these groups, which corrected scores leave out ({groups})"
    if asked.source == "labels":
        yield "sensitivity, specificity and corrected scores take the labelled answers as drawn at random from the run"
