"""How many cases, trials and dollars a difference needs, before they are spent."""
