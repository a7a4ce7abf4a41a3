"""Settings of one companion: companion.toml in its folder, overridden by options of the command line."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated

import msgspec

from companion.errors import CompanionError
from companion.lights.strip import StripSettings, check_strip
from companion.runtime.plain_text import NotUtf8
from companion.runtime.toml_file import read_toml
from companion.storage.addresses import NotAName, plain_name
from companion.storage.limits import Limits
from companion.table.header import HeaderPins


class BadSettings(CompanionError, ValueError):
    """A settings file with an unknown name or an impossible value."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything companion.toml may say, with what holds where it says nothing."""

    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8000
    """Port of the pages; 0 takes any free one."""
    address: str = "0.0.0.0"
    """Address to listen on: 0.0.0.0 for every phone in the house, 127.0.0.1 for this machine alone."""
    pace_s: Annotated[float, msgspec.Meta(ge=0, le=60)] = 1.0
    """Seconds between the acts of bots and dealer."""
    patience: Annotated[float, msgspec.Meta(ge=0, le=3600)] = 60.0
    """So many paces bots leave what all have to have, as a list of what to write, unless all say that they have it."""
    seats_may_start: bool = True
    """Whether anybody seated may start a game that waits in its lobby; else the host alone."""
    board: str = "auto"
    """Port of the board: auto for the one on USB, none, or its name, like /dev/ttyACM0."""
    strip: StripSettings = StripSettings()
    """The strip of lights."""
    header: HeaderPins | None = None
    """Pins of the Raspberry Pi's header; None where nothing is fitted to it, so that no pin of others is driven."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies that may say, in `X-Forwarded-For`, for whom they speak."""
    limits: Limits = Limits()
    """How much of the pages one visitor may take up."""
    names: tuple[str, ...] = ()
    """Names under which the pages may be opened besides addresses and this machine's own: a reverse proxy's."""


def load_settings(path: Path) -> Settings:
    """What the file says; the defaults where there is none. Raises `BadSettings` naming the file and the option."""
    try:
        settings = msgspec.convert(read_toml(path), Settings)
        check_strip(settings.strip)
        _check_proxies(settings.trusted_proxies)
        _check_names(settings.names)
        return settings
    except FileNotFoundError:
        return Settings()
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, NotUtf8) as error:
        names = ", ".join(Settings.__struct_fields__)
        raise BadSettings(
            f"{path} cannot be used: {error}. It may set: {names}. Mend the line or delete it."
        ) from error
    except OSError as error:
        raise BadSettings(f"{path} cannot be read: {error.strerror}. Mend its permissions or delete it.") from error


def _check_proxies(networks: Iterable[str]) -> None:
    """Raise msgspec.ValidationError for what is neither an address nor a network."""
    for each in networks:
        try:
            ip_network(each, strict=False)
        except ValueError:
            raise msgspec.ValidationError(
                f"trusted_proxies has “{each}”. Write addresses or networks, such as 192.168.1.4 or 172.16.0.0/12"
            ) from None


def _check_names(names: Iterable[str]) -> None:
    """Raise msgspec.ValidationError for what is no name of a machine."""
    for each in names:
        try:
            plain_name(each)
        except NotAName:
            raise msgspec.ValidationError(
                f"names has “{each}”. Write names alone, without http:// and without a port, such as table.example.org"
            ) from None
