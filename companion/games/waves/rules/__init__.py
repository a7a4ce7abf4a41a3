"""What may be done, phase by phase: what each allows, does, says and refuses."""
