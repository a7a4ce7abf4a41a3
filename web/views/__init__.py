"""Pages: each module takes the requests of one, and answers from views alone."""
