"""Sheets and pictures that are written."""
