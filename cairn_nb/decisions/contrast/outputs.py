"""The files of contrast sets as texts by name, and their section of leaderboard.md."""

from __future__ import annotations

from cairn_nb.decisions.contrast.wording import TITLE, pair_sentences, percent, rule_sentence, shown_pairs
from cairn_nb.decisions.wording.comparison_text import p_digits
from cairn_nb.decisions.wording.escape import markdown
from cairn_nb.decisions.wording.markdown_table import markdown_table
from cairn_nb.files.contrasts import CONTRASTS, SUMMARY
from cairn_nb.records.contrast import ContrastSets, PairSummary

__all__ = ["CONTRASTS", "SUMMARY", "contrast_markdown", "contrast_texts"]
MISSING = "—"


def contrast_texts(found: ContrastSets) -> dict[str, str]:
    """One line a contrast, and the summary."""
    return {
        CONTRASTS: "".join(one.model_dump_json() + "\n" for one in found.contrasts),
        SUMMARY: found.summary.model_dump_json(indent=2) + "\n",
    }


def contrast_markdown(found: ContrastSets) -> str:
    """The section: a table of the pairs, then what the other side tripped on."""
    summary, (pairs, cut) = found.summary, shown_pairs(found.summary)
    third, fourth = ("both", "neither") if summary.source == "score" else ("draws", "")
    heads = (
        "A",
        "B",
        "questions",
        "only A right",
        "only B right",
        third,
        fourth,
        "skipped",
        "p",
        "p (Holm)",
        "p (McNemar)",
    )
    kept = [place for place, head in enumerate(heads) if head]
    rows = [[_row(pair)[place] for place in kept] for pair in pairs]
    blocks = [
        f"## {TITLE}",
        " ".join(part for part in (rule_sentence(summary), cut) if part),
        markdown_table([heads[place] for place in kept], rows, numeric=range(2, len(kept))),
        *(_told(found, pair, named=len(pairs) > 1) for pair in pairs),
        "\n".join(f"- {markdown(note)}" for note in summary.notes),
    ]
    return "\n\n".join(block for block in blocks if block)


def _told(found: ContrastSets, pair: PairSummary, *, named: bool) -> str:
    """A pair's sentences, below the two names where there are more pairs."""
    lines = [f"- {markdown(said.text)}" for said in pair_sentences(found, pair) if said.question_ids]
    names = [f"{markdown(pair.system_a)} and {markdown(pair.system_b)}:", ""] if named and lines else []
    return "\n".join((*names, *lines))


def _row(pair: PairSummary) -> tuple[str, ...]:
    return (
        markdown(pair.system_a),
        markdown(pair.system_b),
        str(pair.n_compared),
        f"{pair.only_a} ({percent(pair.only_a_share)})",
        f"{pair.only_b} ({percent(pair.only_b_share)})",
        str(pair.draws if pair.both is None else pair.both),
        str(pair.neither),
        str(pair.n_skipped),
        *(p_digits(p, missing=MISSING) for p in (pair.p_value, pair.p_holm, pair.p_mcnemar)),
    )
