"""From an answer's evidence to one confidence, and from confidences to a threshold with a guarantee."""

from cairn_nb.confidence.certify import certify
from cairn_nb.confidence.curves import (
    ReliabilityBin,
    RiskPoint,
    area_under_risk_coverage,
    expected_calibration_error,
    reliability,
    risk_coverage,
)
from cairn_nb.confidence.params import ConfidenceParams
from cairn_nb.confidence.weighted import combine

__all__ = [
    "ConfidenceParams",
    "ReliabilityBin",
    "RiskPoint",
    "area_under_risk_coverage",
    "certify",
    "combine",
    "expected_calibration_error",
    "reliability",
    "risk_coverage",
]
