"""Reports to figures: each chart of the explorer as data, one chart or family of charts a file."""
