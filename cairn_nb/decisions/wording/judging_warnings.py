"""What a person must know of the five axes' judges before believing a score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cairn_nb.metrics.judge_agreement import LEAST_ALPHA
from cairn_nb.records.estimate import Estimate
from cairn_nb.records.judging import JudgingSection


def judging_warnings(judging: JudgingSection | None) -> tuple[str, ...]:
    """Self-preference, grades of the heuristic judge among a model's, judges that disagree; none without models."""
    if judging is None:
        return ()
    return (*_self_preference(judging), *_fallbacks(judging), *agreement_warnings(judging.agreement))


def _self_preference(judging: JudgingSection) -> Iterator[str]:
    if not judging.n_self_preferred:
        return
    families = sorted({judge.family for judge in judging.judges if judge.family})
    family = judging.generator_family or ", ".join(families)
    yield (
        f"self-preference risk: {judging.n_self_preferred} of {judging.n_judged} answers were graded by judges of the "
        f"answering model's own family alone ({family}), which tend to grade it higher; name a judge of another family "
        "in evaluation.axes_judge"
    )


def _fallbacks(judging: JudgingSection) -> Iterator[str]:
    if judging.judge_fallback_rate:
        yield fallback_sentence(judging.judge_fallback_rate)


def fallback_sentence(rate: float) -> str:
    """The warning that two judges are mixed, or that no model's judgement is among the grades."""
    if rate == 1:
        return "the heuristic judge stood in for all of the grades: no judgement of a model could be used"
    return f"the heuristic judge stood in for {rate:.1%} of the grades, so they mix two judges"


def agreement_warnings(agreement: Mapping[str, Estimate]) -> Iterator[str]:
    """The warning that the judges of a panel do not agree well enough, naming the axes where they do not."""
    low = [f"{name} {alpha.written(decimals=2)}" for name, alpha in agreement.items() if _is_low(alpha)]
    if low:
        yield (
            f"the judges agree too little (Krippendorff's alpha below {LEAST_ALPHA}: {', '.join(low)}), so small "
            "differences of score are not to be trusted"
        )


def _is_low(alpha: Estimate) -> bool:
    return alpha.value is not None and alpha.value < LEAST_ALPHA
