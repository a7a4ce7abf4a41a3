"""Atlantis Rising: what it takes to print its kit; the companion does not know its rules yet."""
