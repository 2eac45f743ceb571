"""Start, talk, measure, stop, end: the same at every level."""

from __future__ import annotations

import gc
import os
import resource
import select
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox import LEVELS, Child, Exit, Level, Limits, SandboxError, View, spawn
from tests.sandbox.play import read_until

pytestmark = pytest.mark.parametrize("level", LEVELS)
Run = Callable[..., Child]
ECHO = "import sys\nfor line in sys.stdin: print('>', line, end='', flush=True)\n"
PATIENCE_S = 20.0


def ended(child: Child) -> Exit:
    found = child.wait(PATIENCE_S)
    assert found is not None
    return found


def output(child: Child, mark: bytes = b"\n") -> str:
    return read_until(child.stdout, mark, PATIENCE_S).decode()


def test_talks_over_its_pipes(run: Run, level: Level) -> None:
    child = run(level, ECHO)
    for word in (b"one\n", b"two\n"):
        os.write(child.stdin, word)
        assert output(child) == f"> {word.decode()}"
    assert child.wait(0.0) is None
    child.close_stdin()
    assert (ended(child).reason, ended(child).code) == ("exited", 0)


def test_our_ends_do_not_block(run: Run, level: Level) -> None:
    child = run(level, "import time; time.sleep(60)")
    for fd in (child.stdout, child.stderr):
        with pytest.raises(BlockingIOError):
            os.read(fd, 1)
    filled = os.write(child.stdin, bytes(1 << 20))
    assert filled < 1 << 20
    with pytest.raises(BlockingIOError):
        os.write(child.stdin, b"x" * 65536)


def test_who_closes_its_output_is_seen_to_while_it_lives(run: Run, level: Level) -> None:
    child = run(level, "import os, time; os.write(1, b'last'); os.close(1); time.sleep(60)")
    said = b""
    while select.select([child.stdout], [], [], 10)[0] and (more := os.read(child.stdout, 99)):
        said += more
    assert said == b"last"
    assert more == b""
    assert child.wait(0.0) is None


def test_exit_code(run: Run, level: Level) -> None:
    found = ended(run(level, "import sys; sys.exit(137)"))
    assert (found.reason, found.code, found.signal) == ("exited", 137, None)


def test_signal(run: Run, level: Level) -> None:
    found = ended(run(level, "import os; os.kill(os.getpid(), 15)"))
    assert (found.reason, found.code, found.signal) == ("signalled", None, 15)


def test_abort(run: Run, level: Level) -> None:
    found = ended(run(level, "import os; os.abort()"))
    assert found.signal == signal.SIGABRT


def test_out_of_memory(run: Run, level: Level) -> None:
    found = ended(run(level, "x = []\nwhile True: x.append(bytearray(1 << 20))"))
    assert (found.reason, found.code) == ("memory", 1)
    assert 100 * 1024 < found.max_rss_kb < 160 * 1024


def test_cpu_backstop(run: Run, level: Level) -> None:
    found = ended(run(level, "while True: pass", Limits(memory_mb=128, cpu_s=1)))
    assert (found.reason, found.signal) == ("cpu", signal.SIGXCPU)
    assert 0.3 < found.cpu_s < 1.5


def test_killed(run: Run, level: Level) -> None:
    child = run(level, "import time; time.sleep(60)")
    child.kill()
    child.kill()
    assert (ended(child).reason, ended(child).signal) == ("killed", 9)
    child.kill()


def test_a_late_kill_does_not_change_the_verdict(run: Run, level: Level) -> None:
    child = run(level, "")
    assert select.select([child.pidfd], [], [], PATIENCE_S)[0]
    child.kill()
    assert (ended(child).reason, ended(child).code) == ("exited", 0)


def test_pidfd_shows_the_end(run: Run, level: Level) -> None:
    child = run(level, ECHO)
    assert select.select([child.pidfd], [], [], 0.05)[0] == []
    child.close_stdin()
    assert select.select([child.pidfd], [], [], PATIENCE_S)[0] == [child.pidfd]


def test_usage_counts_cpu_and_memory(run: Run, level: Level) -> None:
    child = run(
        level,
        "import time\nx = bytes(60 << 20)\nx = bytearray(60 << 20)\nprint('up', flush=True)\n"
        "input()\nend = time.process_time() + 0.3\nwhile time.process_time() < end: pass\n"
        "print('down', flush=True)\ninput()",
    )
    assert output(child) == "up\n"
    before = child.usage()
    os.write(child.stdin, b"\n")
    assert output(child) == "down\n"
    after = child.usage()
    assert 0.28 < after.cpu_s - before.cpu_s < 0.6
    assert child.cpu_s() >= after.cpu_s
    assert after.max_rss_kb > 60 * 1024
    if before.waited_s is not None and after.waited_s is not None:
        assert after.waited_s >= before.waited_s
    assert Path(f"/proc/{child.pid}/comm").read_text().startswith("python")
    child.close_stdin()
    assert ended(child).cpu_s >= after.cpu_s
    assert ended(child).max_rss_kb >= after.max_rss_kb
    assert child.usage().cpu_s >= after.cpu_s


def test_stopped_bots_do_not_compute(run: Run, level: Level) -> None:
    child = run(level, "print('up', flush=True)\nwhile True: pass")
    assert output(child) == "up\n"
    child.stop()
    time.sleep(0.05)
    before = child.usage().cpu_s
    time.sleep(0.2)
    assert child.usage().cpu_s - before < 0.02
    child.resume()
    time.sleep(0.3)
    assert child.usage().cpu_s > before
    child.stop()
    child.kill()
    assert ended(child).reason == "killed"


def test_environment_is_ours_alone(
    run: Run, level: Level, box: Path, python: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_SECRET", "x")
    (box / "bot.py").write_text("import os; print(sorted(os.environ.items()))")
    for env in ({"PYTHONHASHSEED": "0"}, {"PYTHONHASHSEED": "0", "OWN": "a=b c"}):
        with spawn([python, "bot.py"], Limits(), View(box, env=env), level) as child:
            seen = dict(eval(output(child)))
        # The C library, or bubblewrap, may add these.
        for name in ("PWD", "LC_CTYPE"):
            seen.pop(name, None)
        assert seen == {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "HOME": "/tmp",
            "TMPDIR": "/tmp",
            **env,
        }


def test_a_preloaded_library_reaches_the_bot_only(level: Level, box: Path, python: str) -> None:
    """Programs that run before the bot, maybe with rights, must not load a stranger's code."""
    (box / "bot.py").write_text("import os; print(os.environ['LD_PRELOAD'])")
    view = View(box, env={"LD_PRELOAD": "/box/evil.so"})
    with spawn([python, "bot.py"], Limits(), view, level) as child:
        assert output(child) == "/box/evil.so\n"
        said = read_until(child.stderr, b"\0", 0.5, child.pidfd).decode()
    if level == "full":  # python alone
        assert said.count("evil.so") == 1


def test_paths_are_relative_to_the_working_folder(level: Level, box: Path) -> None:
    (box / "lib").mkdir()
    (box / "lib" / "launch.py").write_text("print(open('data').read())")
    (box / "code" / "data").write_text("found")
    (box / "code" / "bot").write_text("#!/bin/sh\nexec python3 -I ../lib/launch.py\n")
    (box / "code" / "bot").chmod(0o755)
    with spawn(["./bot"], Limits(), View(box, "code"), level) as child:
        assert output(child) == "found\n"


def test_a_program_that_cannot_be_run(level: Level, box: Path) -> None:
    (box / "code" / "text").write_text("no program")
    for name, code in (("./nothing", 127), ("./text", 126), ("no-such-tool", 127)):
        with spawn([name], Limits(), View(box, "code"), level) as child:
            found = ended(child)
            assert (found.reason, found.code) == ("exited", code)
            assert name in read_until(child.stderr, b"\n", PATIENCE_S).decode()


def test_further_readable_paths(level: Level, box: Path, python: str) -> None:
    extra = box.with_name(box.name + "-extra")
    (extra / "deep").mkdir(parents=True)
    try:
        (extra / "deep" / "text").write_text("readable\n")
        (box / "bot.py").write_text("import sys; print(open(sys.argv[1]).read(), end='')")
        argv = [python, "-I", "-S", "bot.py", str(extra / "deep" / "text")]
        with spawn(argv, Limits(), View(box, readable=(extra / "deep",)), level) as child:
            assert output(child) == "readable\n"
    finally:
        shutil.rmtree(extra)


def test_close_is_idempotent_and_leaks_nothing(level: Level, box: Path, python: str) -> None:
    (box / "bot.py").write_text(ECHO)

    def cycle() -> None:
        child = spawn([python, "-I", "-S", "bot.py"], Limits(), View(box), level)
        child.close()
        child.close()
        assert child.wait() is not None
        assert (child.stdin, child.stdout, child.stderr, child.pidfd) == (-1, -1, -1, -1)

    cycle()
    gc.collect()  # what other tests left
    before = set(Path("/proc/self/fd").iterdir())
    for _ in range(3):
        cycle()
        with pytest.raises(SandboxError):
            spawn(["x"], Limits(), View(box / "missing"), level)
    assert set(Path("/proc/self/fd").iterdir()) <= before
    with pytest.raises(ChildProcessError):  # nobody is left to be waited for
        os.waitpid(-1, os.WNOHANG)


def test_very_short_programs_are_judged_rightly(level: Level, box: Path) -> None:
    for _ in range(10):
        with spawn(["/usr/bin/true"], Limits(), View(box), level) as child:
            assert (ended(child).reason, ended(child).code) == ("exited", 0)
            assert ended(child).cpu_s < 1.0
        with spawn(["sh", "-c", "kill -9 $$"], Limits(), View(box), level) as child:
            assert (ended(child).reason, ended(child).signal) == ("signalled", 9)


def test_limits_reach_the_bot(run: Run, level: Level) -> None:
    limits = Limits(memory_mb=100, cpu_s=50, open_files=20, file_mb=3)
    child = run(
        level,
        "import resource as r\nprint([r.getrlimit(x) for x in (r.RLIMIT_DATA, r.RLIMIT_CPU, "
        "r.RLIMIT_NOFILE, r.RLIMIT_FSIZE, r.RLIMIT_CORE)])",
        limits,
    )
    mega = 1 << 20
    assert output(child) == f"{[(100 * mega,) * 2, (50, 51), (20, 20), (3 * mega,) * 2, (0, 0)]}\n"
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 20  # and not us


def test_paths_outside_are_refused(level: Level, box: Path) -> None:
    with pytest.raises(SandboxError, match="does not exist"):
        spawn(["x"], Limits(), View(box / "missing"), level)
    for cwd in ("missing", "..", "/etc"):
        with pytest.raises(SandboxError, match="no folder inside"):
            spawn(["x"], Limits(), View(box, cwd), level)
