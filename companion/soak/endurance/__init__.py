"""Hours of play with faults, watched from outside: a real `companion play` in a process of its own."""
