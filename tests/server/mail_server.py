"""A server for e-mail (RFC 5321) run by a test: it takes mails and keeps them."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage

PATIENCE = 120.0


class Handler(socketserver.StreamRequestHandler):
    """Somebody who hands over mails."""

    mailbox: "MailServer"

    def handle(self) -> None:
        """Answer line by line until they go."""
        self.say("220 mail.example.org")
        for line in self.rfile:
            if not self.answer(line.decode().strip()):
                return

    def say(self, line: str) -> None:
        """Answer a line."""
        self.wfile.write(f"{line}\r\n".encode())

    def answer(self, line: str) -> bool:
        """Answer a command; False when it was the last."""
        word = line.upper().split(" ")[0]
        if word == "RCPT":
            self.mailbox.recipients.append(line.partition("<")[2].partition(">")[0])
        if word == "DATA":
            self.say("354 go on")
            self.mailbox.take(self.read_mail())
        self.say("221 bye" if word == "QUIT" else "250 ok")
        return word != "QUIT"

    def read_mail(self) -> bytes:
        """A mail, up to the line that ends it."""
        lines: list[bytes] = []
        for line in self.rfile:
            if line == b".\r\n":
                break
            lines.append(line[1:] if line.startswith(b"..") else line)
        return b"".join(lines)


class MailServer:
    """Speaks as much SMTP as it takes to be given a mail."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.came = threading.Condition()
        handler = type("OwnHandler", (Handler,), {"mailbox": self})
        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        self.address = f"smtp://127.0.0.1:{self.server.server_address[1]}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    def take(self, raw: bytes) -> None:
        """Keep a mail."""
        mail = message_from_bytes(raw, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        with self.came:
            self.mails.append(mail)
            self.came.notify_all()

    def wait(self, count: int) -> list[EmailMessage]:
        """The mails that have come, once there are so many."""
        with self.came:
            assert self.came.wait_for(lambda: len(self.mails) >= count, PATIENCE), len(self.mails)
            return list(self.mails)


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """A server for e-mail while it runs."""
    mailbox = MailServer()
    mailbox.thread.start()
    try:
        yield mailbox
    finally:
        mailbox.server.shutdown()
        mailbox.server.server_close()
        mailbox.thread.join(PATIENCE)
