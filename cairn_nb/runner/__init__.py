"""From a plan to a report: work carried out at once, kept as it finishes, taken up again, and assembled."""
