"""A table that is served: what is put together for it."""
