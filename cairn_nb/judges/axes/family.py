"""The family that a model belongs to: models of one family tend to prefer each other's answers.

A family is named after its best known model (``claude``, ``gpt``). It is read from the model's name, else from the
vendor before the slash of a gateway's name, else from the component that serves one family alone.
"""

from __future__ import annotations

import re

COMPONENTS = ("anthropic", "llamacpp", "openai", "openrouter")
ONE_FAMILY = {"anthropic": "claude", "stub": "stub"}
NAMES = {
    "claude": "claude",
    "gpt|chatgpt|codex|o[1-9]": "gpt",
    "gemini|palm|bison": "gemini",
    "gemma|codegemma|medgemma": "gemma",
    "llama|codellama|tinyllama": "llama",
    "qwen|qwq|qvq": "qwen",
    "deepseek": "deepseek",
    "mistral|mixtral|ministral|codestral|devstral|magistral|pixtral|voxtral": "mistral",
    "grok": "grok",
    "command|aya|c4ai": "command",
    "phi": "phi",
    "nova": "nova",
    "nemotron": "nemotron",
    "kimi": "kimi",
    "glm|chatglm": "glm",
    "minimax": "minimax",
    "granite": "granite",
    "jamba": "jamba",
    "olmo|tulu": "olmo",
    "smollm": "smollm",
    "falcon": "falcon",
    "yi": "yi",
    "ernie": "ernie",
    "hunyuan": "hunyuan",
    "exaone": "exaone",
    "sonar": "sonar",
}
VENDORS = {
    "ai21": "jamba",
    "allenai": "olmo",
    "amazon": "nova",
    "anthropic": "claude",
    "baidu": "ernie",
    "cohere": "command",
    "google": "gemini",
    "meta-llama": "llama",
    "microsoft": "phi",
    "mistralai": "mistral",
    "moonshotai": "kimi",
    "nvidia": "nemotron",
    "openai": "gpt",
    "perplexity": "sonar",
    "x-ai": "grok",
    "z-ai": "glm",
}
_APART = re.compile(r"[^a-z0-9]+")
_NAMES = tuple((re.compile(rf"(?:{names})(?=\d|$|v\d)"), family) for names, family in NAMES.items())


def family_of(model: str | None, component: str | None = None) -> str | None:
    """The family of a model.

    The first part of the name that names a family decides: a DeepSeek model distilled into Llama is DeepSeek's.

    Parameters
    ----------
    model
        Its name, as ``claude-haiku-4-5``, ``anthropic/claude-haiku-4.5`` or ``openrouter:anthropic/claude-haiku-4.5``.
    component
        What serves it, as in `generation.provider`.

    Returns
    -------
    str or None
        A model that nothing is known of is a family of its own, by its name; null where there is no name either.
    """
    name = (model or "").strip().lower()
    before, colon, rest = name.partition(":")
    if colon and before in COMPONENTS:
        component, name = before, rest
    vendor, _, base = name.rpartition("/")
    known = _known(base)
    if known is not None:
        return known
    if vendor:
        last = vendor.rpartition("/")[2]
        return _known(last) or VENDORS.get(last, last)
    return ONE_FAMILY.get(component or "") or base.partition(":")[0] or None


def _known(name: str) -> str | None:
    for part in _APART.split(name):
        for pattern, family in _NAMES:
            if pattern.match(part):
                return family
    return None
