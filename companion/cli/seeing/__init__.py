"""What a camera or a picture shows."""
