"""The laws of acts of Atlantis Rising."""
