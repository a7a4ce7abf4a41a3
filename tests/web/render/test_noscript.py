"""What a page without its script knows of itself: whether somebody may type on it."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from web.render.noscript import REST_S, may_be_typed_in

REFRESH = f'<meta http-equiv="refresh" content="{REST_S}">'


@pytest.mark.parametrize(
    ("page", "may_be"),
    [
        ('<form method="post"><input type="hidden" name="was" value="1"><button>Go</button></form>', False),
        ('<form><input id="name" name="name"></form>', True),
        ('<form><input name="x" type="hidden"></form><input type="checkbox"> <textarea></textarea>', False),
        ('<form><button>Go</button></form><form><select name="a"></select></form>', True),
        ('<form>\n<textarea name="a"></textarea></form>', True),
        ("<p>&lt;form&gt;&lt;input&gt;</p>", False),
    ],
)
def test_a_form_with_something_to_type_or_choose_may_be_typed_in(page: str, may_be: bool) -> None:
    assert may_be_typed_in(page) is may_be


def test_a_page_loads_itself_anew_where_it_follows_something_and_nobody_types(
    client: FlaskClient, host: FlaskClient
) -> None:
    assert REFRESH in client.get("/").text
    for device, path in ((host, "/host"), (client, "/host"), (client, "/seat/1/"), (client, "/none")):
        assert REFRESH not in device.get(path).text, path
