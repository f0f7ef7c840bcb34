"""From an experiment file to the judges of pairs."""

from __future__ import annotations

from functools import partial

from cairn_nb.config.axes_judge import AxesJudgeConfig
from cairn_nb.config.placed import placed
from cairn_nb.judges.pairwise import catalog
from cairn_nb.judges.pairwise.panel import PairJudges
from cairn_nb.providers.caching.cache import ReplyCache
from cairn_nb.providers.catalog import chat_model
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.systems.axes_judge import KEY


def build_pair_judges(config: AxesJudgeConfig, *, limits: Limits, cache: ReplyCache | None) -> PairJudges:
    """The models of ``evaluation.axes_judge``, asked pairwise.

    Raises
    ------
    ConfigError, AuthenticationError, MissingExtraError
        As `cairn_nb.systems.build.build_judge` does.
    """
    factory = partial(chat_model, limits=limits, cache=cache)
    with placed(KEY):
        return catalog.build_pair_judges(config, chat_model_factory=factory)
