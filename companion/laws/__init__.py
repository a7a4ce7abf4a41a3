"""What acts may change, written apart from the rules that do it: for simulations, soaks and tests."""
