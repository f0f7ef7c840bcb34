"""From the judgements of one answer to its verdict, with what a reader must know about it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any, Literal

from cairn_nb.judges.axes.aggregate import aggregated
from cairn_nb.judges.axes.judgement import Judgement
from cairn_nb.judges.heuristic import judge as heuristic
from cairn_nb.records import Answer, Case, Outcome
from cairn_nb.records.axis_verdict import AxisVerdict

DECIMALS = 6


def verdict_of(
    case: Case,
    answer: Answer,
    judgements: Sequence[Judgement],
    *,
    prompt_version: str,
    generator_family: str | None,
    how: Literal["mean", "median"] = "mean",
    refused: bool | None = None,
) -> AxisVerdict:
    """The mean or median of the judgements that could be used; the heuristic judge's grades where none could.

    Every call is in the verdict's steps, one a judge, whatever came of it. `refused` is whether the answer declines to
    answer, where a model said so.
    """
    used = [found for found in judgements if found.scores is not None]
    verdict = _graded(used, prompt_version, how) if used else _stood_in_for(case, answer, refused)
    metadata = {
        "judges": [found.judge for found in used],
        "prompt_version": verdict.prompt_version,
        "fallback": verdict.fallback,
        "parse_error": _told((found.judge, found.parse_error) for found in judgements),
        "error": _told((found.judge, found.error) for found in judgements),
        "retries": sum(found.retries for found in judgements),
        "answer_score_variance": _variance(used),
        "reasons": {found.judge: found.reasoning for found in used},
        "self_preference": _own_family_alone(used, generator_family),
    }
    steps = tuple(found.step for found in judgements if found.step is not None)
    return verdict.changed(metadata=metadata, steps=steps)


def _stood_in_for(case: Case, answer: Answer, refused: bool | None) -> AxisVerdict:
    return heuristic.judge(case, answer, refused=refused).changed(fallback=True)


def _graded(used: Sequence[Judgement], prompt_version: str, how: Literal["mean", "median"]) -> AxisVerdict:
    found = aggregated([one.scores for one in used if one.scores is not None], how)
    return AxisVerdict(
        outcome=Outcome.SCORED,
        axes=dict(found.axes),
        is_supported_by_context=found.is_supported_by_context,
        is_hallucinated=found.is_hallucinated,
        reason=used[0].reasoning or None,
        judge=", ".join(one.judge for one in used),
        prompt_version=prompt_version,
    )


def _variance(used: Sequence[Judgement]) -> float | None:
    """How much the answer score varies between samples of one judge; over several judges, the mean of that."""
    known = [found.variance for found in used if found.variance is not None]
    return round(fmean(known), DECIMALS) if known else None


def _own_family_alone(used: Sequence[Judgement], generator_family: str | None) -> bool:
    return bool(used) and generator_family is not None and all(one.family == generator_family for one in used)


def _told(problems: Any) -> str | None:
    """Each problem with the judge that had it; null where there is none."""
    found = [f"{judge}: {problem}" for judge, problem in problems if problem is not None]
    return "; ".join(found) or None
