"""The seats of a table as every game shows them: the light of each."""

SEAT_COLOURS = ("#f2a65a", "#5ec8d8", "#e58fb1", "#b7d968", "#9a8cf0", "#d9d2c3")
"""Light of each of up to six seats; its number stands beside it wherever it is used."""
