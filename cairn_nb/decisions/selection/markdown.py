"""A recommendation as Markdown: the system, why, what breaks, and every number beside it."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.selection.quality import TITLES
from cairn_nb.decisions.selection.wording import difference, usd, whole_ms
from cairn_nb.decisions.wording.comparison_text import p_text
from cairn_nb.decisions.wording.escape import markdown
from cairn_nb.decisions.wording.markdown_table import markdown_table
from cairn_nb.records.recommendation import CategoryBest, RankedSystem, Recommendation, SystemNumbers, TieTest

MISSING = "—"


def recommendation_markdown(found: Recommendation) -> str:
    """The whole of it, ending in a newline."""
    blocks = [
        "# Recommendation",
        _headline(found),
        _bullets("Why", found.rationale),
        _bullets("Read it with care", found.caveats),
        _ranking(found),
        _ties(found),
        _categories(found),
        _footer(found),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _headline(found: Recommendation) -> str:
    if found.winner is None:
        return "**No system meets every limit.**"
    tied = f" Tied with it: {', '.join(map(markdown, found.tied))}." if found.tied else ""
    return f"**Deploy {markdown(found.winner)}.**{tied}"


def _bullets(title: str, sentences: Sequence[str]) -> str:
    return "\n".join([f"## {title}", "", *(f"- {markdown(text)}" for text in sentences)]) if sentences else ""


def _ranking(found: Recommendation) -> str:
    if not found.ranking:
        return ""
    title = TITLES.get(found.quality_metric or "", "quality")
    efforts = ("answering + judging cost", "mean latency", "p95 latency", "model calls", "score")
    heads = ("", "system", "", title, *efforts)
    rows = [_ranked(entry) for entry in found.ranking]
    note = f"The score weighs {_weights(found)}. Tied systems stand in the order in which cost and latency pick them."
    return f"## Ranking\n\n{markdown_table(heads, rows)}\n\n{note}"


def _weights(found: Recommendation) -> str:
    parts = found.weights
    return f"quality {parts.quality:g}, cost {parts.cost:g} and latency {parts.latency:g}"


def _ranked(entry: RankedSystem) -> tuple[str, ...]:
    found = entry.numbers
    return (
        str(entry.rank),
        markdown(found.system),
        {"winner": "recommended", "tied": "tied", "rest": ""}[entry.place],
        quality_text(found),
        *effort_texts(found),
        MISSING if entry.score is None else f"{entry.score:.3f}",
    )


def effort_texts(found: SystemNumbers) -> tuple[str, str, str, str]:
    """Cost, mean latency, p95 and model calls; a dash where nobody measured it."""
    return (
        MISSING if found.cost_per_question_usd is None else usd(found.cost_per_question_usd),
        MISSING if found.latency_ms is None else whole_ms(found.latency_ms),
        MISSING if found.latency_p95_ms is None else whole_ms(found.latency_p95_ms),
        MISSING if found.model_calls is None else f"{found.model_calls:.1f}",
    )


def quality_text(found: SystemNumbers) -> str:
    """The mean with its interval; a dash where it was not measured."""
    return MISSING if found.quality.value is None else found.quality.written(decimals=3)


def _ties(found: Recommendation) -> str:
    if not found.ties:
        return ""
    heads = ("system", f"minus {markdown(found.best or '')}", "p", "p (Holm)", "p bootstrap (Holm)", "W–T–L", "verdict")
    rows = [_tested(test) for test in found.ties]
    note = "p is by sign flips of documents; the bootstrap is the paired one of plain questions, shown beside it."
    return f"## Tests against the best\n\n{markdown_table(heads, rows)}\n\n{note}"


def _tested(test: TieTest) -> tuple[str, ...]:
    return (
        markdown(test.system),
        difference(test.difference),
        _p(test.p_value),
        _p(test.p_holm),
        _p(test.p_bootstrap_holm),
        f"{test.wins}–{test.ties}–{test.losses}",
        test.verdict,
    )


def _p(p_value: float | None) -> str:
    return MISSING if p_value is None else p_text(p_value).removeprefix("p = ").removeprefix("p ")


def _categories(found: Recommendation) -> str:
    if not found.by_category:
        return ""
    rows = [(markdown(b.category), str(b.n), _best(b), f"{b.value:.3f}") for b in found.by_category]
    note = "Descriptive only: categories are small."
    return f"## Best by category\n\n{markdown_table(('category', 'questions', 'system', 'mean'), rows)}\n\n{note}"


def _best(entry: CategoryBest) -> str:
    others = f" (equal: {', '.join(map(markdown, entry.tied))})" if entry.tied else ""
    return f"{markdown(entry.system)}{others}"


def _footer(found: Recommendation) -> str:
    limits = found.policy.constraints.model_dump(exclude_defaults=True)
    said = ", ".join(f"{name} {value}" for name, value in limits.items()) or "none"
    return f"<sub>{found.n_questions} questions; profile {found.policy.profile}; limits: {said}</sub>"
