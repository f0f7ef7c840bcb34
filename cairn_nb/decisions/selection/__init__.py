"""From finished reports to the system to deploy: limits first, then quality, statistical ties, and a tie-break."""
