"""What carries out the subcommands by which a game is made."""
