"""What carries out the subcommands of `companion bench`."""
