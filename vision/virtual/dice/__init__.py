"""Dice on the virtual table: bodies met by rays of light, seen by the virtual camera as a real one sees real dice."""
