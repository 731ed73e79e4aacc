"""The text of a campaign: the line of forts, what is won, and what comes next.

A fort is one game of a campaign, with goals of its own; it is played until it is won.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.terminal_text import format_table
from generator.model.solo.campaign import Fort
from generator.play.campaigns.campaign_record import CampaignGame, CampaignRecord
from generator.play.text.fort_text import FortText
from generator.play.text.item_names import ItemNames
from generator.play.text.play_messages import play_messages


class CampaignText:
    """Tells a campaign in one language."""

    def __init__(self, record: CampaignRecord, language: str, *, tapped: bool = False) -> None:
        """Take a campaign and the language to tell it in; `tapped` takes the words of pages, which name no commands."""
        self._record, self._messages = record, play_messages(language, tapped=tapped)
        self._names = ItemNames(record.book, self._messages, language)
        self._forts = FortText(self._names)

    def whole(self) -> Iterator[str]:
        """Yield the table of forts, the tally, and the present fort."""
        yield self.title_line()
        yield from format_table(self.fort_rows())
        yield self.tally()
        if self._record.standing.fort:
            yield ""
        yield from self.present()
        yield from self.next()

    def title_line(self) -> str:
        """Return the line that names the campaign and the way it is played."""
        title = self._names.text(self._record.campaign.title)
        values = {"name": self._record.name, "kind": self._kind(), "settings": self._settings()}
        return self._messages("campaign.head", title=title, **values)

    def fort_rows(self) -> tuple[tuple[str, ...], ...]:
        """Return the table of the forts: a heading row, then a row for each fort."""
        columns = ("fort", "state", "challenge", "games", "points")
        head = ("", *(self._messages(f"campaign.column_{column}") for column in columns))
        return head, *map(self._row, self._record.campaign.forts)

    def tally(self) -> str:
        """Return the sentence with the forts won, the challenges met and the games played."""
        stands, forts = self._record.standing, len(self._record.campaign.forts)
        counts = {"won": stands.won, "forts": forts, "met": len(stands.rewarded)}
        return self._messages("campaign.tally", games=len(self._record.games), **counts)

    def present(self) -> Iterator[str]:
        """Yield the lines for the present fort: changes, goals, and items to begin with; nothing once all is won."""
        stands = self._record.standing
        if stands.fort:
            yield from self._forts.about(stands.fort, len(self._record.campaign.forts))
            if stands.start:
                yield self._messages("fort.start", items=self._names.pays(stands.start))

    def next(self) -> Iterator[str]:
        """Yield the next thing to do: mend a damaged game, go on with one, or begin a fort; or that all is won."""
        record, messages, fort = self._record, self._messages, self._record.standing.fort
        if record.damage:
            yield messages("campaign.damaged", what=record.damage)
        elif fort is None:
            yield messages("campaign.won")
        elif game := record.in_play:
            yield messages("campaign.in_play", session=game.session, year=game.year, name=record.name)
        else:
            key = "next_again" if record.attempts(fort) else "next"
            yield messages(f"campaign.{key}", fort=self.title(fort), name=record.name)

    def given_up(self, game: CampaignGame) -> Iterator[str]:
        """Yield the sentence that a game counts no more, before its fort is begun anew."""
        fort = next(candidate for candidate in self._record.campaign.forts if candidate.id == game.fort)
        yield self._messages("campaign.given_up", session=game.session, year=game.year, fort=self.title(fort))
        yield ""

    def title(self, fort: Fort) -> str:
        """Return the name of a fort."""
        return self._forts.title(fort)

    def _kind(self) -> str:
        """Return the way the campaign is played in words, from the header of its first game."""
        options = self._record.games[0].header.options or {}
        kind = self._messages(f"open.{options.get('kind')}")
        return self._messages(
            "campaign.kinds", kind=kind, draw=self._messages("open.typed" if options.get("typed") else "open.dealt")
        )

    def _settings(self) -> str:
        """Return the settings of the campaign in words."""
        chosen = (self._record.games[0].header.options or {}).get("settings") or {}
        settings = [setting for setting in self._record.book.solo.settings if setting.id in chosen]
        words = [
            self._messages("open.setting", title=self._names.text(setting.title), choice=self._names.text(choice.title))
            for setting in settings
            for choice in setting.choices
            if choice.id == chosen[setting.id]
        ]
        return self._messages("and").join(words)

    def _row(self, fort: Fort) -> tuple[str, ...]:
        """Return the table cells of a fort: number, name, state, challenge, games played, best points."""
        record, messages = self._record, self._messages
        games, stands = record.attempts(fort), record.standing
        winner = next((game for game in games if game.won), None)
        met = messages("campaign.challenge_met") if fort.id in stands.rewarded else ""
        # The game that won counts, however many points an earlier attempt had.
        attempts = (winner,) if winner else games
        best = max((game.points for game in attempts if game.points is not None and game.over), default="")
        count = str(len(games)) if games else ""
        return f"{fort.number}.", self.title(fort), self._state(fort, winner), met, count, str(best)

    def _state(self, fort: Fort, winner: CampaignGame | None) -> str:
        """Return the state of a fort in words; `winner` is the game that won it, None where none has."""
        if winner:
            return self._messages("campaign.state_said" if winner.is_said else "campaign.state_won")
        return self._messages("campaign.state_now" if fort == self._record.standing.fort else "campaign.state_open")
