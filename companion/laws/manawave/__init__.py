"""The laws of acts of Manawave."""
