"""Hand a folder over to another user and back, whatever a stranger's build left in it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from .limits import View
from .slots import Slot


def give_tree(folder: Path, uid: int, gid: int) -> None:
    """Change the owner of a folder and all below it; links are changed, never followed.

    Changing the owner also clears set-user-id bits. Call it only while nothing that may write
    to the folder is running.
    """
    for _root, folders, files, here in os.fwalk(folder):
        for name in (*folders, *files):
            os.chown(name, uid, gid, dir_fd=here, follow_symlinks=False)
        os.fchown(here, uid, gid)


def give_back(slot: Slot | None, view: View) -> Callable[[], None]:
    """Made before the start, called after the end: undo what was done for root's process."""
    owner = view.folder.stat()

    def after() -> None:
        if slot is None:
            return
        try:
            if view.writable:
                give_tree(view.folder, owner.st_uid, owner.st_gid)
        finally:
            slot.close()

    return after
