"""The smallest game that keeps the contract: what a test adds to a copy of the companion. It is in no registry here."""
