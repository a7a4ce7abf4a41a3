"""The mind of the table companion. Its rooms, and who may import whom: ARCHITECTURE.md."""
