"""Where two systems disagree: the questions that exactly one of them is right on, and the step where they part."""
