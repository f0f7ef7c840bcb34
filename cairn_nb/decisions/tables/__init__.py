"""Reports in, tables out: what a bench run says, one table a file. Nothing here touches the disk.

Every table is over systems, one report each. A value that nobody measured is an empty cell, never 0. One rule holds
in all of them: an interval under the method's own name (``answer_score_ci_lo``) resamples what `stats.cluster` says,
documents by default; one whose name begins with ``question_`` or ends in ``_bootstrap`` resamples plain questions.
"""
