"""What people see and tap: choices, news, texts of cards, and the strip."""
