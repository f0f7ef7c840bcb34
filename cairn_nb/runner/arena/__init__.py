"""Finished answers shown to a judge by twos."""
