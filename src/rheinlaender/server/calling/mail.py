"""E-mail: what is written to people who have asked for it, and how it is handed to the operator's server."""

import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from ipaddress import ip_address
from urllib.parse import unquote, urlsplit

from rheinlaender.i18n import words

SECONDS = 15.0
"""How long the operator's server may take for each answer."""
PORTS = {"smtp": 587, "smtps": 465}


class NotMailed(Exception):
    """The operator's server could not be reached, or did not take what it was given."""


@dataclass(frozen=True)
class Links:
    """Where a mail leads: to what it is about, and to where one says that no more should come."""

    about: str
    stop: str


def write_mail(sender: str, to: str, subject: str, text: str, links: Links, language: str) -> EmailMessage:
    """A mail with a way out of it, which programs for mail offer as a button (RFC 8058)."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, to, subject
    mail["Date"], mail["Message-ID"] = formatdate(), make_msgid(domain=sender.rpartition("@")[2].strip(">"))
    mail["Content-Language"] = language
    mail["Auto-Submitted"] = "auto-generated"
    mail["List-Unsubscribe"] = f"<{links.stop}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    way_out = words("mail.way_out", language)
    mail.set_content(f"{text}\n\n{links.about}\n\n-- \n{way_out}\n{links.stop}\n")
    return mail


def deliver(server: str, mail: EmailMessage) -> None:
    """Hand a mail to a server, `smtp://user:password@host:587` or `smtps://…`; it blocks, so threads do it."""
    parts = urlsplit(server)
    host, port = str(parts.hostname), parts.port or PORTS[parts.scheme]
    context = ssl.create_default_context()
    try:
        if parts.scheme == "smtps":
            line: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=SECONDS, context=context)
        else:
            line = smtplib.SMTP(host, port, timeout=SECONDS)
        with line:
            if parts.scheme == "smtp" and not is_here(host):
                line.starttls(context=context)
            if parts.username:
                line.login(unquote(parts.username), unquote(parts.password or ""))
            line.send_message(mail)
    except (OSError, smtplib.SMTPException) as error:
        raise NotMailed(type(error).__name__) from error


def is_here(host: str) -> bool:
    """Whether a server is on this machine: only then nothing is encrypted on the way to it."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
