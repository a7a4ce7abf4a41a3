"""What each phase, and each step within one, allows, does, says and refuses."""
