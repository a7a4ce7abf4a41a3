"""The laws of acts of Rolling with the Waves."""
