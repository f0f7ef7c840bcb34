"""A finished piece of work to a row of the report."""
