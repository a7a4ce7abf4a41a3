"""calibration.json: what the scale learned, kept apart so that new settings do not lose it."""

import json

FILE = "calibration.json"


def load(store) -> tuple:
    """(Tare in counts, counts per piece); each None where it is not known."""
    try:
        kept = json.loads(store.read(FILE) or "{}")
        tare, per_piece = kept.get("tare"), kept.get("per_piece")
    except Exception:  # ValueError; AttributeError where it is no object
        return (None, None)
    return (tare if type(tare) is int else None, per_piece if type(per_piece) in (int, float) and per_piece else None)


def save(store, tare: int | None, per_piece: float | None) -> None:
    """Keeps both. Raises OSError where the store cannot."""
    store.write(FILE, json.dumps({"tare": tare, "per_piece": per_piece}))
