"""What the host and the owner settle: options, and facts put right."""
