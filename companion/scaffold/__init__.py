"""A new game, written from templates: a package that plays at once, its case and its test."""
