"""What pages are drawn with: parts of a page, each from a view."""
