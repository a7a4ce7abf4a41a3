"""Playsets of one's own: read with every fault, and tried in many games by bots."""
