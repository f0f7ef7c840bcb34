"""From an experiment file to the judge of the five axes, which must know whose answers it grades."""

from __future__ import annotations

from functools import partial

from cairn_nb.config.axes_judge import AxesJudgeConfig
from cairn_nb.config.model import Config
from cairn_nb.config.placed import placed
from cairn_nb.judges.axes import catalog
from cairn_nb.judges.axes.family import family_of
from cairn_nb.judges.axes.protocol import AxesJudge
from cairn_nb.providers.caching.cache import ReplyCache
from cairn_nb.providers.catalog import chat_model
from cairn_nb.providers.priced import chat_price
from cairn_nb.providers.wire.limits import Limits

KEY = "evaluation.axes_judge"


def build_axes_judge(config: Config, *, limits: Limits, cache: ReplyCache | None) -> AxesJudge:
    """The judge of the five axes that a configuration names, for the answers of its generator.

    Raises
    ------
    ConfigError, AuthenticationError, MissingExtraError
        As `cairn_nb.systems.build.build_judge` does.
    """
    family = generator_family(config)
    return axes_judge(config.evaluation.axes_judge, limits=limits, cache=cache, generator_family=family)


def axes_judge(
    config: AxesJudgeConfig, *, limits: Limits, cache: ReplyCache | None, generator_family: str | None = None
) -> AxesJudge:
    """The judge that a file's ``evaluation.axes_judge`` names; errors as for `build_axes_judge`.

    Parameters
    ----------
    generator_family
        The family of the model that answers; by default that of the model which each answer names.
    """
    factory = partial(chat_model, limits=limits, cache=cache)
    with placed(KEY):
        return catalog.build_axes_judge(config, chat_model_factory=factory, generator_family=generator_family)


def generator_family(config: Config) -> str | None:
    """The family of the model that answers; errors as for `build_axes_judge`."""
    provider = config.generation.provider
    with placed("generation.provider"):
        return family_of(chat_price(provider.name, provider.params).model, provider.name)
