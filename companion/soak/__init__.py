"""Games that play themselves through pixels, cable and faults, each act held against what was truly done."""
