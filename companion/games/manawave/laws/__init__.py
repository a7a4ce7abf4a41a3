"""The laws of Manawave, written from the ledger alone: what holds in every position, and what each act may change."""
