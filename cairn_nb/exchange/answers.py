"""Rows as answers and as golden questions, by the roles of their columns; a row that does not fit is named."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from cairn_nb.errors import InputError
from cairn_nb.exchange import cells
from cairn_nb.exchange.cells import CellError
from cairn_nb.exchange.contexts import contexts, quoted, supports
from cairn_nb.exchange.given import GivenAnswer, GivenAnswers, GivenCase, GivenCases
from cairn_nb.exchange.mapping import OFF, ColumnMapping, guess
from cairn_nb.exchange.roles import GOLDEN
from cairn_nb.exchange.table import Line, Misfit, Table
from cairn_nb.exchange.trec import TOOL as TREC
from cairn_nb.records import Citation, Claim, Status, Support

Value = TypeVar("Value")
Built = TypeVar("Built", GivenAnswer, GivenCase)
MS_PER_S = 1000.0
MOST_GIVEN = 1e12  # more milliseconds, seconds or dollars in one row are no measurement


def answers_of(table: Table, given: Mapping[str, str] | None = None) -> GivenAnswers:
    """A table's answers.

    Parameters
    ----------
    table
        The rows.
    given
        Role to column, where the guess is to be overridden.

    Raises
    ------
    InputError
        If no column holds answers, or neither ids nor questions.
    """
    mapping = guess(table.columns, _without_foreign_status(table, given))
    if not table.lines:
        raise InputError("holds no row", path=table.name, hint=_first_problem(table.misfits))
    if not {"answer", "contexts", "context_ids"} & set(mapping.columns):
        raise _lacks(table, "answer")
    if not {"id", "question"} & set(mapping.columns):
        raise _lacks(table, "question")
    rows, misfits = _built(table, mapping, _answer)
    if not rows:
        raise InputError("holds no row that can be used", path=table.name, hint=_first_problem(misfits))
    return GivenAnswers(table.name, rows, mapping, (*table.misfits, *misfits), table.tool)


def cases_of(table: Table, given: Mapping[str, str] | None = None) -> GivenCases:
    """A table's questions and what is expected of their answers.

    Raises
    ------
    InputError
        If no column holds questions.
    """
    mapping = guess(table.columns, given, roles=GOLDEN)
    if not table.lines:
        raise InputError("holds no row", path=table.name, hint=_first_problem(table.misfits))
    if "question" not in mapping.columns:
        if table.tool == TREC:
            raise InputError("is a run, not judgements", path=table.name, hint="a line of judgements has four fields")
        raise _lacks(table, "golden.question")
    rows, misfits = _built(table, mapping, _case)
    if not rows:
        raise InputError("holds no row that can be used", path=table.name, hint=_first_problem(misfits))
    return GivenCases(table.name, rows, mapping, (*table.misfits, *misfits), table.grades)


class _Cells:
    """One row's cells by role."""

    def __init__(self, line: Line, mapping: ColumnMapping) -> None:
        self.place = line.place
        self._values, self._columns = line.values, mapping.columns

    def has(self, role: str) -> bool:
        """Whether some column plays the role."""
        return role in self._columns

    def raw(self, role: str) -> Any:
        """The cell; None where there is no such column or no value."""
        column = self._columns.get(role)
        return None if column is None else self._values.get(column)

    def get(self, role: str, read: Callable[[Any], Value]) -> Value | None:
        """The cell's value; None where it is missing."""
        value = self.raw(role)
        if value is None:
            return None
        try:
            return read(value)
        except CellError as error:
            raise CellError(f"{self._columns[role]} {error}") from None


def _built(
    table: Table, mapping: ColumnMapping, build: Callable[[_Cells], Built]
) -> tuple[tuple[Built, ...], tuple[Misfit, ...]]:
    rows, misfits = [], []
    for line in table.lines:
        try:
            rows.append(build(_Cells(line, mapping)))
        except CellError as error:
            misfits.append(Misfit(line.place, str(error)))
    return tuple(rows), tuple(misfits)


def _answer(row: _Cells) -> GivenAnswer:
    latency_s = row.get("latency_s", _amount)
    latency_ms = row.get("latency_ms", _amount)
    text = row.get("answer", cells.text)
    given = row.get("contexts", contexts)
    ids = row.raw("context_ids")
    total, sent, written = (row.get(role, cells.whole) for role in ("tokens", "input_tokens", "output_tokens"))
    return GivenAnswer(
        case=_case(row),
        text=text,
        status=row.get("status", _status) or _flagged(row.get("abstained", cells.flag), text),
        contexts=given if ids is None else contexts(row.raw("contexts"), ids),
        claims=row.get("claims", _claims),
        error=row.get("error", cells.text) or None,
        confidence=row.get("confidence", _confidence),
        latency_ms=latency_s * MS_PER_S if latency_ms is None and latency_s is not None else latency_ms,
        cost_usd=row.get("cost_usd", _amount),
        tokens=sent + written if total is None and sent is not None and written is not None else total,
        input_tokens=sent,
        output_tokens=written,
        model=row.get("model", cells.text),
        trial=row.get("trial", cells.whole),
        scores=row.get("scores", _scores) or {},
        is_ranking=not row.has("answer"),
    )


def _case(row: _Cells) -> GivenCase:
    answerable, unanswerable = row.get("answerable", cells.flag), row.get("unanswerable", cells.flag)
    question = row.get("question", cells.text)
    return GivenCase(
        place=row.place,
        id=row.get("id", cells.text),
        question=question if question and question.strip() else None,
        references=row.get("reference", _references),
        answerable=answerable if unanswerable is None else not unanswerable,
        supports=_supports(row),
        category=row.get("category", cells.text),
        answer_type=row.get("answer_type", cells.text),
        tags=row.get("tags", cells.texts) or (),
    )


def _references(value: Any) -> tuple[str, ...]:
    """Right answers: texts, or SQuAD's lists, each once."""
    if isinstance(value, dict):
        value = value.get("text", value.get("answer"))
    found = [item.get("text") if isinstance(item, dict) else item for item in cells.items(value)]
    return tuple(dict.fromkeys(cells.texts(found)))


def _supports(row: _Cells) -> tuple[Support, ...]:
    stated = row.get("support", supports)
    if stated is not None:
        return stated
    passages = row.get("reference_contexts", cells.texts) or ()
    return quoted(passages, row.get("reference_context_ids", cells.texts) or ())


def _amount(value: Any) -> float:
    return cells.number(value, high=MOST_GIVEN)


def _scores(value: Any) -> dict[str, float]:
    """The numbers of an object by name; truth values are 0 and 1, whatever else it holds is no score."""
    found = value if isinstance(value, dict) else {}
    return {str(name): float(score) for name, score in found.items() if isinstance(score, int | float)}


def _status(value: Any) -> Status:
    try:
        return Status(str(value).strip().casefold())
    except ValueError:
        raise CellError(f"must be answered, abstained or error, not {cells.shown(value)}") from None


def _flagged(abstained: bool | None, text: str | None) -> Status | None:
    """What the flag says; one that is off settles the matter where there is an answer."""
    if abstained is None:
        return None
    return Status.ABSTAINED if abstained else Status.ANSWERED if text else None


def _confidence(value: Any) -> float:
    return cells.number(value, high=1.0)


def _claims(value: Any) -> tuple[Claim, ...]:
    return tuple(_claim(item) for item in cells.items(value))


def _claim(item: Any) -> Claim:
    if not isinstance(item, dict) or not isinstance(item.get("text"), str):
        raise CellError(f"holds a claim without a text: {cells.shown(item)}")
    return Claim(text=item["text"], citations=tuple(_citation(cited) for cited in item.get("citations") or ()))


def _citation(item: Any) -> Citation:
    if not isinstance(item, dict) or "quote" not in item:
        raise CellError(f"holds a citation without a quote: {cells.shown(item)}")
    return Citation(chunk_id=cells.text(item.get("chunk_id", "")), quote=cells.text(item["quote"]))


def _without_foreign_status(table: Table, given: Mapping[str, str] | None) -> dict[str, str]:
    """The given mapping, and no `status` column whose words are another tool's, as ``success``."""
    chosen = dict(given or {})
    if "status" in chosen:
        return chosen
    column = guess(table.columns, chosen).columns.get("status")
    if column is None:
        return chosen
    words = {str(line.values.get(column)).strip().casefold() for line in table.lines if line.values.get(column)}
    return chosen if words <= set(Status) else {**chosen, "status": OFF}


def _lacks(table: Table, role: str) -> InputError:
    columns = ", ".join(table.columns)
    hint = f"say which with --map {role}=COLUMN; its columns: {columns}"
    return InputError(f"no column holds the {role.removeprefix('golden.')}s", path=table.name, hint=hint)


def _first_problem(misfits: tuple[Misfit, ...]) -> str | None:
    return str(misfits[0]) if misfits else None
