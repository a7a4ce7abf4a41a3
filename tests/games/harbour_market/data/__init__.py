"""Its data: the figures, pieces and mats that no rule is made of, in TOML."""
