"""What every request passes: the server and its door, who asks, what was sent, refusals, open streams."""
