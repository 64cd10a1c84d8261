"""The file of a game at the terminal: written after every move, and never written by two windows."""

from __future__ import annotations

from pathlib import Path

from rowdy.interfaces.cli import saves
from rowdy.interfaces.cli.saves import Sealed
from rowdy.interfaces.cli.screen import Screen
from rowdy.play.game_log import GameLog
from rowdy.play.kit import Held
from rowdy.rules.game import GameError, Seat


class GameFile:
    """Saves one game, whose log and standing orders change while it is played."""

    def __init__(
        self,
        screen: Screen,
        game_log: GameLog,
        orders: dict[Seat, Held],
        path: Path | None,
        known: str | None,
        saving: bool,
    ) -> None:
        """`known` is the text of the file at `path`, if the game was read from there; without a path, one is made."""
        self.path = path
        self.saving = saving
        self._screen = screen
        self._game_log = game_log
        self._orders = orders
        self._known = known
        """The text of the file as this window last read or wrote it."""
        self._opened: saves.OpenSave | None = None

    def save(self) -> None:
        """Saves the game; if the file cannot be written, another place is tried and named once."""
        if not self.saving:
            return
        try:
            if self.path is None:
                self.path = self._new_path()
            self._claim()
            self.leave_if_changed()
            self._write(self.path)
        except OSError as error:
            self._save_elsewhere(error)

    def save_as(self, name: str) -> None:
        """Saves the game in the file of this name, which is its file from now on; without a name, where it is."""
        path = Path(name).expanduser() if name else self.path
        if path is None:
            raise GameError("save-where")
        if path != self.path and path.exists():
            raise GameError("save-exists", path=path)
        try:
            if path == self.path:
                self.leave_if_changed()
                path = self.path
            self._write(path)
        except OSError as error:
            raise GameError("save-failed", path=path, reason=error.strerror or error) from error
        self.path, self.saving = path, True
        self._screen.say(self._screen.words("saved", path=path), copied=True)

    def leave_if_changed(self) -> None:
        """Leaves the file to another window that has played on, so that neither loses a move."""
        if self.path is not None and self._known is not None and saves.changed(self.path, self._known):
            self._leave("save-two-windows")

    def close(self) -> None:
        if self._opened:
            self._opened.close()

    def _new_path(self) -> Path:
        folder = saves.games_folder()
        folder.mkdir(parents=True, exist_ok=True)
        return saves.new_path(self._game_log.game.edition.game, folder)

    def _claim(self) -> None:
        """Marks the file as open in this window; if another window has it open, leaves it to that one."""
        if self.path is None or (self._opened and self._opened.path == self.path):
            return
        if self._opened:
            self._opened.close()
        self._opened = saves.OpenSave(self.path)
        if not self._opened.alone:
            self._leave("save-open-elsewhere")

    def _leave(self, message: str) -> None:
        other, self.path, self._known = self.path, self._new_path(), None
        self._screen.complain(self._screen.words(message, other=other, path=self.path), copied=True)
        self._claim()

    def _save_elsewhere(self, error: OSError) -> None:
        reason = error.strerror or error
        spare = saves.new_path(self._game_log.game.edition.game, saves.spare_folder())
        try:
            self._write(spare)
        except OSError:
            self.saving = False
            self._screen.complain(self._screen.words("cannot-save", reason=reason))
        else:
            self.path = spare
            self._screen.complain(self._screen.words("saved-elsewhere", reason=reason, path=spare), copied=True)

    def _write(self, path: Path) -> None:
        self._known = saves.save(path, self._game_log.record(), Sealed(self._game_log.dealer.seed, self._orders))
