"""One comment on a pull or merge request that each run of the gate renews."""
