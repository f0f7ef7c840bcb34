"""Two or more systems on the same cases: differences, tests and rank ranges."""
