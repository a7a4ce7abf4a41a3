"""What this firmware is: its version, and the protocols that it speaks (lowest, highest)."""

FIRMWARE = "0.1.0"
PROTOCOL = (1, 1)
