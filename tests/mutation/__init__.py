"""Whether the tests notice when the rules are wrong: `python -m tests.mutation` changes them in copies, and counts.

mutmut makes the changes and runs, for each, the tests that meet the changed function. What is ours: the copy in which
it works (workbench.py), which of its mutants are tried (mutants.py), and the verdict (verdict.py). It changes bodies of
functions and methods; tables of a module, and what is decorated, stay as they are.
"""
