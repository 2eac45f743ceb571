"""`arena check` as a command: exit codes, the report and the document."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.check.catalogue import RULES
from arena.cli.check import command
from tests.check.bots import GOOD, PLANTED, script, write

QUICK = ["--sandbox", "none", "--tables", "1", "-g", "bank_dice"]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command, [*QUICK, *map(str, arguments)], standalone_mode=False)


def test_errors_are_told_like_a_linter_s(tmp_path: Path) -> None:
    bot = write(tmp_path, PLANTED["thinks aloud"][1])
    result = run(bot)
    assert result.return_value == 1
    title, advice = RULES["stray-output"].title, RULES["stray-output"].advice
    assert f"{bot}: error[stray-output]: {title} in bank_dice" in result.stdout
    assert "    > thinking" in result.stdout
    assert f"    change: {advice}" in result.stdout
    assert "bot: 1 error, 0 warnings" in result.stdout
    assert "examining it in bank_dice" in result.stderr


def test_good(tmp_path: Path) -> None:
    result = run(write(tmp_path, GOOD), "--quiet", "--seed", "9")
    assert result.return_value == 0
    assert "bot: fine" in result.stdout
    assert "several games at once" in result.stdout
    assert "bank_dice: won " in result.stdout
    assert result.stderr == ""


def test_document(tmp_path: Path) -> None:
    result = run(write(tmp_path, PLANTED["illegal"][1]), "--json")
    assert result.return_value == 1
    document = json.loads(result.stdout)
    assert document["schema_version"] == 1
    assert document["passed"] is False
    assert document["bot"]["concurrent"] is True
    (finding,) = document["findings"]
    assert (finding["id"], finding["severity"]) == ("illegal-action", "error")
    assert (finding["game"], finding["line"]) == ("bank_dice", "'double'")
    assert finding["times"] > 1
    assert finding["advice"] == RULES["illegal-action"].advice
    assert document["measured"]["requests"] > 0


@pytest.mark.parametrize(("strict", "code"), [((), 0), (("--strict",), 1)])
def test_warnings(strict: tuple[str, ...], code: int, tmp_path: Path) -> None:
    bot = write(tmp_path, script(bye="sys.exit(3)"))
    result = run(bot, *strict)
    assert result.return_value == code
    assert "warning[exit-status]" in result.stdout


def test_against_others(tmp_path: Path) -> None:
    bot = write(tmp_path, GOOD)
    others = tmp_path / "others"
    others.mkdir()
    (others / "fails.py").write_text("raise SystemExit(1)")
    result = run(bot, "--against", others)
    assert result.return_value == 0
    assert "bank_dice: won 3 of 3 against the sample bots" in result.stdout


def test_time_that_is_up(tmp_path: Path) -> None:
    bot = write(tmp_path, script(act='time.sleep(0.05)\nsay(id=message["id"], action="stay")'))
    result = run(bot, "--seconds", "0.5")
    assert "won" not in result.stdout
    assert "bank_dice: not everything was played in the time it had" in result.stdout
