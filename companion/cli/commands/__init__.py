"""What is typed: each module declares subcommands, and imports what carries one out when it runs."""
