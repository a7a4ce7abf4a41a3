"""What is said at the table, as records, and how it reads in a language."""
