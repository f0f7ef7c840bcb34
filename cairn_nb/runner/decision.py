"""Which rule turns a draft into an answer: the certified threshold, abstain always, or the model's own flag."""

from __future__ import annotations

from dataclasses import dataclass

from cairn_nb.config.model import Config
from cairn_nb.errors import CairnError
from cairn_nb.files.calibration import read_record
from cairn_nb.records.calibration import CalibrationRecord
from cairn_nb.runner.stamps import Stamps
from cairn_nb.systems.decide import Rule

CALIBRATED = "calibrated"
UNCALIBRATED = "uncalibrated (model abstain flag)"
ABSTAIN_ALWAYS = "abstain always (calibration could not certify alpha at this sample size)"
GIVEN = "given by the caller"


@dataclass(frozen=True)
class Decision:
    """A rule with its threshold, where it comes from, and what a person must know about that."""

    rule: Rule
    threshold: float | None
    source: str
    record: CalibrationRecord | None = None
    warnings: tuple[str, ...] = ()


def decision_for(config: Config, stamps: Stamps) -> Decision:
    """The rule of a run.

    A record that is missing, unreadable or stale is never applied: the model's flag decides, and a warning
    says what is wrong.
    """
    path = config.calibration_path
    if not path.exists():
        return uncalibrated(f"no calibration record at {path}; run `cairn calibrate`")
    try:
        record = read_record(path)
    except CairnError as error:
        return uncalibrated(f"the calibration record cannot be used: {error}")
    differing = stamps.differing(record)
    if differing:
        text = f"the calibration record {path} is stale and was ignored: {'; '.join(differing)} differ"
        return uncalibrated(f"{text}; run `cairn calibrate` again")
    if record.threshold is None:
        warning = f"nothing could be certified, so every case abstains: {record.shortfall or record.statement}"
        return Decision("abstain_always", None, ABSTAIN_ALWAYS, record, (warning,))
    return Decision("threshold", record.threshold, CALIBRATED, record)


def uncalibrated(problem: str) -> Decision:
    """The model's own flag decides, with a warning that says why no certified threshold does."""
    warning = f"uncalibrated: {problem}. The model's own abstain flag decides, and nothing is guaranteed"
    return Decision("flag", None, UNCALIBRATED, None, (warning,))
