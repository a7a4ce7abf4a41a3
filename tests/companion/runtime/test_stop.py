"""A command that is told to stop, once or often."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from companion.runtime.stop import PATIENCE_S, Stop

ALL = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@pytest.fixture(autouse=True)
def as_at_the_start() -> Iterator[None]:
    before = {each: signal.getsignal(each) for each in ALL}
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


@pytest.mark.parametrize("number", ALL)
def test_each_signal_ends_like_ctrl_c_and_what_comes_meanwhile_is_passed_over(number: signal.Signals) -> None:
    now_s = [100.0]
    with Stop(lambda: now_s[0]).listening():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)
        for each in ALL:
            signal.raise_signal(each)
        now_s[0] += PATIENCE_S
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_what_was_ignored_stays_ignored() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with Stop().listening():
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
        assert isinstance(signal.getsignal(signal.SIGTERM), Stop)
    assert not isinstance(signal.getsignal(signal.SIGTERM), Stop)
