"""A position as records, the small steps that change it, and what is known of cards that are hidden."""
