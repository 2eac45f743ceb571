"""Hand a folder over to another user and back, whatever a stranger's build left in it."""

from __future__ import annotations

import os
from pathlib import Path


def give_tree(folder: Path, uid: int, gid: int) -> None:
    """Change the owner of a folder and all below it; links are changed, never followed.

    Changing the owner also clears set-user-id bits. Call it only while nothing that may write
    to the folder is running.
    """
    for _root, folders, files, here in os.fwalk(folder):
        for name in (*folders, *files):
            os.chown(name, uid, gid, dir_fd=here, follow_symlinks=False)
        os.fchown(here, uid, gid)
