"""The explorer in a live notebook: an anywidget over the same module that the page runs.

All data are traits, so it works with a busy kernel, and in a reopened notebook with none. What a person does
arrives on a thread of its own beside a running cell, so nothing here reacts; it is there when asked for. Its
output also carries the data as JSON, from which the HTML export draws the same explorer, and a summary for
where no widget is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from cairn_nb.errors import InputError
from cairn_nb.explorer.page.carried import EXPLORER_MIMETYPE, as_json
from cairn_nb.explorer.page.frame import frame, matching, unpacked
from cairn_nb.explorer.page.module import style, widget_module
from cairn_nb.explorer.payload import Payload
from cairn_nb.explorer.rows import checked
from cairn_nb.explorer.rows.labels import labels_of
from cairn_nb.files.labels import write_labels
from cairn_nb.records import Report
from cairn_nb.records.label import Label

if TYPE_CHECKING:
    import pandas as pd

TRUST = "The explorer itself is drawn in a notebook that is trusted: run {} and open it again."
COMMAND = "jupyter trust FILE.ipynb"


class Explorer(anywidget.AnyWidget):
    """Reports to look into. What a person does is seen here, and what is set here is seen by the person.

    `selected` is the id of the open row; `query`, `regex` and `filters` narrow the rows, `sort` orders them
    (``[["judge", "asc"]]``), `shown` names the columns on the screen. `ratings` are verdicts by run and row.
    `expression` is the pandas query of the rows that are left, and `matching` their number; both are null or
    empty until the explorer has been on a screen.
    """

    _esm = widget_module()
    _css = style()
    index = traitlets.Bytes(b"").tag(sync=True)
    texts = traitlets.List(traitlets.Bytes()).tag(sync=True)
    details = traitlets.List(traitlets.Bytes()).tag(sync=True)
    chunks = traitlets.List(traitlets.Bytes()).tag(sync=True)
    block = traitlets.Int(250).tag(sync=True)
    selected = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    query = traitlets.Unicode("").tag(sync=True)
    regex = traitlets.Bool(False).tag(sync=True)
    filters = traitlets.Any(None).tag(sync=True)  # the library's own kinds make nothing of null
    sort: Any = traitlets.List().tag(sync=True)
    shown = traitlets.Any(None).tag(sync=True)
    ratings = traitlets.Dict().tag(sync=True)
    expression = traitlets.Unicode("").tag(sync=True)
    matching = traitlets.Int(None, allow_none=True).tag(sync=True)

    def __init__(self, payload: Payload, reports: Sequence[Report] = (), **state: Any) -> None:
        self._payload, self._reports = payload, tuple(reports)
        super().__init__(
            index=payload.index,
            texts=list(payload.texts),
            details=list(payload.details),
            chunks=list(payload.chunks),
            block=payload.block,
            **state,
        )

    @cached_property
    def cases(self) -> pd.DataFrame:
        """Every row of the table, by its id."""
        return frame(self._view)

    @property
    def filtered(self) -> pd.DataFrame:
        """The rows that the person sees now, in the order of the reports.

        Raises
        ------
        InputError
            If rows were narrowed here before the explorer was on a screen: nobody sees any yet.
        """
        if self.matching is None and (self.query or self.filters):
            raise InputError("the explorer has not been on a screen yet", key="filtered", hint="display it first")
        return matching(self.cases, self.expression)

    @property
    def selected_case(self) -> pd.Series[Any] | None:
        """The open row, or null."""
        if self.selected is None:
            return None
        row: pd.Series[Any] = self.cases.loc[[self.selected]].iloc[0]
        return row

    @property
    def labels(self) -> tuple[Label, ...]:
        """The ratings as labels, each tied to its answer."""
        return labels_of(self._reports, self._names, self.ratings)

    def save_labels(self, path: str | Path) -> int:
        """Write the labels to a file; how many they are.

        Raises
        ------
        StorageError
            If it cannot be written.
        """
        labels = self.labels
        write_labels(path, labels)
        return len(labels)

    @cached_property
    def _view(self) -> dict[str, Any]:
        return unpacked(self.index, self.texts)

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(run["name"] for run in self._view["runs"])

    @cached_property
    def _columns(self) -> tuple[str, ...]:
        return tuple(column["name"] for column in self._view["columns"])

    @cached_property
    def _ids(self) -> dict[str, None]:
        return dict.fromkeys(self._view["cases"]["id"])

    @traitlets.validate("selected")
    def _check_selected(self, proposal: Any) -> Any:
        return checked.checked_row(proposal["value"], self._ids)

    @traitlets.validate("filters")
    def _check_filters(self, proposal: Any) -> Any:
        modes = [mode["name"] for mode in self._view["modes"]]
        return checked.checked_filters(proposal["value"], self._columns, runs=self._names, modes=modes)

    @traitlets.validate("sort")
    def _check_sort(self, proposal: Any) -> Any:
        return checked.checked_sort(proposal["value"], self._columns)

    @traitlets.validate("shown")
    def _check_shown(self, proposal: Any) -> Any:
        return checked.checked_shown(proposal["value"], self._columns)

    @traitlets.validate("ratings")
    def _check_ratings(self, proposal: Any) -> Any:
        return checked.checked_ratings(proposal["value"], self._names, self._ids)

    def open(self) -> None:
        """Meet the front end."""
        super().open()
        self._answer_anywhere()

    def _send(self, msg: Any, buffers: Any = None) -> None:
        super()._send(msg, buffers=buffers)
        self._answer_anywhere()

    def _answer_anywhere(self) -> None:
        """Let what a person does next arrive beside a running cell.

        ipykernel notes on a comm which of its shells spoke last and brings the next message to that one; after
        a cell it is the main shell, where the message would wait for the next cell to end.
        """
        if self.comm is not None:
            self.comm.__dict__.pop("_reply_subshell_id", None)

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        bundle = super()._repr_mimebundle_(**options)
        if bundle is None:
            return None
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return {**data, **self._static()}, dict(metadata)

    def _static(self) -> dict[str, Any]:
        """What is shown where no widget is drawn, and what the page is made of."""
        tables = self._payload.fallback
        markup = "\n".join(table.to_html() for table in tables)
        first = next((table for table in tables if table.caption and table.rows), None)
        words = [] if first is None else [first.to_text()]
        return {
            EXPLORER_MIMETYPE: as_json(self._payload),
            "text/html": f"<p>{TRUST.format(f'<code>{COMMAND}</code>')}</p>\n{markup}",
            "text/plain": "\n\n".join([*words, TRUST.format(f"`{COMMAND}`")]),
        }
