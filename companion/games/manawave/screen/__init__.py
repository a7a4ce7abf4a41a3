"""What tablet, phones and the strip of light show of Manawave, and what may be tapped."""
