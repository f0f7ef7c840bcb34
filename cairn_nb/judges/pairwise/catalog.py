"""The judges of pairs that the judge of the five axes stands for, asked pairwise."""

from __future__ import annotations

from cairn_nb.config.axes_judge import AxesJudgeConfig, JudgeModel
from cairn_nb.config.placed import placed
from cairn_nb.judges.axes.catalog import ChatModelFactory, members_of, places
from cairn_nb.judges.pairwise.heuristic import HeuristicPairJudge
from cairn_nb.judges.pairwise.llm import LlmPairJudge
from cairn_nb.judges.pairwise.panel import PairJudges
from cairn_nb.records.judging import AxesJudgeMember


def build_pair_judges(config: AxesJudgeConfig, *, chat_model_factory: ChatModelFactory) -> PairJudges:
    """One judge a model of `evaluation.axes_judge`; the heuristic stand-in where it names none.

    Parameters
    ----------
    config
        The judge of the five axes.
    chat_model_factory
        Makes a chat model from a component's name and parameters.

    Raises
    ------
    ConfigError
        As `cairn_nb.judges.axes.catalog.build_axes_judge`.
    """
    if not config.models:
        return PairJudges((HeuristicPairJudge(),))
    return PairJudges(
        tuple(
            _judge(place, model, member, chat_model_factory)
            for (place, model), member in zip(places(config), members_of(config), strict=True)
        ),
        independent=config.params.independent,
    )


def _judge(place: str, model: JudgeModel, member: AxesJudgeMember, factory: ChatModelFactory) -> LlmPairJudge:
    provider = model.whole_provider
    with placed(place):
        return LlmPairJudge(factory(provider.name, provider.params), member)
