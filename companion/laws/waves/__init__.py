"""The laws of acts of Waves."""
