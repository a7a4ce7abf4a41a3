"""Scenes to pixels to what a strip is sent: without a flash, within a current budget."""
