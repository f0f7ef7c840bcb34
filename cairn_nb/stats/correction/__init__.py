"""A judge's mean corrected by people's labels."""
