"""How statistics are made comes from the reports' configurations, and what does not fit there is named."""

from __future__ import annotations

import pytest

from cairn_nb.decisions.reading.settings import Settings, differing_settings, settings_of
from cairn_nb.errors import ReportError
from tests.decisions.tables.reports import scored, stats


def test_the_first_report_with_a_configuration_decides() -> None:
    config = {"stats": {"n_boot": 500, "seed": 3, "cluster": "none"}, "evaluation": {"primary_k": 10}}
    reports = (
        scored("elsewhere", [3.0]),
        scored("a", [3.0], config=config),
        scored("b", [3.0], config=stats(n_boot=900)),
    )
    assert settings_of(reports) == Settings(n_boot=500, seed=3, cluster="none", primary_k=10)
    assert differing_settings(reports) == ("the statistics are made as the first report says; otherwise configured: b")


def test_without_a_configuration_the_defaults_hold() -> None:
    assert settings_of([scored("elsewhere", [3.0])]) == Settings()
    assert differing_settings([scored("a", [3.0], config={}), scored("b", [3.0], config={"stats": {}})]) is None


def test_a_value_that_does_not_fit_is_named_with_its_key() -> None:
    with pytest.raises(ReportError, match=r"config\.n_boot"):
        settings_of([scored("a", [3.0], config=stats(n_boot="many"))])
