"""The pairwise arena: which answers meet, and what their comparisons add up to."""
