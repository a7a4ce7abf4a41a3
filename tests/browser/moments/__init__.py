"""Every kind of moment of all games, drawn as people see it, and measured."""
