"""What stands between the companion and the system it runs on: disk, memory, terminal, log. Knows no game."""
