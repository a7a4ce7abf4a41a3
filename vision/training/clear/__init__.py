"""How the network that reads clear dice learns."""
