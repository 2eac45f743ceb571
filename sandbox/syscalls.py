"""Numbers of the system calls that the filter looks at, from the kernel's own tables.

Each entry is (x86_64, aarch64); None where the machine has no such call.
"""

from __future__ import annotations

Numbers = dict[str, tuple[int | None, int | None]]

PROCESSES: Numbers = {
    "fork": (57, None),
    "vfork": (58, None),
}
"""Creating processes (threads stay: `clone` is judged by its flags)."""

NETWORK: Numbers = {
    "socket": (41, 198),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    "accept": (43, 202),
    "accept4": (288, 242),
    "setsockopt": (54, 208),
}
"""Reaching anybody, or hoarding memory in large socket buffers; `socketpair` stays, it ends in
the same process."""

OTHERS: Numbers = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    "move_pages": (279, 239),
    "migrate_pages": (256, 238),
}
"""Looking into, steering or re-prioritising other processes."""

MOUNTS: Numbers = {
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "move_mount": (429, 429),
    "open_tree": (428, 428),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "open_by_handle_at": (304, 265),
    "name_to_handle_at": (303, 264),
    "fanotify_init": (300, 262),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
}
"""Changing or escaping the file tree."""

NAMESPACES: Numbers = {
    "unshare": (272, 97),
    "setns": (308, 268),
}
"""A world of one's own, with new rights in it."""

MEMORY: Numbers = {
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "shmdt": (67, 197),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "semget": (64, 190),
    "semop": (65, 193),
    "semctl": (66, 191),
    "semtimedop": (220, 192),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "mq_timedsend": (242, 182),
    "mq_timedreceive": (243, 183),
    "mq_notify": (244, 184),
    "mq_getsetattr": (245, 185),
    "vmsplice": (278, 75),
    "inotify_add_watch": (254, 27),
    "landlock_create_ruleset": (444, 444),
    "io_setup": (206, 0),
}
"""Memory that no limit of the process counts."""

KERNEL: Numbers = {
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "personality": (135, 92),
    "modify_ldt": (154, None),
    "uselib": (134, None),
    "ustat": (136, None),
    "nfsservctl": (180, 42),
    "lookup_dcookie": (212, 18),
}
"""Rarely used doors into the kernel with a history of holes."""

MACHINE: Numbers = {
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "syslog": (103, 116),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "iopl": (172, None),
    "ioperm": (173, None),
    "vhangup": (153, 58),
    "sync": (162, 81),
    "syncfs": (306, 267),
}
"""Administration; refused to the user anyway, but not left to that alone."""

SESSIONS: Numbers = {
    "setsid": (112, 157),
    "setpgid": (109, 154),
}
"""Leaving the process group by which a tree is ended (`partial` only)."""

MODES: Numbers = {
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
}
"""What Landlock does not govern: a user's process could do it to the user's every file."""

SIGNALS: Numbers = {
    "kill": (62, 129),
    "tgkill": (234, 131),
    "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_send_signal": (424, 424),
}
"""Signals to numbers that may be anybody's (`partial` on kernels before 6.12)."""

ABSENT: Numbers = {
    "clone3": (435, 435),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
}
"""Answered as on a kernel without them, so that programs fall back to what can be judged."""

JUDGED: Numbers = {
    "clone": (56, 220),
    "mmap": (9, 222),
    "ioctl": (16, 29),
    "fcntl": (72, 25),
    "prlimit64": (302, 261),
    "socketpair": (53, 199),
}
"""Allowed or not by their arguments."""

NEWEST_KNOWN = 462
"""`mseal`, the same on both machines; whatever came later is answered as absent."""
