"""The cases as rows: columns, cells, details, and what a filter of them says."""
