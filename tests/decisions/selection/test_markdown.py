"""A recommendation as Markdown: whole, and harmless whatever a system is called."""

from __future__ import annotations

from cairn_nb.decisions.selection.markdown import recommendation_markdown
from cairn_nb.decisions.selection.outputs import recommendation_texts
from cairn_nb.decisions.selection.recommend import recommend
from cairn_nb.records.recommendation import Recommendation
from cairn_nb.records.selection_policy import SelectionPolicy
from tests.decisions.selection.systems import flat, noisy, system

BEST = system("best", [3 + (0.9 if i % 2 else -0.8) for i in range(40)], cost=0.05, row={"category": "billing"})
CHEAP = system("cheap", flat(3.0), cost=0.01, row={"category": "billing"})
WORSE = system("worse", noisy(1), cost=0.01, row={"category": "billing"})


def test_every_part_is_there() -> None:
    text = recommendation_markdown(recommend([BEST, CHEAP, WORSE]))
    assert text.startswith("# Recommendation\n\n**Deploy cheap.** Tied with it: best.\n")
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    assert headings == [
        "## Why",
        "## Read it with care",
        "## Ranking",
        "## Tests against the best",
        "## Best by category",
    ]
    score = 0.6 * (3 - 1) / (3.05 - 1) + 0.2 + 0.2
    assert f"| 1 | cheap | recommended | 3.000 | 0.01 USD | 100 ms | 100 ms | 1.0 | {score:.3f} |" in text
    assert "| billing | 40 | best | 3.050 |" in text
    assert "<sub>40 questions; profile balanced; limits: none</sub>" in text


def test_without_a_winner_it_says_so_and_which_limits_were_set() -> None:
    policy = SelectionPolicy.model_validate({"constraints": {"max_cost_per_question": 0.001}})
    text = recommendation_markdown(recommend([BEST, CHEAP], policy))
    assert "**No system meets every limit.**" in text and "## Ranking" not in text
    assert "limits: max_cost_per_question 0.001" in text


def test_a_name_is_shown_and_never_rendered() -> None:
    odd = system("<img src=x>|*a*", flat(4))
    text = recommendation_markdown(recommend([odd, CHEAP]))
    assert "<img" not in text and "|*a*" not in text


def test_the_record_survives_its_file() -> None:
    found = recommend([BEST, CHEAP, WORSE])
    texts = recommendation_texts(found)
    assert sorted(texts) == ["recommendation.json", "recommendation.md"]
    assert Recommendation.model_validate_json(texts["recommendation.json"]) == found
