"""Lessons that are played: a position, what is said about it, what is to be done, and answers to whatever is tried."""

from rheinlaender.lessons.judge import Answer, Saying, judge, judge_taps
from rheinlaender.lessons.lesson import Lesson, Reply, Shown, Step, read_lessons

__all__ = ["Answer", "Lesson", "Reply", "Saying", "Shown", "Step", "judge", "judge_taps", "read_lessons"]
