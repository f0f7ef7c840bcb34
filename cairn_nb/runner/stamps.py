"""What a calibration record depends on, and what differs between a record and a run."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from cairn_nb.config.hash import config_hash
from cairn_nb.config.model import Config
from cairn_nb.judges.protocol import Judge
from cairn_nb.records.calibration import CalibrationRecord
from cairn_nb.records.golden import GoldenSet
from cairn_nb.records.manifest import Manifest
from cairn_nb.runner.plan import ids_hash, slice_of
from cairn_nb.version import __version__


@dataclass(frozen=True)
class Stamps:
    """A threshold applies only where all of these are what they were when it was fitted.

    Environment switches are recorded beside them but not compared: a system that is degraded on purpose
    is measured at the threshold of the healthy one.
    """

    config_hash: str
    corpus_hash: str
    golden_hash: str
    case_ids_hash: str
    judge: str
    rubric_version: str
    provider: str
    model: str | None
    alpha: float
    delta: float
    unit: str
    cairn_version: str

    def differing(self, record: CalibrationRecord) -> tuple[str, ...]:
        """Each stamp that differs, as ``name (record …, now …)``."""
        return tuple(
            f"{name} (record {_short(getattr(record, name))}, now {_short(value)})"
            for name, value in asdict(self).items()
            if getattr(record, name) != value
        )


def stamps_of(config: Config, manifest: Manifest, golden: GoldenSet, judge: Judge) -> Stamps:
    """The stamps of a run of `config` as things stand."""
    provider = config.generation.provider
    model = provider.params.get("model")
    return Stamps(
        config_hash=config_hash(config),
        corpus_hash=manifest.corpus_hash,
        golden_hash=golden.content_hash,
        case_ids_hash=ids_hash(slice_of(config, golden, "calibration")),
        judge=judge.name,
        rubric_version=judge.rubric_version,
        provider=provider.name,
        model=None if model is None else str(model),
        alpha=config.calibration.alpha,
        delta=config.calibration.delta,
        unit=config.calibration.unit,
        cairn_version=__version__,
    )


def _short(value: object) -> str:
    text = str(value)
    return text[:12] if len(text) > 40 else text
