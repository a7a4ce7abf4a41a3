"""A live game written down step by step, and played again from what was written."""
