"""The phases of Sealed Bid, one module each: what a phase allows, does, says and refuses stands together."""
