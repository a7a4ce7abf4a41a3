"""What each phase of a whole game allows, does, says and refuses."""
