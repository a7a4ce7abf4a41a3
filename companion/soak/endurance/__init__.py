"""Hours of play with faults, watched from outside: a real `companion play` in a process of its own.

vitals.py    what the system says of a process: memory, descriptors, threads
flatness.py  whether memory stays where it is
client.py    requests as a phone sends them, with its cookies      streams.py   pages that stay open
account.py   the journal against what hands did                    child.py     the process, and what it says
visits.py    people who come and go                                host.py      the host at work
report.py    what came of it, in words                             plot.py      the same as a picture
"""
