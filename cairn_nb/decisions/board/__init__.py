"""The leaderboard: the order of systems, who may truly stand where, and what cannot be ranked."""
