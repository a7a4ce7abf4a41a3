"""The pages for tablets and phones. `create_app` makes them for one room, `PageServer` serves them.

Nothing here ever holds a `State`: pages, streams and JSON are made from `Snapshot.view(seat)` alone.
"""

from web.app import create_app
from web.http.server import PageServer, PortBusy, page_urls

__all__ = ["PageServer", "PortBusy", "create_app", "page_urls"]
