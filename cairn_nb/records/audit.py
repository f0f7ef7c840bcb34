"""A judge held against people: what they agree on, which way the judge leans, and what the scores then are."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cairn_nb.records.base import Record
from cairn_nb.records.estimate import Estimate

Source = Literal["sheet", "labels"]
Purpose = Literal["tune", "certify"]
RIGHT = "right"


class AuditedRun(Record):
    """A report that takes part, and what its system is called here; `names_judges` where it has a `judging` section."""

    system: str
    config_name: str
    run_id: str | None
    names_judges: bool = True


class MeasureAudit(Record):
    """One axis, the answer score (0 to 5), or the verdict ``right`` (0 or 1): the judge beside people.

    `alpha` is Krippendorff's, `correlation` Spearman's; `bias` is judge minus human: above 0 the judge is lenient.
    """

    measure: str
    n: int
    alpha: Estimate
    correlation: Estimate
    mean_absolute_difference: Estimate
    bias: Estimate


class VerdictAudit(Record):
    """Right or not, by the judge and by people.

    `agreement` is the share on which both say the same. `labels_needed` is the size of a fresh set that would certify
    the judge with a chance of 80%, if it goes on as here; null where it is not expected to pass, as `why_not` says.
    """

    rule: str
    n: int
    agreement: Estimate
    sensitivity: Estimate
    specificity: Estimate
    kappa: Estimate
    bar: float
    labels_needed: int | None = None
    why_not: str | None = None


class Certification(Record):
    """Whether both one-sided lower bounds reach the bar, on labels that served nothing else before."""

    bar: float
    level: float
    sensitivity: Estimate
    specificity: Estimate
    certified: bool
    reasons: tuple[str, ...] = ()


class SystemBias(Record):
    """Judge minus human on one system's answers, by measure."""

    system: str
    n: int
    bias: dict[str, Estimate]


class PanelJudgeAudit(Record):
    """One judge of a panel: its alpha against people, by measure."""

    judge: str
    alpha: dict[str, Estimate]


class CorrectedScore(Record):
    """A mean over all answers of the run, or of one `system`: as the judge has it, and as people would.

    `measure` is ``right`` (a share) or ``answer_score`` (points). A correction is null where it does not apply.
    """

    system: str | None
    measure: str
    n_answers: int
    raw: Estimate
    rogan_gladen: Estimate | None = None
    prediction_powered: Estimate | None = None


class JudgeLeaning(Record):
    """One way in which a judge may lean: `meaning` says what the estimate is, and what 0 (or one half) means."""

    name: Literal["flip_rate", "first_position_rate", "length", "verbosity", "own_family", "authority"]
    meaning: str
    unbiased: float
    estimate: Estimate


class JudgeAudit(Record):
    """judge_audit.json: a judge against people's labels.

    `labels_sha256` is the digest of the labels, whatever their order. `n` counts labelled answers that were used,
    `left_out` the labels that were not, by reason.
    """

    shown_fields = ("judge", "rubric", "source", "n", "certification")

    format: int = 1
    judge: str
    rubric: str
    source: Source
    purpose: Purpose | None = None
    labels_sha256: str
    n: int
    left_out: dict[str, int] = Field(default_factory=dict)
    runs: tuple[AuditedRun, ...]
    measures: tuple[MeasureAudit, ...]
    verdicts: VerdictAudit
    certification: Certification | None = None
    systems: tuple[SystemBias, ...] = ()
    panel: tuple[PanelJudgeAudit, ...] = ()
    raters_alpha: Estimate | None = None
    corrected: tuple[CorrectedScore, ...] = ()
    leanings: tuple[JudgeLeaning, ...] = ()
    warnings: tuple[str, ...] = ()
    seed: int = 0
    cluster: Literal["document", "none"] = "document"

    @property
    def exit_code(self) -> int:
        """1 when a certificate was asked for and the judge did not get it, else 0."""
        return 0 if self.certification is None or self.certification.certified else 1

    @property
    def headline(self) -> MeasureAudit:
        """The answer score or the verdict; where nobody filled all axes, the axis with most labels."""
        last = self.measures[-1]
        return last if last.n else max(self.measures, key=lambda found: found.n)

    @property
    def sentence(self) -> str:
        """One line for a banner: ``judge audited: alpha 0.71, n 50, bias +0.2``."""
        found = self.headline
        name = "" if found.measure in ("answer_score", RIGHT) else f"{found.measure} "
        how = "+.2f" if found.measure == RIGHT else "+.1f"
        parts = [f"{name}alpha {_shown(found.alpha, '.2f')}", f"n {found.n}", f"bias {_shown(found.bias, how)}"]
        if self.certification is not None:
            parts.append("certified" if self.certification.certified else "not certified")
        return f"judge audited: {', '.join(parts)}"


class AuditSheet(Record):
    """A sheet that was drawn for a person to fill in. `groups` counts the answers drawn by system and score band."""

    sheet: str
    key: str
    n: int
    n_candidates: int
    groups: dict[str, dict[str, int]]
    left_out: dict[str, int] = Field(default_factory=dict)
    seed: int = 0

    @property
    def exit_code(self) -> int:
        """A sheet is no verdict."""
        return 0


class KeyRow(Record):
    """Which answer a row of the sheet is; `answer_sha256` is `answer_digest` of its text."""

    row: str
    system: str
    config_name: str
    run_id: str | None
    case_id: str
    trial: int
    answer_sha256: str
    band: str


class AuditKey(Record):
    """judge_audit_key.json: what the sheet does not show. `group_sizes` are the answers by system and band."""

    format: int = 1
    judge: str
    rubric: str
    seed: int
    group_sizes: dict[str, dict[str, int]]
    rows: tuple[KeyRow, ...]


class UsedLabels(Record):
    """One use of labels, a line of labels-used.jsonl; `answers` are the digests of the answers that were labelled.

    `purpose` is null for a look: an audit that was asked for nothing more. `source` is null in notes of before it was
    kept: a sheet's grades and the page's ratings are different labels, also of one answer.
    """

    labels_sha256: str
    judge: str
    rubric: str
    purpose: Purpose | None
    source: Source | None = None
    answers: tuple[str, ...]


def _shown(estimate: Estimate, how: str) -> str:
    return "n/a" if estimate.value is None else format(estimate.value, how)
