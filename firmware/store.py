"""Small text files of the board that survive a restart."""

import os


class FileStore:
    """Files in one folder of the file system; `folder` is empty or ends with "/"."""

    def __init__(self, folder: str = "") -> None:
        self._folder = folder

    def read(self, name: str) -> str | None:
        """The text of a file, None where there is none."""
        try:
            with open(self._folder + name) as file:
                return file.read()
        except (OSError, ValueError):  # ValueError: bytes that are no text
            return None

    def write(self, name: str, text: str) -> None:
        """Writes a file whole or not at all: power may fail at any time. Raises OSError where it cannot."""
        draft = self._folder + name + ".new"
        with open(draft, "w") as file:
            file.write(text)
        os.rename(draft, self._folder + name)

    def remove(self, name: str) -> None:
        """Removes a file where there is one."""
        if name in os.listdir(self._folder or "."):
            os.remove(self._folder + name)
