"""A camera that needs no device: it draws what a camera over the mat would see of a table that is only imagined."""
