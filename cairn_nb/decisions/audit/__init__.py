"""A judge held against people: what they are shown, what they said, and what follows."""
