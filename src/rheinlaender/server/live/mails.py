"""Mails: what is written to whom, with links that only those can know who got one."""

import hashlib
import hmac
import secrets
from typing import Any

from rheinlaender.i18n import words
from rheinlaender.server.calling.mail import Links, NotMailed, deliver, write_mail
from rheinlaender.server.settings import Settings
from rheinlaender.server.store.subscriptions import Subscription

CONFIRM, STOP = "confirm", "stop"
"""What a link of a mail is for."""
KEY_BYTES = 32
TOKEN_LENGTH = 40
TAKEN, NOT_TAKEN = 250, 0


def new_token_key() -> str:
    """A new key by which links are known to be ours."""
    return secrets.token_hex(KEY_BYTES)


class Mails:
    """Writes mails and hands them to the operator's server; its methods block, so threads call them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.key = ""
        """The key by which links are known to be ours; empty where no mail is sent."""

    def token(self, what: str, name: str) -> str:
        """What stands in a link about a subscription: nobody can guess it, and nothing has to be kept for it."""
        return hmac.new(self.key.encode(), f"{what} {name}".encode(), hashlib.sha256).hexdigest()[:TOKEN_LENGTH]

    def is_token(self, what: str, name: str, token: str) -> bool:
        """Whether a link is one of ours."""
        return bool(self.key) and hmac.compare_digest(self.token(what, name), token)

    def link(self, what: str, subscription: Subscription) -> str:
        """A link about a subscription."""
        name = subscription.name
        return f"{self.settings.public_url}/mail/{what}/{name}/{self.token(what, name)}"

    def ask_to_confirm(self, subscription: Subscription) -> int:
        """Write to an address for the first time: whether it wants more."""
        subject, text = (words(f"mail.{part}", subscription.language) for part in ("confirm_subject", "confirm"))
        return self._send(subscription, subject, text, self.link(CONFIRM, subscription))

    def call(self, subscription: Subscription, message: dict[str, Any]) -> int:
        """Write a call."""
        text = f"{message['title']}.\n{message['body']}"
        return self._send(subscription, message["title"], text, f"{self.settings.public_url}/table/{message['table']}")

    def _send(self, subscription: Subscription, subject: str, text: str, about: str) -> int:
        links = Links(about, self.link(STOP, subscription))
        sender = f"Rheinländer <{self.settings.contact}>"
        mail = write_mail(sender, subscription.address, subject, text, links, subscription.language)
        try:
            deliver(self.settings.smtp, mail)
        except NotMailed:
            return NOT_TAKEN
        return TAKEN
