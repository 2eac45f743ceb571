"""The tutorial, followed to the letter: it ends with a bot that beats the random one."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"
BLOCKS = re.compile(r"(?:Save this as\n?\s*`(\S+)`[^`]*)?```(sh|python)\n(.*?)```", re.DOTALL)
SURE = "is better than random_any (at most 5 % chance of a false verdict)"


def typed(line: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A line of the page in a shell, `arena` being this one."""
    arena = f"{shlex.quote(sys.executable)} -m arena "
    command = re.sub(r"(^|\| )arena ", rf"\g<1>{arena}", line)
    return subprocess.run(
        ["sh", "-c", command], cwd=cwd, capture_output=True, text=True, check=False
    )


@pytest.mark.timeout(240)
def test_whoever_follows_the_tutorial_beats_the_random_bot(tmp_path: Path) -> None:
    where, said = tmp_path, {}
    for file, language, block in BLOCKS.findall(PAGE.read_text(encoding="utf-8")):
        if language == "python":
            (where / file).write_text(block, encoding="utf-8")
            continue
        for line in block.splitlines():
            if line.startswith("cd "):
                where = where / line.removeprefix("cd ")
                continue
            done = typed(line, where)
            assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
            said[line] = done.stdout
    assert f"mine {SURE}" in said["arena duel mine random_any --game bank_dice"]
    assert f"bolder {SURE}" in said["arena duel bolder random_any --game bank_dice --strict"]
    assert "bolder" in said["arena show weekly"]
    assert f"mine {SURE}" in PAGE.read_text(encoding="utf-8")
