"""Playsets that designers write: read with every fault, and tried in many games."""
