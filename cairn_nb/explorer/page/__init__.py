"""One HTML file: the front end joined into one module, its frame, and its content security policy."""
