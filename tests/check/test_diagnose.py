"""The referee's words, and the rule they mean."""

import pytest

from arena.check.catalogue import RULES
from arena.check.diagnose import CAUSES, diagnose
from arena.results import FAULT_KINDS, Fault


def test_every_kind_of_fault_has_a_rule() -> None:
    assert {rule for _, _, rule in CAUSES} <= set(RULES)
    for kind in FAULT_KINDS:
        assert diagnose(Fault(kind, "")).rule in RULES


@pytest.mark.parametrize(
    ("fault", "rule", "line"),
    [
        (Fault("limit", "it used up its processor time"), "cpu-time", None),
        (Fault("limit", "it used up its 64 MB of memory; use less"), "memory", None),
        (Fault("start", "x; it wrote: hi"), "start-output", "hi"),
        (Fault("start", 'x; it wrote: {"type":1}'), "bad-ready", '{"type":1}'),
        (Fault("start", "x; it wrote: 7"), "start-output", "7"),
        (Fault("invalid", "not one JSON object; it wrote: {'a': 1}"), "not-json", "{'a': 1}"),
        (Fault("invalid", "not one JSON object; it wrote: stay"), "stray-output", "stay"),
        (Fault("illegal", "'x' is not legal here; legal are y"), "illegal-action", "'x'"),
        (
            Fault("timeout", 'no answer; it wrote an unfinished line: {"id"'),
            "unfinished-line",
            '{"id"',
        ),
    ],
)
def test_diagnose(fault: Fault, rule: str, line: str | None) -> None:
    found = diagnose(fault)
    assert (found.rule, found.line) == (rule, line)
