"""The smallest game that keeps the contract. It is in no registry here."""
