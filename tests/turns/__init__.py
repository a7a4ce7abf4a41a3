"""Which slow suites are due: a fifth of them every day, and those of the rooms that a change touches (`table.toml`).

A slow suite is the slow tests of one test module, or a step of `.ci/run` that takes long. Nothing here but `plugin`
imports anything that has to be installed: `.ci/run` asks before it installs.
"""
