"""Which models tend to prefer each other."""

from __future__ import annotations

import pytest

from cairn_nb.judges.axes.family import family_of


@pytest.mark.parametrize(
    ("model", "component", "family"),
    [
        ("claude-haiku-4-5", "anthropic", "claude"),
        ("gpt-5-mini", "openai", "gpt"),
        ("gpt4o", "openai", "gpt"),
        ("o3-mini", "openai", "gpt"),
        ("chatgpt-4o-latest", "openai", "gpt"),
        ("gemini-2.5-flash", "openai", "gemini"),
        ("llama3.1:8b", "openai", "llama"),
        ("Meta-Llama-3-8B-Instruct", "openai", "llama"),
        ("qwen2.5-coder", "openai", "qwen"),
        ("deepseek-r1-distill-llama-70b", "openrouter", "deepseek"),  # the first name that is known
        ("mixtral-8x7b", "openai", "mistral"),
        ("ministral-3b", "openai", "mistral"),
        ("us.anthropic.claude-3-5-haiku-v1:0", "openai", "claude"),
        # the vendor, where the name says nothing
        ("anthropic/claude-haiku-4.5", "openrouter", "claude"),
        ("anthropic/an-unheard-of-name", "openrouter", "claude"),
        ("openai/an-unheard-of-name", "openrouter", "gpt"),
        ("mistralai/an-unheard-of-name:free", "openrouter", "mistral"),
        ("someone/an-unheard-of-name", "openrouter", "someone"),
        # the model's own name before the vendor: a Llama that another company tuned
        ("nvidia/llama-3.3-nemotron", "openrouter", "llama"),
        ("openrouter:anthropic/claude-haiku-4.5", None, "claude"),
        ("anthropic:an-unheard-of-name", None, "claude"),
        ("llamacpp:SmolLM2-135M-Instruct", None, "smollm"),
        # a model that nothing is known of is a family of its own
        ("zzz-7b:latest", "openai", "zzz-7b"),
        ("phidelity-2", "openai", "phidelity-2"),
        ("stub", "stub", "stub"),
        (None, "openai", None),
        ("", None, None),
    ],
)
def test_families(model: str | None, component: str | None, family: str | None) -> None:
    assert family_of(model, component) == family
