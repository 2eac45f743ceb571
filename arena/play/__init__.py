"""A person at the table, with bots in the other seats."""

from arena.play.adviser import Adviser
from arena.play.course import Course, Question
from arena.play.person import Person, Quit

__all__ = ["Adviser", "Course", "Person", "Question", "Quit"]
