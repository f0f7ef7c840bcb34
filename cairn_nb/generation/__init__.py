"""A question and its passages to a prompt, and a reply to verified claims."""
