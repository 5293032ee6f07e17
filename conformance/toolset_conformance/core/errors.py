"""The error of a file that is not as it should be."""

from __future__ import annotations

from pathlib import Path


class FileError(Exception):
    """One thing that is wrong in a file of the user's or ours: ``file:line: what, and the way out``."""

    def __init__(self, path: Path | str, line: int | None, message: str) -> None:
        self.path, self.line, self.message = str(path), line, message
        super().__init__(f"{path}:{line}: {message}" if line else f"{path}: {message}")
