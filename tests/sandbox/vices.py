"""Hostile programs with one vice each, as data; `play` runs them, the tests judge.

A program says "held NAME ..." for what was refused and "BROKE NAME ..." for what worked, then
"done", and waits to be ended. `given` holds what it should never be able to reach.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandbox import Limits

PRELUDE = """
import array, ctypes, fcntl, json, mmap, os, signal, socket, struct, subprocess, sys
import threading, time
from pathlib import Path

given = json.loads(sys.argv[1])
libc = ctypes.CDLL(None, use_errno=True)

def attempt(name, call, *arguments):
    try:
        got = call(*arguments)
    except (OSError, MemoryError, OverflowError, RuntimeError) as error:
        print("held", name, repr(error), flush=True)
        return False
    print("BROKE", name, repr(got)[:200], flush=True)
    return True

def raw(number, *arguments):
    wide = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    got = libc.syscall(ctypes.c_long(number), *wide)
    if got < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return got

def read(path):
    with open(path, "rb") as file:
        return file.read(100)

def write(path, flags=os.O_WRONLY | os.O_CREAT | os.O_APPEND):
    fd = os.open(path, flags)
    try:
        return os.write(fd, b"x")
    finally:
        os.close(fd)
"""
CODA = """
print("done", flush=True)
sys.stdin.read()
"""


PLAIN = Limits(memory_mb=128)


@dataclass(frozen=True, slots=True)
class Vice:
    """Source between prelude and coda; `full_only`: what `partial` does not promise."""

    source: str
    limits: Limits = PLAIN
    full_only: bool = False


VICES: dict[str, Vice] = {
    "network": Vice("""
def tcp(host, family):
    return socket.create_connection((host, given["port"]), 1)
def udp():
    return socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9))
def unix(address):
    s = socket.socket(socket.AF_UNIX)
    s.connect(address)
attempt("tcp localhost", tcp, "127.0.0.1", 2)
attempt("tcp outside", tcp, "192.0.2.1", 2)
attempt("udp", udp)
attempt("unix path", unix, given["unix"])
attempt("unix abstract", unix, "\\0" + given["abstract"])
attempt("raw", socket.socket, socket.AF_INET, socket.SOCK_RAW, 1)
attempt("netlink", socket.socket, socket.AF_NETLINK, socket.SOCK_RAW, 0)
attempt("packet", socket.socket, socket.AF_PACKET, socket.SOCK_RAW, 0)
attempt("name look-up", socket.gethostbyname, "example.org")
a, b = socket.socketpair()   # stays allowed: event loops need it
attempt("bind a pair", a.bind, "/tmp/pair")
attempt("connect a pair", a.connect, given["unix"])
attempt("foreign pair", socket.socketpair, 30, socket.SOCK_SEQPACKET)
"""),
    "reading": Vice("""
for name in ("other_bot", "ledger", "tournament"):
    attempt(name, read, given[name])
for path in ("/etc/passwd", "/etc/shadow", "/etc/hostname", "/etc/machine-id"):
    attempt(path, read, path)
for path in (given["folder"], given["home"], "/home", "/root", "/var", "/etc/ssh"):
    attempt("list " + path, os.listdir, path)
runner = given["runner"]
for name in ("environ", "cmdline", "maps", "mem", "cwd/x", "root/etc/passwd", "fd/0"):
    attempt("runner's " + name, read, f"/proc/{runner}/{name}")
attempt("kernel messages", read, "/dev/kmsg")
attempt("memory device", read, "/dev/mem")
attempt("by handle", raw, 304, 0, ctypes.create_string_buffer(64), 0)
if "ARENA_SECRET" in os.environ or any("secret" in v for v in os.environ.values()):
    print("BROKE environment", dict(os.environ))
"""),
    "the first process inside": Vice(
        """
for name in ("mem", "task/1/mem", "fd/0", "fd/4", "root/box/code/bot.py", "cwd/box", "maps",
             "environ", "cmdline", "oom_score_adj"):
    attempt("read " + name, read, "/proc/1/" + name)
    attempt("write " + name, write, "/proc/1/" + name)
attempt("uncover", raw, 166, ctypes.c_char_p(b"/proc/1"), 2)
attempt("write into the cover", write, "/proc/1/x")
attempt("replace the cover", os.rename, "/proc/1", "/proc/x")
attempt("limit", raw, 302, 1, 2, ctypes.create_string_buffer(16), None)
attempt("its descriptor", lambda: raw(438, os.pidfd_open(1), 0, 0))
""",
        full_only=True,
    ),
    "reading /proc/1": Vice(
        """
for name in ("environ", "cmdline"):
    try:
        seen = read(f"/proc/1/{name}") + b" "
        if given["folder"].encode() in seen or b"SECRET" in seen:
            print("BROKE /proc/1", seen)
    except OSError:
        pass
others = [n for n in os.listdir("/proc") if n.isdigit() and int(n) not in (1, os.getpid())]
print("BROKE processes to be seen" if others else "held processes", others)
""",
        full_only=True,
    ),
    "writing": Vice("""
here = sys.argv[0]
for path in ("/x", "/usr/x", "/usr/bin/x", "/etc/x", "/dev/x", "/dev/shm/x", "/var/tmp/x",
             "new", "../new", here, given["ledger"],
             given["folder"] + "/x", "/tmp/x", "/run/x", "/sys/x"):
    attempt("write " + path, write, path)
for path in ("/proc/sys/kernel/core_pattern", "/proc/sys/vm/drop_caches", "/proc/sysrq-trigger",
             f"/proc/{given['runner']}/oom_score_adj"):
    attempt("open " + path, os.open, path, os.O_WRONLY)
attempt("chmod own source", os.chmod, here, 0o777)
attempt("touch own source", os.utime, here)
attempt("delete own source", os.unlink, here)
attempt("rename own source", os.rename, here, here + "2")
attempt("truncate own source", os.truncate, here, 0)
attempt("truncate ledger", os.truncate, given["ledger"], 0)
attempt("chmod ledger", os.chmod, given["ledger"], 0)
attempt("touch ledger", os.utime, given["ledger"])
attempt("own attribute", os.setxattr, here, "user.x", b"1")
attempt("ledger attribute", os.setxattr, given["ledger"], "user.x", b"1")
attempt("delete ledger", os.unlink, given["ledger"])
attempt("link ledger", os.link, given["ledger"], "/tmp/link")
attempt("mkdir", os.mkdir, "folder")
attempt("mkdir /tmp", os.mkdir, "/tmp/folder")
attempt("device", os.mknod, "/tmp/device", 0o20666, os.makedev(1, 3))
"""),
    "symlinks": Vice("""
attempt("absolute link", read, "absolute")
attempt("relative link", read, "relative")
attempt("link to the root", os.listdir, "root/home")
attempt("write by link", write, "absolute")
"""),
    "memory, heap": Vice("""
hoard = []
def take():
    while True:
        hoard.append(bytearray(1 << 20))
attempt("heap", take)
hoard.clear()
"""),
    "memory, maps": Vice("""
hoard = []
def take(flags, path=None, prot=mmap.PROT_READ | mmap.PROT_WRITE):
    fd = os.open(path, os.O_RDWR) if path else -1
    m = mmap.mmap(fd, 200 << 20, flags, prot)
    m.write(bytes(200 << 20))
    return len(m)
attempt("private", take, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
attempt("shared", take, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)
attempt("/dev/zero shared", take, mmap.MAP_SHARED, "/dev/zero")
attempt("memfd", os.memfd_create, "x")
attempt("System V", raw, 29, 0, 200 << 20, 0o1600)
attempt("message queue", raw, 240, ctypes.c_char_p(b"x"), os.O_CREAT | os.O_RDWR, 0o600, None)
attempt("/dev/shm", write, "/dev/shm/x")
page = ctypes.create_string_buffer(1 << 16)
attempt("locked memory", raw, 149, ctypes.addressof(page), 1 << 16)
libc.mmap.restype = ctypes.c_void_p
got = libc.mmap(None, ctypes.c_size_t(200 << 20), 1, 0x22, -1, ctypes.c_long(0))
if got and got != 2**64 - 1:  # read-only first is cheap; making it writable must fail
    attempt("writable later", lambda: raw(10, got, 200 << 20, 3))
"""),
    "memory, descriptors": Vice("""
pipes, pairs, taken = [], [], 0
try:
    while len(pipes) < 2000:
        pipes.append(os.pipe())
except OSError as error:
    print("held pipes at", len(pipes), error)
for r, w in pipes:
    os.set_blocking(w, False)
    try:
        while True:
            taken += os.write(w, bytes(65536))
    except BlockingIOError:
        pass
if pipes:
    attempt("larger pipe", fcntl.fcntl, pipes[0][1], 1031, 1 << 20)
for r, w in pipes:
    os.close(r), os.close(w)
try:
    while len(pairs) < 2000:
        pairs.append(socket.socketpair())
except OSError as error:
    print("held pairs at", len(pairs), error)
for a, b in pairs:
    for s in (a, b):
        s.setblocking(False)
        try:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 30)
            while True:
                taken += s.send(bytes(65536))
        except OSError:
            pass
print("BROKE descriptors" if taken > 64 << 20 or len(pairs) > 64 else "held at", taken, flush=True)
"""),
    "memory, kernel objects": Vice("""
fd = os.open(sys.argv[0], os.O_RDONLY)
attempt("range lock", fcntl.fcntl, fd, 37, struct.pack("hhqqi4x", 0, 0, 0, 1, 0))
attempt("watch", raw, 254, raw(294, 0), ctypes.c_char_p(b"/usr"), 0xFFF)
attempt("asynchronous I/O", raw, 206, 60000, ctypes.byref(ctypes.c_ulong(0)))
attempt("ring", raw, 425, 64, ctypes.create_string_buffer(120))
attempt("landlock rules", raw, 444, ctypes.byref(ctypes.c_uint64(1)), 8, 0)
attempt("key", raw, 248, ctypes.c_char_p(b"user"), ctypes.c_char_p(b"x"),
        ctypes.c_char_p(b"y"), 1, -4)
attempt("bpf", raw, 321, 0, ctypes.create_string_buffer(64), 64)
attempt("perf", raw, 298, ctypes.create_string_buffer(128), 0, -1, -1, 0)
attempt("userfaultfd", raw, 323, 0)
"""),
    "filling /tmp": Vice(
        """
taken = 0
try:
    for n in range(500):
        fd = os.open(f"/tmp/{n}", os.O_WRONLY | os.O_CREAT)
        while os.fstat(fd).st_size < 1 << 20:
            taken += os.write(fd, bytes(1 << 18))
        os.close(fd)
except OSError as error:
    print("held /tmp", taken, error)
print("BROKE /tmp" if taken > 3 << 20 or taken == 0 else "held", taken)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
""",
        Limits(memory_mb=128, tmp_mb=2),
        full_only=True,
    ),
    "fork flood": Vice("""
attempt("fork", os.fork)
attempt("spawn", os.posix_spawn, "/usr/bin/true", ["true"], {})
attempt("subprocess", subprocess.run, ["/usr/bin/true"])
attempt("vfork", raw, 58)
attempt("clone", raw, 56, 17, 0, 0, 0, 0)
attempt("clone3", raw, 435, ctypes.create_string_buffer(88), 88)
"""),
    "fork flood, forks allowed": Vice(
        """
started = 0
try:
    while started < 300:
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        started += 1
except OSError as error:
    print("held fork at", started, error)
print("BROKE fork" if started > 40 else "held", started, flush=True)
""",
        Limits(memory_mb=128, processes=8),
        full_only=True,
    ),
    "daemon": Vice(
        """
if os.fork() == 0:
    try:
        os.setsid()
    except OSError:
        pass
    if os.fork() == 0:
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        for fd in range(3):
            os.close(fd)
        time.sleep(60)
    os._exit(0)
os.wait()
""",
        Limits(memory_mb=128, processes=8),
    ),
    "daemon, then leaving": Vice(
        """
for _ in range(3):
    if os.fork() == 0:
        try:
            os.setsid()
        except OSError:
            pass
        time.sleep(60)
        os._exit(0)
print("done", flush=True)
os._exit(0)
""",
        Limits(memory_mb=128, processes=8),
    ),
    "thread flood": Vice(
        """
threading.stack_size(65536)
stop = threading.Event()
started = 0
try:
    while started < 2000:
        threading.Thread(target=stop.wait, daemon=True).start()
        started += 1
except RuntimeError as error:
    print("held threads at", started, error)
print("BROKE threads" if started > 64 else "held", started, flush=True)
""",
        full_only=True,
    ),
    "signals": Vice("""
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGCONT, signal.SIG_IGN)
for pid in (given["runner"], given["honest"], os.getppid(), 1):
    if pid > 1:
        attempt(f"kill {pid}", os.kill, pid, signal.SIGTERM)
        attempt(f"kill -{pid}", os.killpg, pid, signal.SIGTERM)
        attempt(f"tgkill {pid}", raw, 234, pid, pid, 15)
        attempt(f"queue {pid}", raw, 129, pid, 15, ctypes.create_string_buffer(128))
        attempt(f"limit {pid}", raw, 302, pid, 7, ctypes.create_string_buffer(16), None)
        attempt(f"priority {pid}", raw, 141, 0, pid, 19)
        attempt(f"affinity {pid}", os.sched_setaffinity, pid, {0})
r, w = os.pipe()
attempt("owner of a pipe", fcntl.fcntl, r, fcntl.F_SETOWN, given["runner"])
attempt("own priority", os.setpriority, os.PRIO_PROCESS, 0, -5)
"""),
    "kill everybody": Vice("""
for number in (signal.SIGTERM, signal.SIGCONT, signal.SIGKILL):
    for target in (1, -1, 0):
        if number == signal.SIGTERM:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        try:
            os.kill(target, number)
        except OSError:
            pass
"""),
    "other processes' memory": Vice("""
runner = given["runner"]
attempt("attach", raw, 101, 16, runner, 0, 0)
attempt("seize", raw, 101, 0x4206, runner, 0, 0)
attempt("trace me", raw, 101, 0, 0, 0, 0)
attempt("mem", write, f"/proc/{runner}/mem", os.O_RDWR)
attempt("mem of honest", write, f"/proc/{given['honest']}/mem", os.O_RDWR)
attempt("readv", raw, 310, runner, None, 0, None, 0, 0)
attempt("writev", raw, 311, runner, None, 0, None, 0, 0)
attempt("kcmp", raw, 312, runner, os.getpid(), 0, 0, 0)
attempt("their descriptor", lambda: raw(438, os.pidfd_open(runner), 0, 0))
"""),
    "namespaces": Vice("""
NEW = (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
for flag in NEW:
    attempt(f"unshare {flag:x}", raw, 272, flag)
    attempt(f"clone {flag:x}", raw, 56, flag | 17, 0, 0, 0, 0)
attempt("setns", lambda: raw(308, os.open("/proc/self/ns/net", os.O_RDONLY), 0))
attempt("mount", raw, 165, ctypes.c_char_p(b"x"), ctypes.c_char_p(b"/tmp"),
        ctypes.c_char_p(b"tmpfs"), 0, None)
attempt("unmount", raw, 166, ctypes.c_char_p(b"/box"), 2)
attempt("remount", raw, 165, None, ctypes.c_char_p(b"/box"), None, 0x1020, None)
attempt("chroot", os.chroot, "/usr")
attempt("host name", socket.sethostname, "x")
attempt("personality", raw, 135, 0x40000)
attempt("setuid", os.setuid, 0)
attempt("setgroups", os.setgroups, [0])
"""),
    "set-user-id program": Vice("""
for name in ("su", "mount", "passwd", "newgrp"):
    path = f"/usr/bin/{name}"
    if os.path.exists(path) and not os.statvfs(path).f_flag & os.ST_NOSUID:
        nnp = Path("/proc/self/status").read_text().split("NoNewPrivs:")[1].split()[0]
        print("held" if nnp == "1" else "BROKE", "set-user-id")
print("done", flush=True)
os.execv("/usr/bin/su", ["su", "-c", "echo BROKE $(id)"])
"""),
    "inherited descriptors": Vice("""
fds = sorted(int(name) for name in os.listdir("/proc/self/fd"))
print("held" if fds == [0, 1, 2, 3] else "BROKE", fds)
for fd in range(3, 300):
    try:
        os.fstat(fd)
        print("BROKE descriptor", fd)
    except OSError:
        pass
"""),
    "terminal tricks": Vice("""
for fd in range(3):
    for request in (0x5412, 0x541C, 0x540E, 0x8901, 0x8902):
        attempt(f"ioctl {request:x} on {fd}", fcntl.ioctl, fd, request, b"x\\0\\0\\0\\0\\0\\0\\0")
attempt("terminal", os.open, "/dev/tty", os.O_RDWR)
attempt("console", os.open, "/dev/console", os.O_RDWR)
attempt("new terminal", os.openpty)
attempt("hang up", raw, 153)
"""),
    "old system calls": Vice("""
if os.uname().machine == "x86_64":
    code = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS,
                     mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(bytes.fromhex("b814000000cd80c3"))  # mov eax, 20 (getpid of 32 bits); int 0x80
    address = ctypes.addressof(ctypes.c_char.from_buffer(code))
    print("done", flush=True)
    print("BROKE 32-bit call", ctypes.CFUNCTYPE(ctypes.c_int)(address)())
"""),
    "flood of output": Vice("""
print("done", flush=True)
while True:
    os.write(1, bytes(65536))
"""),
    "deaf": Vice("""
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
print("done", flush=True)
os.close(0), os.close(1), os.close(2)
while True:
    time.sleep(60)
"""),
    "stopping itself": Vice("""
print("done", flush=True)
os.kill(os.getpid(), signal.SIGSTOP)
"""),
    "CPU without end": Vice(
        """
print("done", flush=True)
signal.signal(signal.SIGXCPU, signal.SIG_IGN)
sys.stdout.close()
while True:
    pass
""",
        Limits(memory_mb=128, cpu_s=1),
    ),
    "deep recursion": Vice("""
print("done", flush=True)
sys.setrecursionlimit(10**9)
def down(_):
    return max([1], key=down)
down(1)
"""),
}
