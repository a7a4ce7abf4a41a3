"""Laws of Waves written apart from its rules: what must hold of positions and of acts."""
