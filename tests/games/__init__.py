"""The games of the tests. `sealed_bid` is registered beside the product's own by tests/conftest.py, for every test.

`python -m tests.games` is the `companion` command with it, for tests that need a companion in a process of its own.
"""
