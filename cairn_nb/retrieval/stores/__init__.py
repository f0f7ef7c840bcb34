"""Where vectors live: a local file, LanceDB or PostgreSQL, all of them searched exactly."""
