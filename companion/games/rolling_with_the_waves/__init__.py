"""Rolling with the Waves, whole; or of an evening the dice alone."""
