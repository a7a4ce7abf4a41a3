"""Long checks: simulations, soaks, cases, playsets."""
