"""Virtual people: a dealer who knows what is hidden, players with hands, who rolls dice and who looks at them."""
