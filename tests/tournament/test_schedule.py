"""The order of matches, benching and what is handed out when."""

from collections.abc import Sequence
from itertools import islice

from arena.match import Entrant, MatchSpec
from arena.results import MatchResult
from arena.spec import FormatSpec, GameSpec
from arena.tournament.benching import Benching, lookahead
from arena.tournament.dispatch import TRIES, Dispatch
from arena.tournament.schedule import Entry, Schedule

AHEAD = 256
ENTRANTS = [Entrant(name, name, f"hash-{name}") for name in "abcdef"]


def schedule(cycles: int = 1, seed: int = 5, entrants: list[Entrant] = ENTRANTS) -> Schedule:
    dice = GameSpec("bank_dice", 2, {"rounds": 1}, 2, "one", "dice")
    cards = GameSpec("banking_benjamins", 3, {}, 2, "cyclic", "cards")
    ids = tuple(entrant.id for entrant in entrants)
    entries = [Entry(dice, ids), Entry(cards, ids)]
    return Schedule(entries, entrants, FormatSpec("round_robin", cycles), seed)


def test_every_set_meets_once_per_cycle_and_ids_differ() -> None:
    matches = list(schedule(cycles=2))
    assert len(matches) == len(schedule(cycles=2)) == 2 * (15 + 20)
    assert len({match.id for match in matches}) == len(matches)
    assert len({match.seed for match in matches}) == len(matches)


def test_games_take_turns() -> None:
    first = [match.entry for match in islice(schedule(), 14)]
    assert abs(first.count("dice") - 6) <= 1


def test_the_order_of_entrants_does_not_matter() -> None:
    assert list(schedule()) == list(schedule(entrants=ENTRANTS[::-1]))
    assert schedule().name == schedule(entrants=ENTRANTS[::-1]).name


def test_any_beginning_can_be_left_out() -> None:
    whole = list(schedule(cycles=2))
    for position in range(len(whole) + 2):
        assert list(schedule(cycles=2).since(position)) == whole[position:]


def test_more_cycles_go_on_after_fewer_under_the_same_name() -> None:
    fewer, more = schedule(cycles=1), schedule(cycles=3)
    assert list(islice(more, len(fewer))) == list(fewer)
    assert fewer.name == more.name


def test_what_changes_matches_changes_the_name() -> None:
    changed = [Entrant("a", "a", "other"), *ENTRANTS[1:]]
    names = [
        schedule(),
        schedule(seed=6),
        schedule(entrants=changed),
        schedule(entrants=changed[1:]),
    ]
    assert len({one.name for one in names}) == len(names)


def test_a_new_version_meets_deals_that_nobody_has_seen() -> None:
    changed = [Entrant("a", "a", "other"), *ENTRANTS[1:]]
    before = {frozenset(m.members): m for m in schedule() if m.entry == "dice"}
    after = {frozenset(m.members): m for m in schedule(entrants=changed) if m.entry == "dice"}
    for members, match in after.items():
        same = match == before[members]
        assert same is ("a" not in members)
        assert same or match.deal_seed(0, None) != before[members].deal_seed(0, None)


def test_cyclic_orders_put_everyone_into_every_seat() -> None:
    for match in schedule():
        if match.entry == "cards":
            for seat in range(3):
                assert {order[seat] for order in match.orders} == set(match.members)


class Memory:
    """What the ledger knows: who failed in which match."""

    def __init__(self, **faulty: tuple[str, ...]) -> None:
        self.known = faulty

    def faulty(self, matches: Sequence[str]) -> dict[str, tuple[str, ...]]:
        return {match: self.known[match] for match in matches if match in self.known}


def test_nothing_is_handed_out_that_is_known() -> None:
    matches = list(schedule())
    known = {match.id: () for match in matches[::2]}
    dispatch = Dispatch(schedule(), Memory(**known), Benching(20, AHEAD))
    assert list(islice(dispatch, 5)) == matches[1:11:2]


def empty(spec: MatchSpec) -> MatchResult:
    return MatchResult(spec.id, ())


def test_a_spoiled_match_is_handed_out_again_and_given_up_in_the_end() -> None:
    dispatch = Dispatch(schedule(), Memory(), Benching(20, AHEAD))
    handed: dict[str, int] = {}
    for spec in dispatch:
        assert spec is not None
        handed[spec.id] = handed.get(spec.id, 0) + 1
        if spec.id == next(iter(handed)):
            dispatch.spoil(spec)
        else:
            dispatch.over(spec, empty(spec))
    assert sorted(set(handed.values())) == [1, TRIES]
    assert len(handed) == len(schedule())


def test_benching_takes_effect_a_fixed_number_of_matches_later() -> None:
    benching = Benching(2, AHEAD)
    benching.settle(1, "m1", ("a", "b"), ("a",))
    assert not benching.benched()
    benching.settle(0, "m0", ("a", "c"), ("a",))
    assert benching.benched() == {"a"}
    assert benching.benched(1 + AHEAD) == {"a"}
    assert not benching.benched(AHEAD)


def test_it_takes_effect_sooner_where_a_cycle_is_short() -> None:
    assert [lookahead(cycle) for cycle in (35, 256, 800, 10**6)] == [32, 32, 100, 256]
    assert schedule(cycles=3).cycle == schedule().cycle == len(schedule())


def test_it_goes_on_from_its_past_as_if_it_had_never_stopped() -> None:
    faulty = [("a",), ("b",), ("a",), (), ("b",), ("b",), ("c",), ("c",), ()]
    whole = Benching(2, AHEAD)
    for position, failed in enumerate(faulty):
        whole.settle(position, f"m{position}", failed or ("c",), failed)
    for stop in range(len(faulty)):
        before = Benching(2, AHEAD)
        for position in range(stop):
            before.settle(position, f"m{position}", faulty[position] or ("c",), faulty[position])
        after = Benching(2, AHEAD, before.past)
        for position in range(stop, len(faulty)):
            after.settle(position, f"m{position}", faulty[position] or ("c",), faulty[position])
        assert after.past == whole.past


def test_a_good_match_ends_a_streak() -> None:
    benching = Benching(2, AHEAD)
    for position, faulty in enumerate([("a",), (), ("a",), ()]):
        benching.settle(position, f"m{position}", ("a", "b"), faulty)
    assert not benching.benched()


def test_nothing_far_ahead_starts_before_its_past_is_known() -> None:
    benching = Benching(2, AHEAD)
    assert benching.may_start(AHEAD - 1)
    assert not benching.may_start(AHEAD)
    benching.settle(0, "m0", (), ())
    assert benching.may_start(AHEAD)
