"""What a bench run's contrasts are to be: what its experiment files say, and what was asked for afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import ValidationError

from cairn_nb.errors import InputError, ReportError
from cairn_nb.records import Report
from cairn_nb.records.contrast import AskedContrast, ContrastConfig, ContrastSettings, NamedPair


def contrast_config(reports: Sequence[Report]) -> ContrastConfig:
    """The section `evaluation.contrast` of the first report that wants contrasts, else of the first that has one.

    A report's configuration holds every section, the ones that its file left out by their defaults too.

    Raises
    ------
    ReportError
        If a value in it does not fit.
    """
    sections = ((report, ((report.config or {}).get("evaluation") or {}).get("contrast")) for report in reports)
    found = [_read(report, section) for report, section in sections if section is not None]
    return next((config for config in found if config.enabled), found[0] if found else ContrastConfig())


def asked_contrast(
    reports: Sequence[Report], names: Sequence[str], baseline: str, asked: AskedContrast | None
) -> AskedContrast | None:
    """The settings and the pairs of a run; None where nobody wants contrasts.

    What was asked for decides when a system is right, and its pairs are added to the configured ones.

    Parameters
    ----------
    names
        The systems of the run. A pair that is no longer among them is left out.
    baseline
        The one that ``pairs: vs_baseline`` compares the others with.
    """
    config = contrast_config(reports)
    configured = _configured(config, names, baseline) if config.enabled else ()
    if asked is None:
        return AskedContrast.model_validate({**settings_of(config), "pairs": configured}) if configured else None
    pairs = tuple(pair for pair in dict.fromkeys((*configured, *asked.pairs)) if set(pair) <= set(names))
    return asked.changed(pairs=pairs) if pairs else None


def asked_also(
    reports: Sequence[Report],
    earlier: AskedContrast | None,
    pairs: Sequence[NamedPair],
    *,
    source: str | None = None,
    threshold: float | None = None,
) -> AskedContrast:
    """What was asked for before and these pairs; what is not given is as before, else as configured.

    Raises
    ------
    InputError
        If source or threshold is none.
    """
    before = settings_of(earlier if earlier is not None else contrast_config(reports))
    kept = () if earlier is None else earlier.pairs
    given = {"source": source, "threshold": threshold}
    chosen = checked_settings({**before, **{name: value for name, value in given.items() if value is not None}})
    return AskedContrast.model_validate({**settings_of(chosen), "pairs": tuple(dict.fromkeys((*kept, *pairs)))})


def checked_settings(values: dict[str, object]) -> ContrastSettings:
    """The settings.

    Raises
    ------
    InputError
        Naming the option that does not fit.
    """
    try:
        return ContrastSettings.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise InputError(first["msg"], key=str(first["loc"][0])) from None


def settings_of(settings: ContrastSettings) -> dict[str, object]:
    """The fields that say when a system is right, of a record that may hold more."""
    return settings.model_dump(include=set(ContrastSettings.model_fields))


def _configured(config: ContrastConfig, names: Sequence[str], baseline: str) -> tuple[NamedPair, ...]:
    if config.pairs == "vs_baseline":
        return tuple((baseline, name) for name in names if name != baseline)
    return tuple((one, other) for place, one in enumerate(names) for other in names[place + 1 :])


def _read(report: Report, section: object) -> ContrastConfig:
    try:
        return ContrastConfig.model_validate(section)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(map(str, ("config.evaluation.contrast", *first["loc"])))
        raise ReportError(first["msg"], path=report.source, key=key) from None
