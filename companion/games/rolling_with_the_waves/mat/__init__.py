"""What lies on the mat: its pieces as they are made and printed, and its dice as they are read."""
