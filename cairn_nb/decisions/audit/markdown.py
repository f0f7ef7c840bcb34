"""judge_audit.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cairn_nb.decisions.wording.escape import markdown
from cairn_nb.decisions.wording.markdown_table import markdown_table
from cairn_nb.metrics.judge_agreement import LEAST_ALPHA
from cairn_nb.records import Estimate
from cairn_nb.records.audit import RIGHT, CorrectedScore, JudgeAudit, MeasureAudit

MISSING = "—"
READING = (
    f"Alpha is Krippendorff's between judge and human: 1 is full agreement, 0 no more than chance, and {LEAST_ALPHA} "
    "the least that supports even tentative conclusions. Bias is judge minus human: above 0 the judge is lenient. "
    "Brackets are 95% intervals."
)


def audit_markdown(audit: JudgeAudit) -> str:
    """The whole of it, ending in a newline."""
    blocks = [
        "# Judge audit",
        f"**{markdown(audit.sentence)}**",
        _about(audit),
        READING,
        measures_table(audit.measures),
        "## Right or not",
        "\n".join(f"- {markdown(text)}" for text in verdict_sentences(audit)),
        *_systems(audit),
        *_panel(audit),
        *_corrected(audit),
        *_leanings(audit),
        *_warnings(audit),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _about(audit: JudgeAudit) -> str:
    source = "a filled sheet" if audit.source == "sheet" else "the explorer's ratings"
    left_out = "".join(f"; {n} left out ({reason})" for reason, n in audit.left_out.items())
    systems = ", ".join(run.system for run in audit.runs)
    return markdown(f"{audit.judge}, rubric {audit.rubric}, on {systems}: {audit.n} labels from {source}{left_out}.")


def measures_table(measures: Sequence[MeasureAudit]) -> str:
    """Axis by axis."""
    heads, rows = measure_cells(measures)
    return markdown_table(heads, rows, numeric=range(1, len(heads)))


def measure_cells(measures: Sequence[MeasureAudit]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The heads and rows of that table."""
    rows: list[tuple[str, ...]] = [
        (
            found.measure,
            str(found.n),
            written(found.alpha),
            written(found.correlation),
            written(found.mean_absolute_difference),
            written(found.bias, sign=True),
        )
        for found in measures
    ]
    return ("", "n", "alpha", "rank correlation", "mean absolute difference", "bias"), rows


def written(estimate: Estimate | None, *, sign: bool = False, decimals: int = 2) -> str:
    """A value with its interval; a dash where there is none."""
    if estimate is None or estimate.value is None:
        return MISSING
    how = f"{'+' if sign else ''}.{decimals}f"
    bounds = (
        ""
        if estimate.low is None and estimate.high is None
        else f" [{_bound(estimate.low, how)}, {_bound(estimate.high, how)}]"
    )
    return f"{format(estimate.value, how)}{bounds}"


def _bound(value: float | None, how: str) -> str:
    return MISSING if value is None else format(value, how)


def verdict_sentences(audit: JudgeAudit) -> Iterator[str]:
    """What the judge's yes and no are worth."""
    found = audit.verdicts
    yield f"right is: {found.rule}; {found.n} answers have both verdicts"
    yield f"verdict agreement {written(found.agreement, decimals=3)}, kappa {written(found.kappa)}"
    yield f"sensitivity {written(found.sensitivity, decimals=3)} ({found.sensitivity.n} answers that people call right)"
    yield f"specificity {written(found.specificity, decimals=3)} ({found.specificity.n} that they do not call right)"
    if audit.raters_alpha is not None:
        yield f"people among themselves: alpha {written(audit.raters_alpha)}"
    yield from _certificate(audit)


def _certificate(audit: JudgeAudit) -> Iterator[str]:
    found, certificate = audit.verdicts, audit.certification
    if certificate is not None and certificate.certified:
        yield (
            f"certified: with 95% confidence each, sensitivity is at least {certificate.sensitivity.low:.3f} and "
            f"specificity at least {certificate.specificity.low:.3f}; the bar is {certificate.bar:g}"
        )
        return
    if certificate is not None:
        yield from (f"not certified: {reason}" for reason in certificate.reasons)
    if found.labels_needed is not None:
        chance = f"certify it at {found.bar:g} with a chance of 80%, if it goes on as here"
        yield f"about {found.labels_needed} fresh labels would {chance}"
    elif found.why_not is not None:
        yield f"no number of labels is expected to certify it at {found.bar:g}: {found.why_not}"


def _systems(audit: JudgeAudit) -> Iterator[str]:
    if not audit.systems:
        return
    names = [found.measure for found in audit.measures]
    rows = [
        (markdown(system.system), str(system.n), *(written(system.bias.get(name), sign=True) for name in names))
        for system in audit.systems
    ]
    yield "## Bias by system"
    yield "A judge that is lenient with one system favours it on the leaderboard."
    yield markdown_table(("system", "n", *names), rows, numeric=range(1, len(names) + 2))


def _panel(audit: JudgeAudit) -> Iterator[str]:
    if not audit.panel:
        return
    names = [found.measure for found in audit.measures]
    rows = [(markdown(judge.judge), *(written(judge.alpha.get(name)) for name in names)) for judge in audit.panel]
    yield "## Each judge of the panel"
    yield "Alpha of each judge against the human."
    yield markdown_table(("judge", *names), rows, numeric=range(1, len(names) + 1))


def _corrected(audit: JudgeAudit) -> Iterator[str]:
    if not audit.corrected:
        return
    heads = ("", "system", "answers", "by the judge", "Rogan–Gladen", "prediction-powered")
    yield "## Scores as people would have them"
    yield markdown_table(heads, [_corrected_row(found) for found in audit.corrected], numeric=range(2, len(heads)))
    yield from _why_not(
        (f"{' '.join(_corrected_row(found)[:2])}, {method}", one)
        for found in audit.corrected
        for method, one in zip(heads[3:], (found.raw, found.rogan_gladen, found.prediction_powered), strict=True)
    )


def _why_not(estimates: Iterable[tuple[str, Estimate | None]]) -> Iterator[str]:
    """Of those without an interval, the reason."""
    lines = [f"- {name}: {markdown(one.warning)}" for name, one in estimates if one and one.warning and one.low is None]
    if lines:
        yield "\n".join(lines)


def _corrected_row(found: CorrectedScore) -> tuple[str, ...]:
    decimals = 3 if found.measure == RIGHT else 2
    return (
        "share right" if found.measure == RIGHT else "mean answer score",
        "all" if found.system is None else markdown(found.system),
        str(found.n_answers),
        *(written(one, decimals=decimals) for one in (found.raw, found.rogan_gladen, found.prediction_powered)),
    )


def _leanings(audit: JudgeAudit) -> Iterator[str]:
    yield "## Which way it leans"
    if audit.leanings:
        yield _leanings_table(audit)
        yield from _why_not((found.name, found.estimate) for found in audit.leanings)
    yield from unmeasured(audit)


def unmeasured(audit: JudgeAudit) -> Iterator[str]:
    """The leanings that nothing is known of, and what would tell."""
    found = {leaning.name for leaning in audit.leanings}
    silent = [] if "own_family" in found else [run.system for run in audit.runs if not run.names_judges]
    traits = [name for name in ("length", "verbosity", "own_family", "authority") if name not in found]
    if silent:
        traits.remove("own_family")
    if traits:
        yield f"Not measured: {', '.join(traits)}. The labelled answers do not vary in it, or too few do."
    if silent:
        systems = markdown(", ".join(silent))
        yield (
            f"Not measured: own_family. The report of {systems} does not name its judges. Name models in "
            "`evaluation.axes_judge`: `cairn eval` then grades by them, and `cairn score --config` finished answers."
        )
    if "flip_rate" not in found:
        yield "Not measured: the order of answers. `cairn arena`, held on this bench run, shows pairs in both orders."


def _leanings_table(audit: JudgeAudit) -> str:
    rows = [
        (
            found.name,
            found.meaning,
            str(found.estimate.n),
            written(found.estimate, sign=found.unbiased == 0 and found.name != "flip_rate"),
            f"{found.unbiased:g}",
        )
        for found in audit.leanings
    ]
    return markdown_table(("", "what it is", "n", "estimate", "unbiased"), rows, numeric=(2, 3, 4))


def _warnings(audit: JudgeAudit) -> Iterator[str]:
    if audit.warnings:
        yield "## Read it with care"
        yield "\n".join(f"- {markdown(text)}" for text in audit.warnings)
