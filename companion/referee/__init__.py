"""What was done on the table, what is wrong there, what to ask, and what counts. Pure."""
