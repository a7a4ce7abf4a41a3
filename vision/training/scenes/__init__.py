"""Drawn scenes with dice whose values are known: where the camera stands, what lies there, and how it is lit."""
