"""Replies of a given shape: records read strictly, and yes or no with a probability."""
