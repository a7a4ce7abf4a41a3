"""Games that were saved, and recordings."""
