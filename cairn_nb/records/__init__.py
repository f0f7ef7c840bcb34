"""The nouns: frozen records of everything that crosses a file or a network."""

from cairn_nb.records.answer import Answer, Citation, Claim, Passage, Step, Usage
from cairn_nb.records.axis_verdict import AXES, AxisVerdict
from cairn_nb.records.base import Record
from cairn_nb.records.calibration import CalibrationRecord, GridPoint, SplitSensitivity
from cairn_nb.records.case_row import CaseRow
from cairn_nb.records.certificate import Certificate
from cairn_nb.records.chat import ChatReply, ChatRequest, Grounding, GroundingPassage, Message
from cairn_nb.records.document import Chunk, Document, Heading, IngestLedger, Skipped, Span
from cairn_nb.records.estimate import Estimate
from cairn_nb.records.evidence import Evidence
from cairn_nb.records.gate import CheckResult, Comparison, GateVerdict, Reason
from cairn_nb.records.golden import Case, GoldenSet, Support, SupportLocation
from cairn_nb.records.label import Label, answer_digest
from cairn_nb.records.manifest import Manifest
from cairn_nb.records.outcome import Outcome, Status
from cairn_nb.records.paired import PairedComparison
from cairn_nb.records.plan import Plan, PlannedRun
from cairn_nb.records.report import EvidenceFile, Report
from cairn_nb.records.sections import (
    AbstentionSection,
    AnswerSection,
    DocumentsSection,
    LatencyProbe,
    OperationalSection,
    RetrievalSection,
    TrialsSection,
)
from cairn_nb.records.verdict import Verdict

__all__ = [
    "AXES",
    "AbstentionSection",
    "Answer",
    "AnswerSection",
    "AxisVerdict",
    "CalibrationRecord",
    "Case",
    "CaseRow",
    "Certificate",
    "ChatReply",
    "ChatRequest",
    "CheckResult",
    "Chunk",
    "Citation",
    "Claim",
    "Comparison",
    "Document",
    "DocumentsSection",
    "Estimate",
    "Evidence",
    "EvidenceFile",
    "GateVerdict",
    "GoldenSet",
    "GridPoint",
    "Grounding",
    "GroundingPassage",
    "Heading",
    "IngestLedger",
    "Label",
    "LatencyProbe",
    "Manifest",
    "Message",
    "OperationalSection",
    "Outcome",
    "PairedComparison",
    "Passage",
    "Plan",
    "PlannedRun",
    "Reason",
    "Record",
    "Report",
    "RetrievalSection",
    "Skipped",
    "Span",
    "SplitSensitivity",
    "Status",
    "Step",
    "Support",
    "SupportLocation",
    "TrialsSection",
    "Usage",
    "Verdict",
    "answer_digest",
]
