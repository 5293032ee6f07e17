"""An agent, ready to be asked: it is started between the stand-ins, and what it does is observed."""

from __future__ import annotations

import dataclasses
import json
import secrets
import shutil
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from toolset_conformance.agents.conversation import JSON, Conversation, Observation
from toolset_conformance.agents.stand_ins.background import Background
from toolset_conformance.agents.stand_ins.stage import Reachable, Stage, told
from toolset_conformance.agents.starting import ending
from toolset_conformance.agents.starting.agent_process import AgentProcess, environment
from toolset_conformance.agents.starting.profile import Profile, fill

VERSION_SECONDS = 60.0
"""How long the command that prints the version may take."""
_WAIT = 0.1


@dataclasses.dataclass
class _Place:
    """The fresh folders of one start, gone with it."""

    root: Path

    def __post_init__(self) -> None:
        self.folder, self.home, self.temporary = (self.root / name for name in ("work", "home", "tmp"))
        for folder in (self.folder, self.home, self.temporary):
            folder.mkdir()

    @classmethod
    def new(cls) -> _Place:
        return cls(Path(tempfile.mkdtemp(prefix="toolset-agent-")).resolve())

    def remove(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)


@dataclasses.dataclass
class _Driver:
    """A running driver (mode ``loop``), used by one conversation at a time."""

    process: AgentProcess
    place: _Place
    fresh: bool = True

    def end(self) -> None:
        self.process.stop()
        self.place.remove()


class Agent:
    """An agent by its profile; a context manager. Conversations may be held from several threads at once.

    ``programs``: folders that are searched for programs before PATH. ``strict``: what the Messages API would refuse in
    a request is refused, where it is only written down otherwise.
    """

    def __init__(self, profile: Profile, *, programs: Sequence[Path] = (), strict: bool = False) -> None:
        self.profile, self._programs = profile, tuple(programs)
        self._strict = strict
        self._background = Background()
        self._idle: list[_Driver] = []
        self._lock = threading.Lock()
        self._key = f"not-a-key-{secrets.token_hex(16)}"

    def __enter__(self) -> Agent:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all that is still running. No conversation may be under way."""
        with self._lock:
            idle, self._idle = self._idle, []
        for driver in idle:
            driver.end()
        self._background.close()

    def version(self) -> str | None:
        """Return the first line that the profile's ``version`` command prints; ``None`` where there is none."""
        if not self.profile.version:
            return None
        place = _Place.new()
        try:
            given = {"prompt": "", "api": "", "key": self._key}
            filled = fill(dataclasses.replace(self.profile, command=self.profile.version), *_folders(place), (), given)
            process = AgentProcess(filled.words, self._environment(place, filled.env), place.folder, place.root)
            end = time.monotonic() + VERSION_SECONDS
            while not process.ended and time.monotonic() < end:
                process.pump(_WAIT)
            process.finish() if process.ended else process.stop()
            return next(iter(process.tail("stdout").splitlines()), None) if process.status == 0 else None
        finally:
            place.remove()

    def missing(self) -> str | None:
        """Return the program that the profile's command begins with where it is not found, ``None`` where it is."""
        bare = dataclasses.replace(self.profile, files={}, env={})
        word = fill(bare, Path(), Path(), (), _NOTHING).words[0]
        path = environment({}, Path(), Path(), self._programs)["PATH"]
        return None if shutil.which(word, path=path) else word

    def converse(self, conversation: Conversation) -> Observation:
        """Hold one conversation, and return what was seen; never raises for what the agent does."""
        over = threading.Event()
        stage = Stage(
            self._background,
            conversation,
            self.profile.transport,
            key=self._key,
            side=self.profile.side,
            strict=self._strict,
            stop=over.set,
        )
        with stage:
            return self._once(stage, over) if self.profile.mode == "once" else self._loop(stage, over)

    def _once(self, stage: Stage, over: threading.Event) -> Observation:
        place = _Place.new()
        try:
            given = {"prompt": stage.conversation.prompt, "api": stage.api.url, "key": self._key}
            process = self._started(place, stage.servers, given)
            timed_out = False
            try:
                while not (process.ended or process.flooded or over.is_set() or timed_out):
                    process.pump(_WAIT)
                    timed_out = self._late(stage)
            except BaseException:
                process.kill()
                raise
            process.finish() if process.ended else process.stop()
            finish = ending.Finish(
                process.program, timed_out=timed_out, flooded=process.flooded, kept_asking=over.is_set()
            )
            return self._observed(stage, process, finish)
        finally:
            place.remove()

    def _loop(self, stage: Stage, over: threading.Event) -> Observation:
        driver = self._driver()
        process = driver.process
        process.forget()
        process.write(json.dumps(told(stage, self._key)))
        answer: Mapping[str, JSON] | None = None
        timed_out = False
        try:
            while not (process.ended or process.flooded or over.is_set() or timed_out):
                process.pump(_WAIT)
                if (answer := _answer(process)) is not None:
                    break
                timed_out = self._late(stage)
        except BaseException:
            process.kill()
            driver.place.remove()
            raise
        if answer is None:
            process.finish() if process.ended else process.stop()
            driver.place.remove()
        finish = ending.Finish(
            process.program, timed_out=timed_out, flooded=process.flooded, kept_asking=over.is_set(), answer=answer
        )
        observation = self._observed(stage, process, finish)
        if answer is not None:
            with self._lock:
                self._idle.append(driver)
        return observation

    def _driver(self) -> _Driver:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        place = _Place.new()
        return _Driver(self._started(place, (), {}, talks=True), place)

    def _started(
        self, place: _Place, servers: Sequence[Reachable], given: Mapping[str, str], *, talks: bool = False
    ) -> AgentProcess:
        filled = fill(self.profile, *_folders(place), servers, given)
        for target, text in filled.files.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8")
        return AgentProcess(filled.words, self._environment(place, filled.env), place.folder, place.root, talks=talks)

    def _environment(self, place: _Place, named: Mapping[str, str]) -> dict[str, str]:
        return environment(named, place.home, place.temporary, self._programs)

    def _late(self, stage: Stage) -> bool:
        """Whether the agent's time is over: the time to its first request, then the conversation's own."""
        contact = stage.recording.contact
        if contact is None:
            return stage.recording.now() > self.profile.start_seconds
        return time.monotonic() - contact > stage.conversation.seconds

    def _observed(self, stage: Stage, process: AgentProcess, finish: ending.Finish) -> Observation:
        played = stage.api.finished
        seen = stage.end(stdout=process.tail("stdout"), stderr=process.tail("stderr"), status=process.status)
        finish = dataclasses.replace(finish, status=process.status, error=process.error, played=played)
        oddities = list(seen.oddities)
        if process.left:
            oddities.append(f"left behind when it ended, and killed: {'; '.join(process.left[:5])}")
        if process.stubborn:
            oddities.append("ignored SIGTERM, and was killed")
        how = ending.end(finish, seen)
        detail = ending.detail(how, finish, stage.conversation, seen)
        return dataclasses.replace(seen, end=how, oddities=tuple(oddities), detail=detail)


_NOTHING = {"prompt": "", "api": "", "key": ""}


def _folders(place: _Place) -> tuple[Path, Path]:
    return place.folder, place.home


def _answer(process: AgentProcess) -> Mapping[str, JSON] | None:
    """Return the driver's answer: the first line that is an object, empty or with an error; the rest is babble."""
    while process.lines:
        try:
            value = json.loads(process.lines.popleft())
        except ValueError:
            continue
        if isinstance(value, dict) and (not value or "error" in value):
            return value
    return None
