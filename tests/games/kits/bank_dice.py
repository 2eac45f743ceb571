"""Bank for the conformance tests: short games, and now and then a whole one."""

from arena.testing import Kit

KIT = Kit(variants=({"rounds": 2}, {"rounds": 3}, {"rounds": 1}, {"rounds": 5}))
