"""Two finished runs beside each other: what may be compared, measure by measure, and which cases changed."""
