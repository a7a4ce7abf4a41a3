"""What the newest moment of a live table says away from the pages: light on the strip, lamp and buzzer."""
