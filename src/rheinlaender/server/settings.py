"""The settings of the server: where it listens, where it keeps its tables, and its limits."""

import os
import re
from dataclasses import dataclass, field, replace
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path

from rheinlaender.bots import LEVELS, bot_names, make_bot
from rheinlaender.bots.bot import UnknownBot
from rheinlaender.bots.registry import close_bot
from rheinlaender.game.options import all_presets
from rheinlaender.i18n import Refusal
from rheinlaender.server.addresses import read_public_url

Network = IPv4Network | IPv6Network
BOT_PATTERN = r"[A-Za-z0-9_.:@-]{1,40}"
"""What a computer player that is added to the levels may be called."""
HERE, ELSEWHERE = "here", "elsewhere"
EDITIONS = tuple(all_presets())
PUBLIC, ANYWHERE, ON, OFF = "public", "anywhere", "on", "off"
CONTACT = re.compile(r"[^\s@:/<>]+@[A-Za-z0-9.-]+")
SMTP = re.compile(r"smtps?://([^\s@/]+@)?([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?/?")


class WrongProxy(Refusal):
    """A proxy that is to be trusted is neither an address nor a network."""

    code = "wrong_proxy"


class WrongChoice(Refusal):
    """A setting of the environment is none of those that there are."""

    code = "wrong_choice"


class WrongSetting(Refusal):
    """A setting of the environment makes no sense."""

    code = "wrong_setting"


class WrongContact(Refusal):
    """Whom push services may write to is no e-mail address."""

    code = "wrong_contact"


class WrongSmtp(Refusal):
    """The server for e-mail is no address such as `smtp://user:password@mail.example.org:587`."""

    code = "wrong_smtp"


def default_database() -> str:
    """The address of the database in the user's data folder."""
    from platformdirs import user_data_path

    return f"sqlite:///{user_data_path('rheinlaender') / 'tables.db'}"


def setting(name: str, default: str) -> str:
    """A setting from the environment: `RHEINLAENDER_<NAME>`."""
    return os.environ.get(f"RHEINLAENDER_{name}") or default


def number(name: str, default: float, most: float = 3600) -> float:
    """A number from the environment, from 0 to the most that makes sense."""
    text = setting(name, str(default))
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= most:
        raise WrongSetting(setting=f"RHEINLAENDER_{name}", value=text, most=most)
    return found


def choice(name: str, choices: tuple[str, ...]) -> str:
    """A choice from the environment; the first one if nothing is said."""
    text = setting(name, choices[0])
    if text not in choices:
        raise WrongChoice(setting=f"RHEINLAENDER_{name}", value=text, choices=", ".join(choices))
    return text


def port_or_none(name: str) -> int | None:
    """A port from the environment, or None if nothing is said."""
    return int(number(name, 0, 65535)) if setting(name, "") else None


def read_bots(text: str) -> tuple[str, ...]:
    """The computer players that are added to the levels, by name, with commas between them; each must be usable."""
    names = [part.strip() for part in text.split(",") if part.strip()]
    for name in names:
        if not re.fullmatch(BOT_PATTERN, name):
            raise UnknownBot(bot=name, bots=", ".join(bot_names()))
        close_bot(make_bot(name))
    return tuple(dict.fromkeys(names))


def read_levels(text: str) -> tuple[str, ...]:
    """The levels of two to four computer players, with commas between them; `off` for none."""
    levels = tuple(part.strip() for part in text.split(","))
    if levels == (OFF,):
        return ()
    if not 2 <= len(levels) <= 4 or any(level not in LEVELS for level in levels):
        raise WrongChoice(setting="RHEINLAENDER_TODAY", value=text, choices=", ".join((*LEVELS, OFF)))
    return levels


def read_proxies(text: str) -> tuple[Network, ...]:
    """The addresses and networks of proxies, with commas between them."""
    found = [part.strip() for part in text.split(",") if part.strip()]
    try:
        return tuple(ip_network(part) for part in found)
    except ValueError:
        raise WrongProxy(value=text) from None


def read_contact(text: str) -> str:
    """The operator's e-mail address, or nothing."""
    if text and not CONTACT.fullmatch(text):
        raise WrongContact(value=text)
    return text


def read_smtp(text: str) -> str:
    """The server that e-mail is handed to, or nothing; what is wrong is not repeated, for it holds a password."""
    if text and not SMTP.fullmatch(text):
        raise WrongSmtp()
    return text


OTHER_DESCRIPTORS = 100


@dataclass(frozen=True)
class Limits:
    """How much one address may ask: a burst and how many it regains a second; hints and talk are counted by person,
    `publishing` are tables that are made public, and `mails` that ask for a confirmation also by whom they are for.

    `work` is what costs more than a usual request, in units of about 5 ms of a processor, counted by person and then by
    address; `files` are those of the browser and all else that is only handed out; `refused` are refusals of too many
    requests that are answered at once. Sizes are in bytes. `connections` are sockets and streams, of watchers, of
    players and of those who have not said yet which, each counted apart; `socket_frames` are the parts in which
    messages come, and beats; `lines` are all that is open, as the system counts it, and `new_lines` those that are
    opened. `request_seconds` is the time for a whole request to come,
    `send_seconds` the time in which something that is sent has to be taken.
    """

    openings: tuple[float, float] = (60, 1.0)
    requests: tuple[float, float] = (600, 120.0)
    files: tuple[float, float] = (4000, 400.0)
    work: tuple[float, float] = (1200, 100.0)
    work_of_person: tuple[float, float] = (120, 10.0)
    hints: tuple[float, float] = (10, 0.5)
    refused: tuple[float, float] = (60, 2.0)
    mails: tuple[float, float] = (5, 0.002)
    talk: tuple[float, float] = (8, 0.5)
    publishing: tuple[float, float] = (12, 0.02)
    socket_messages: tuple[float, float] = (60, 20.0)
    socket_frames: tuple[float, float] = (600, 100.0)
    new_lines: tuple[float, float] = (1200, 120.0)
    connections_per_address: int = 200
    connections_per_person: int = 20
    watchers: int = 3000
    watchers_per_table: int = 500
    lines: int = 4000
    lines_per_address: int = 600
    request_seconds: float = 20.0
    send_seconds: float = 20.0
    message_size: int = 16_384
    record_size: int = 32_768
    waiting_messages: int = 256
    waiting_readings: int = 16

    @property
    def descriptors(self) -> int:
        """How much a server opens at most: all lines, and what it needs besides."""
        return self.lines + OTHER_DESCRIPTORS

    def times(self, factor: float) -> "Limits":
        """So many times as much of all that is regained."""
        regained = {name: (burst * factor, rate * factor) for name, (burst, rate) in self.buckets().items()}
        return replace(self, **regained)  # type: ignore[arg-type] # the names are those of the buckets

    def buckets(self) -> dict[str, tuple[float, float]]:
        """What is regained: a burst and how many a second, by name."""
        return {name: value for name, value in vars(self).items() if isinstance(value, tuple)}


@dataclass(frozen=True)
class Settings:
    """Everything that can be set, much of it by the environment."""

    host: str = field(default_factory=lambda: setting("HOST", "127.0.0.1"))
    port: int = field(default_factory=lambda: int(number("PORT", 8000, 65535)))
    database: str = field(default_factory=lambda: setting("DATABASE", default_database()))
    trusted_proxies: tuple[Network, ...] = field(default_factory=lambda: read_proxies(setting("TRUSTED_PROXIES", "")))
    """The proxies whose word is taken for whom they ask; without any, every connection speaks for itself."""
    public_url: str = field(default_factory=lambda: read_public_url(setting("PUBLIC_URL", "")))
    """The address that players use, for invitations; empty for the one that each came by."""
    bots: tuple[str, ...] = field(default_factory=lambda: read_bots(setting("BOTS", "")))
    """Computer players that people may seat besides the levels."""
    web: Path = field(default_factory=lambda: Path(__file__).parent.parent / "web")
    log_level: str = "info"
    log_format: str = field(default_factory=lambda: choice("LOG_FORMAT", ("json", "plain")))
    metrics_host: str = field(default_factory=lambda: setting("METRICS_HOST", "127.0.0.1"))
    metrics_port: int | None = field(default_factory=lambda: port_or_none("METRICS_PORT"))
    """Where measures are served to everybody who can reach it; None for nowhere."""
    think_metrics_port: int | None = field(default_factory=lambda: port_or_none("THINK_METRICS_PORT"))
    """The same for a thinker, which may run beside a server with the same environment."""
    metrics_token: str = field(default_factory=lambda: setting("METRICS_TOKEN", ""))
    """Whoever shows it may read the measures at the port of the tables; nobody if it is empty."""
    traces: str = field(default_factory=lambda: setting("TRACES", ""))
    """The address of an OpenTelemetry collector, for OTLP over HTTP; empty for none."""
    limits: Limits = field(default_factory=lambda: Limits().times(number("LIMITS", 1.0, 1000)))
    processes: int = field(default_factory=lambda: max(1, int(number("WORKERS", 1, 64))))
    """How many processes serve at the port."""
    pause: float = field(default_factory=lambda: number("PAUSE", 0.7))
    """The least seconds between two turns while people watch computer players."""
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    """How many computer players may think at once."""
    thinkers: str = field(default_factory=lambda: choice("THINKERS", (HERE, ELSEWHERE)))
    """Where computer players search: in threads of this process, or by `rheinlaender think` on other machines."""
    today: tuple[str, ...] = field(default_factory=lambda: read_levels(setting("TODAY", "squire,knight,duke")))
    """The computer players of the deal of the day; none where there is no such deal."""
    today_edition: str = field(default_factory=lambda: choice("TODAY_EDITION", EDITIONS))
    """By which edition the deal of the day is played."""
    review_playouts: int = field(default_factory=lambda: max(1, int(number("REVIEW_PLAYOUTS", 64, 100_000))))
    """How deep games are reviewed if nothing else is asked for: play-outs of each move that is compared."""
    reading_seconds: float = 5.0
    """How long a record or a position that somebody sends may wait to be read."""
    retention_days: float = field(default_factory=lambda: number("RETENTION_DAYS", 0, 36_500))
    """After how many days a table in whose log nothing was written is erased; 0 for never."""
    idle: float = field(default_factory=lambda: number("IDLE", 300))
    """After how many seconds a table that nobody uses is put away; it is loaded again when it is needed."""
    is_compiling: bool = field(default_factory=lambda: choice("COMPILE", ("yes", "no")) == "yes")
    """Whether the engine is compiled in the background."""
    heartbeat: float = 2.0
    """Seconds between two comments in a stream of server-sent events: a browser that hears none says so."""
    push: str = field(default_factory=lambda: choice("PUSH", (PUBLIC, ANYWHERE, OFF)))
    """Which push services people are called through: public ones over TLS, any that a browser names, or none."""
    contact: str = field(default_factory=lambda: read_contact(setting("CONTACT", "")))
    """The operator's e-mail address, which push services are told, and from which e-mail comes."""
    has_lobby: bool = field(default_factory=lambda: choice("LOBBY", (ON, OFF)) == ON)
    """Whether people can make their tables public, for strangers to find them."""
    smtp: str = field(default_factory=lambda: read_smtp(setting("SMTP", "")), repr=False)
    """The server that e-mail is handed to; without it, a contact and a public URL no e-mail is sent."""

    @property
    def has_mail(self) -> bool:
        """Whether e-mail can be sent: there is a server for it, somebody whom it is from, and where its links lead."""
        return bool(self.smtp and self.contact and self.public_url)

    @property
    def contact_url(self) -> str:
        """What push services are told of the operator: an address to write to, or the one that players use."""
        if self.contact:
            return f"mailto:{self.contact}"
        return self.public_url if self.public_url.startswith("https:") else ""

    def is_proxy(self, host: str) -> bool:
        """Whether a connection comes from a trusted proxy."""
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self.trusted_proxies)
