"""Two answers to one question, and which of them is better."""
