"""Lessons that are played: a position, what is said about it, what is to be done, and answers to whatever is tried."""

from rheinlaender.lessons.judge import Answer, Saying, judge_taps, judge_turn
from rheinlaender.lessons.lesson import Lesson, Reply, Shown, Step, read_lessons

__all__ = ["Answer", "Lesson", "Reply", "Saying", "Shown", "Step", "judge_taps", "judge_turn", "read_lessons"]
