"""What `deploy/` has for operators fits the product: commands, options, settings, ports and files that it names.

The units are verified by systemd and the compose file by docker-compose, where these are installed. No image is built
and no container is started here.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

from rheinlaender.cli.main import parsed
from rheinlaender.server.settings import Settings
from rheinlaender.server.store.database import read_url

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = ("rheinlaender.service", "rheinlaender-think.service")
SERVERS, THINKERS = ("server-1", "server-2"), ("thinker-1", "thinker-2")
MOST_EXPOSURE = 20
"""Tenths of what `systemd-analyze security` counts; 100 is a unit that nothing protects."""
SECRET = "correcthorse"


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    """The compose file, with its variables filled in."""
    yaml = pytest.importorskip("yaml")
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    text = re.sub(r"\$\{POSTGRES_PASSWORD:\?[^}]*\}", SECRET, text).replace("${SITE:-localhost}", "localhost")
    assert "${" not in text
    return dict(yaml.safe_load(text))


def settings_under(environment: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings of a server that is started with an environment; every name in it is one that the product reads."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    for name, value in environment.items():
        assert name.startswith("RHEINLAENDER_")
        assert f'"{name.removeprefix("RHEINLAENDER_")}"' in sources or f'"{name}"' in sources, name
        monkeypatch.setenv(name, value)
    return Settings()


def environment_of_image() -> dict[str, str]:
    """What the image sets."""
    (text,) = re.findall(r"^ENV ((?:.*\\\n)*.*)$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    return dict(word.split("=", 1) for word in shlex.split(text.replace("\\\n", " ")))


def program(*names: str) -> str:
    """A program, or the test is skipped."""
    found = next((path for name in names if (path := shutil.which(name))), None)
    return found or pytest.skip(f"{names[0]} is not installed")


def test_the_image_has_what_it_copies_and_starts() -> None:
    """Files that are copied are there, extras and the script are the project's, and the wheel can be built of them."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    copied = [line.split()[1:-1] for line in text.splitlines() if line.startswith("COPY ") and "--from" not in line]
    names = [name for line in copied for name in line]
    assert names and all((ROOT / name).exists() for name in names)
    hatch = project["tool"]["hatch"]
    needed = {"pyproject.toml", "README.md", *project["project"]["license-files"], "src"}
    needed |= {*hatch["build"]["targets"]["wheel"]["force-include"], hatch["metadata"]["hooks"]["custom"]["path"]}
    assert needed <= set(names)
    (extras,) = re.findall(r"\.whl\)\[([a-z,]+)\]", text)
    assert set(extras.split(",")) <= set(project["project"]["optional-dependencies"])
    (entry,) = re.findall(r"^ENTRYPOINT (.*)$", text, re.MULTILINE)
    (command,) = re.findall(r"^CMD (.*)$", text, re.MULTILINE)
    assert json.loads(entry)[0] in project["project"]["scripts"]
    assert parsed(json.loads(command)).command == "serve"


def test_the_image_listens_where_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the port that it exposes, for the whole network, and keeps what it writes in its volumes."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    settings = settings_under(environment_of_image(), monkeypatch)
    assert settings.host == settings.metrics_host == "0.0.0.0"
    assert re.findall(r"^EXPOSE (.*)$", text, re.MULTILINE) == [str(settings.port)]
    (volumes,) = re.findall(r"^VOLUME (.*)$", text, re.MULTILINE)
    kept = [str(Path(str(read_url(settings.database).database)).parent), os.environ["RHEINLAENDER_CACHE"]]
    assert sorted(json.loads(volumes)) == sorted(kept)
    assert all(folder in text.split("USER rheinlaender")[0] for folder in kept)


@pytest.mark.parametrize("name", [*SERVERS, *THINKERS])
def test_services_are_started_as_they_can_be(
    name: str, compose: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each command and setting exists; all have one database, trust the proxy alone, and let thinkers think."""
    service = compose["services"][name]
    assert parsed(service["command"]).command == ("serve" if name in SERVERS else "think")
    assert (ROOT / "deploy" / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
    settings = settings_under(environment_of_image() | service["environment"], monkeypatch)
    url, database = read_url(settings.database), compose["services"]["database"]
    assert (url.host, url.username, url.password) == ("database", database["environment"]["POSTGRES_USER"], SECRET)
    assert url.database == url.username and settings.thinkers == "elsewhere"
    address = compose["services"]["proxy"]["networks"]["default"]["ipv4_address"]
    assert settings.is_proxy(address) and sum(network.num_addresses for network in settings.trusted_proxies) == 1
    (volume,) = service["volumes"]
    assert volume.split(":")[1] == os.environ["RHEINLAENDER_CACHE"] and volume.split(":")[0] in compose["volumes"]


def test_no_two_services_share_an_engine(compose: dict[str, Any]) -> None:
    """Each keeps what it compiles for itself: the machines may differ."""
    volumes = [compose["services"][name]["volumes"][0] for name in (*SERVERS, *THINKERS)]
    assert len(set(volumes)) == len(volumes)


def test_the_proxy_leads_to_the_servers(compose: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them, at their port; it alone is reached from outside; Caddy itself reads its setting so."""
    proxy = compose["services"]["proxy"]
    settings = settings_under(environment_of_image(), monkeypatch)
    servers = [f"{name}:{settings.port}" for name in SERVERS]
    assert proxy["environment"]["SERVERS"].split() == servers
    assert {name for name, service in compose["services"].items() if "ports" in service} == {"proxy"}
    assert (DEPLOY / proxy["volumes"][0].split(":")[0]).is_file()
    subnet = compose["networks"]["default"]["ipam"]["config"][0]["subnet"].removesuffix("0/24")
    assert str(ip_address(proxy["networks"]["default"]["ipv4_address"])).startswith(subnet)
    assert dialled(proxy["environment"]) == servers
    assert dialled({}) == [f"127.0.0.1:{settings.port}"]


def dialled(environment: Mapping[str, str]) -> list[str]:
    """The servers that Caddy would ask."""
    command = [program("caddy"), "adapt", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=True)
    return re.findall(r'"dial":"([^"]+)"', done.stdout)


def test_servers_are_asked_whether_they_are_ready(compose: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """At the port at which they listen; the database is waited for."""
    settings = settings_under(environment_of_image(), monkeypatch)
    for name in SERVERS:
        service = compose["services"][name]
        assert f"127.0.0.1:{settings.port}/readyz" in service["healthcheck"]["test"][-1]
        compile(service["healthcheck"]["test"][-1], name, "exec")
        assert service["depends_on"]["database"]["condition"] == "service_healthy"


def test_docker_reads_the_compose_file() -> None:
    """With a password; without one it refuses."""
    command = [program("docker-compose"), "--file", str(DEPLOY / "compose.yaml"), "config"]
    environment = {name: value for name, value in os.environ.items() if name != "POSTGRES_PASSWORD"}
    refused = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert refused.returncode and "say a password" in refused.stderr
    done = subprocess.run(command, env=environment | {"POSTGRES_PASSWORD": SECRET}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(f"rheinlaender:{SECRET}@database") == 4


def read_unit(name: str) -> dict[str, list[str]]:
    """The lines of a unit by their names."""
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / name).read_text(encoding="utf-8").splitlines():
        if "=" in line and not line.startswith("#"):
            found.setdefault(line.partition("=")[0], []).append(line.partition("=")[2])
    return found


@pytest.mark.parametrize("name", UNITS)
def test_units_start_what_there_is(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command with its options, settings that the product reads, and folders that systemd makes."""
    unit = read_unit(name)
    words = shlex.split(unit["ExecStart"][0])
    assert Path(words[0]).name == "rheinlaender" and parsed(words[1:]).command in ("serve", "think")
    environment = dict(line.split("=", 1) for line in unit["Environment"])
    settings_under(environment, monkeypatch)
    assert environment["RHEINLAENDER_CACHE"] == f"/var/cache/{unit['CacheDirectory'][0]}"
    if "StateDirectory" in unit:
        assert environment["RHEINLAENDER_DATABASE"] == f"sqlite:////var/lib/{unit['StateDirectory'][0]}/tables.db"
    assert unit["SuccessExitStatus"] == ["143"] and int(unit["LimitNOFILE"][0]) > Settings().limits.lines


@pytest.mark.parametrize("name", UNITS)
def test_systemd_reads_the_units(name: str, tmp_path: Path) -> None:
    """It finds nothing wrong with them, and little that is open."""
    analyse, command = program("systemd-analyze"), tmp_path / "rheinlaender"
    command.touch(0o755)
    text = (DEPLOY / name).read_text(encoding="utf-8").replace("/opt/rheinlaender/bin/rheinlaender", str(command))
    (tmp_path / name).write_text(text, encoding="utf-8")
    done = subprocess.run([analyse, "verify", str(tmp_path / name)], capture_output=True, text=True)
    assert done.returncode == 0 and name not in done.stderr, done.stderr
    words = ["security", "--offline=yes", f"--threshold={MOST_EXPOSURE}", str(tmp_path / name)]
    done = subprocess.run([analyse, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-300:] + done.stderr
