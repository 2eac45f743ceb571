from itertools import permutations

from arena.texts import literal, told_apart


def test_every_space_is_a_plain_one() -> None:
    assert literal("A\u3000B\u00a0C\u2003D E") == "A B C D E"
    assert literal("a\tb\nc\u200bd\u2028e") == "a\\tb\\nc\\u200bd\\u2028e"


def test_names_alike_have_their_ids() -> None:
    assert told_apart({"a": "Ann", "b": "ann", "c": "Bob"}) == {
        "a": "Ann (a)",
        "b": "ann (b)",
        "c": "Bob",
    }
    assert told_apart({"a": "A\u3000B", "b": "A B"}) == {"a": "A B (a)", "b": "A B (b)"}


def test_no_name_can_look_like_another_with_its_id() -> None:
    names = {"dupa": "Same", "dupb": "Same", "x": "same (DUPA)", "y": "Same (dupa) (x)"}
    for order in permutations(names):
        shown = told_apart({one: names[one] for one in order})
        assert list(shown) == list(order)
        assert len({name.casefold() for name in shown.values()}) == len(names)
        assert shown["dupa"] == "Same (dupa)"
        assert shown["x"] == "same (DUPA) (x)"


def test_names_that_no_id_tells_apart_end() -> None:
    assert len(told_apart({"A": "Same", "a": "Same"})) == 2
