"""Findings: what a check has found, and what is to be done about it."""

from dataclasses import dataclass, field
from typing import Any

from rheinlaender.i18n import Refusal, words

WELL, WARNING, WRONG = "well", "warning", "wrong"


@dataclass(frozen=True)
class Finding:
    """What a check has found; the words of `key` say what is to be done."""

    check: str
    status: str
    key: str
    arguments: dict[str, Any] = field(default_factory=dict)

    def words(self, language: str) -> str:
        """The finding in sentences."""
        return words(self.key, language, **self.arguments)


def well(check: str, code: str, **arguments: Any) -> Finding:
    """Something that is as it should be."""
    return Finding(check, WELL, f"doctor.{code}", arguments)


def warning(check: str, code: str, **arguments: Any) -> Finding:
    """Something that works but may not for long, or not well."""
    return Finding(check, WARNING, f"doctor.{code}", arguments)


def wrong(check: str, code: str, **arguments: Any) -> Finding:
    """Something that has to be mended."""
    return Finding(check, WRONG, f"doctor.{code}", arguments)


def refused(check: str, refusal: Refusal) -> Finding:
    """Something that the server itself would refuse, in its words."""
    return Finding(check, WRONG, f"refusal.{refusal.code}", refusal.arguments)
