"""The same `listing` under its former name."""

from companion.games.shared.wording import listing as listing
