"""`vallum solo study`: how well computer players score, with what data, over many games."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from statistics import median_low
from typing import TYPE_CHECKING, Any

from generator.base.errors import UsageError, suggestion
from generator.base.records import replace
from generator.play.commands.command_options import AddCommand, add_settings, given_settings

if TYPE_CHECKING:
    from generator.play.commands.console import Console
    from generator.play.stats.data_edits import Sweep
    from generator.play.stats.studies import Study
    from generator.play.stats.study_report import PlayedStudy
    from generator.play.stats.study_tasks import Workers

PAR_GAMES = 9
"""Games of the searching player whose median is the par of a challenge."""
_PAR_PLAYER = "searching"
"""The player of the par, which the strong one does not replace: pars of other months stay comparable."""
_PLAYERS = ("random", "greedy", "searching", "strong")
"""Computer players, the weakest first; a test holds them equal to those of `generator.solo.ai.players`."""
_MOST_GAMES, _MOST_JOBS, _MOST_STRENGTH, _MOST_STUDIES = 1_000_000, 999, 100_000, 100
_GAMES = 200


def add_study_command(add: AddCommand) -> None:
    """Add the parser of `vallum solo study`."""
    study = add("study", "Let a computer player play many games, and report its scores.", _study)
    add_settings(study)
    _add_games(study)
    _add_comparisons(study)
    _add_places(study)
    study.add_argument("--challenge", metavar="DAY|MONTH", help="instead, tell the par of a challenge")


def _add_games(study: argparse.ArgumentParser) -> None:
    """Add the options on the player, the number of games and their seeds."""
    study.add_argument("--player", choices=_PLAYERS, default="greedy", help="the computer player; default: greedy")
    strength = (
        "how much a player that searches tries, such as the number of its simulations; default: its usual strength"
    )
    study.add_argument("--strength", type=_whole(_MOST_STRENGTH), metavar="N", help=strength)
    study.add_argument(
        "--games", type=_whole(_MOST_GAMES), default=_GAMES, metavar="N", help=f"number of games; default: {_GAMES}"
    )
    seeds = "what the seeds begin with: NAME/1, NAME/2 …; default: study"
    study.add_argument("--seeds", default="study", metavar="NAME", help=seeds)


def _add_comparisons(study: argparse.ArgumentParser) -> None:
    """Add the options that compare several studies."""
    against = "compare with another player, or with another game's folder, on the same seeds"
    study.add_argument("--against", metavar="PLAYER|FOLDER", help=against)
    sweep = (
        "compare values of a key of the data, such as solo.toml:neutral.cards=1,2,3 or "
        "tables/rounds.csv:year_6.hard=10,12, of a setting: difficulty=easy,hard, or of strength; repeatable"
    )
    study.add_argument("--sweep", action="append", default=[], metavar="KEY=VALUES", help=sweep)


def _add_places(study: argparse.ArgumentParser) -> None:
    """Add the options on where the games are played and kept."""
    cores = min(os.cpu_count() or 1, _MOST_JOBS)
    jobs = "processes at work; default: one for each processor, here %(default)s"
    study.add_argument("--jobs", type=_whole(_MOST_JOBS), default=cores, metavar="N", help=jobs)
    cluster = "play on the workers of a running Dask cluster, such as tcp://192.0.2.7:8786"
    study.add_argument("--on", metavar="ADDRESS", help=cluster)
    out = (
        "folder that keeps every game, so that a stopped study goes on; default: output/study/PLAYER-SETTINGS; "
        "with --shard a file, such as part2.json"
    )
    study.add_argument("--out", type=Path, metavar="DIR", help=out)
    study.add_argument("--shard", type=_shard, metavar="K/N", help="play only the games of one of N equal parts")
    merge = "instead of playing, put the files of all shards together"
    study.add_argument("--merge", type=Path, nargs="+", metavar="FILE", help=merge)


def _whole(most: int) -> Callable[[str], int]:
    """Return a reader for an option's whole number from 1 to `most`."""

    def read(text: str) -> int:
        """Return the number; raise ArgumentTypeError for other text."""
        # Only nine digits are converted: a typed number may be of any length.
        if not text.isascii() or not text.isdecimal() or not 1 <= int(text[:9]) <= most or len(text) > 8:
            raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number from 1 to {most}")
        return int(text)

    return read


def _shard(text: str) -> tuple[int, int]:
    """Return the shard typed as `2/5`, as its number and the number of shards; raise ArgumentTypeError otherwise."""
    number, slash, parts = text.partition("/")
    try:
        shard = _whole(_MOST_GAMES)(number), _whole(_MOST_GAMES)(parts)
    except argparse.ArgumentTypeError:
        shard = 0, 0
    if not slash or not 0 < shard[0] <= shard[1]:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no part of a study; write it like 2/5")
    return shard


def _study(options: argparse.Namespace, console: Console) -> None:
    """Run `vallum solo study`: play the games, merge shards, or tell the par of a challenge."""
    from generator.play.game_data import load_rulebook, solo_game

    _check_options(options)
    if options.merge:
        _merge(options, console)
        return
    options.game = solo_game(options.game)
    book = load_rulebook(options.game)[0]
    difficulty = next(setting for setting in book.solo.settings if setting.id == book.solo.difficulty)
    # The difficulty is always named, as folders and reports tell it.
    settings = {difficulty.id: difficulty.default, **given_settings(options)}
    if options.challenge:
        _par(options, console, settings)
        return
    _run(options, console, settings)


def _check_options(options: argparse.Namespace) -> None:
    """Raise UsageError for options that do not go together."""
    used = {name for name in ("against", "sweep", "shard", "merge", "challenge", "on") if getattr(options, name)}
    for one, excluded in (
        ("against", ("sweep",)),
        ("merge", ("against", "sweep", "shard", "on")),
        ("challenge", ("against", "sweep", "shard", "merge", "on")),
    ):
        wrong = used.intersection(excluded)
        if one in used and wrong:
            raise UsageError(f"--{one} and --{min(wrong)} do not go together")
    if options.shard and (options.out is None or options.out.suffix != ".json"):
        raise UsageError("--shard writes one file; name it, such as --out part2.json")


def _run(options: argparse.Namespace, console: Console, settings: dict[str, str]) -> None:
    """Play all studies that the options ask for, and report them; with `--shard` write a part."""
    from generator.play.stats.studies import study_facts
    from generator.play.stats.study_parts import write_part
    from generator.play.stats.study_report import PlayedStudy
    from generator.play.stats.study_tasks import run_study
    from generator.play.text.play_messages import play_messages

    messages = play_messages(options.language)
    # All studies are known before the first game, so that a mistake in one of them costs no time.
    named = _studies(options, settings)
    studies = [study for _, study in named]
    for study in studies:
        study_facts(study)  # whatever is wrong in the data of one is told before any plays
    folder = _folder(options, studies)
    folders = [folder] if len(studies) == 1 else _folders(folder, [label for label, _ in named])
    played = []
    with _workers(options, studies) as workers:
        for (label, study), place in zip(named, folders, strict=True):

            def note_progress(done: int, label: str = label, games: int = len(study.seeds)) -> None:
                """Print how many games of a study are played."""
                progress = messages("study.progress", done=done, n=games)
                console.note(f"{label}: {progress}" if label else progress)

            played.append(PlayedStudy(study, run_study(study, place, workers, note_progress)))
    labels = [label for label, _ in named]
    if options.shard:
        write_part(options.out, labels, played)
        console.result({"files": [str(options.out)]}, [messages("study.files", files=options.out)])
    else:
        _report(options, console, labels, played, folder)


def _studies(options: argparse.Namespace, settings: dict[str, str]) -> list[tuple[str, Study]]:
    """Return the studies that a command asks for, each with its label in the report.

    Raises UsageError for shards or sweeps that cannot be.
    """
    from generator.play.stats.data_edits import parse_sweep
    from generator.play.stats.studies import Study

    game = _for_workers(options.game) if options.on else options.game
    shard = options.shard or (1, 1)
    first = Study(
        game,
        options.player,
        settings,
        options.games,
        name=options.seeds,
        strength=options.strength,
        edits=(),
        shard=shard,
    )
    if shard[1] > options.games:
        raise UsageError(f"{options.games} games cannot be divided into {shard[1]} shards")
    if options.against:
        return _rivals(options, first)
    studies = [("", first)]
    for sweep in map(parse_sweep, options.sweep):
        studies = [variant for study in studies for variant in _swept(study, sweep)]
    # Sweeps multiply: three of ten values are a thousand studies.
    if len(studies) > _MOST_STUDIES:
        raise UsageError(f"--sweep asks for {len(studies)} studies; at most {_MOST_STUDIES} are compared")
    return studies


def _rivals(options: argparse.Namespace, first: Study) -> list[tuple[str, Study]]:
    """Return the first study and its rival on the same seeds: another player, or another game folder."""
    from generator.load.game_locations import find_game

    rival = options.against
    # A player's name comes first; a game of that name is given by its folder.
    if rival in _PLAYERS:
        if rival == first.player:
            raise UsageError(f"--against {rival}: the player is compared with itself; name another")
        return [(first.player, first), (rival, replace(first, player=rival, strength=None))]
    try:
        find_game(rival)
    except UsageError:
        refusal = f"--against {rival!r} is neither a player nor the folder of a game"
        raise UsageError(refusal + suggestion(rival, _PLAYERS)) from None
    game = _for_workers(rival) if options.on else rival
    return [(options.game, first), (rival, replace(first, game=game))]


def _swept(named: tuple[str, Study], sweep: Sweep) -> list[tuple[str, Study]]:
    """Return a labelled study once for each value of a sweep (a key of the data, a setting or the strength)."""
    from generator.play.stats.data_edits import DataEdit

    above, study = named
    variants = []
    for value in sweep.values:
        edit = DataEdit(sweep.file, sweep.key, value)
        name = f"{above}, {edit.title}" if above else edit.title
        if sweep.file:
            variants.append((name, replace(study, edits=(*study.edits, edit))))
        # The one key that is neither data nor a setting of the game.
        elif sweep.key == "strength":
            variants.append((name, replace(study, strength=_whole_strength(value))))
        else:
            variants.append((name, replace(study, settings={**study.settings, sweep.key: str(value)})))
    return variants


def _whole_strength(value: Any) -> int:
    """Return the strength of a computer player that a study varies (`--sweep strength=1,2`) as a whole number.

    Raises UsageError for other values.
    """
    try:
        return _whole(_MOST_STRENGTH)(str(value))
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"--sweep strength: {error}") from None


def _for_workers(game: str) -> str:
    """Return a game's name, or its absolute path, for workers that have another working folder."""
    from generator.load.game_locations import shipped_games

    return game if game in shipped_games() else str(Path(game).resolve())


def _workers(options: argparse.Namespace, studies: Sequence[Study]) -> AbstractContextManager[Workers]:
    """Return the workers for the studies: of a Dask cluster with `--on`, else processes of this computer."""
    from generator.play.stats.study_workers import cluster_workers, local_workers

    if options.on:
        return cluster_workers(options.on)
    return local_workers(options.jobs, max(len(study.seeds) for study in studies))


def _folder(options: argparse.Namespace, studies: Sequence[Study]) -> Path:
    """Return the folder in which the studies are kept."""
    if options.shard:
        # Beside the file of the shard, so that a stopped one goes on.
        return Path(options.out).with_suffix("")
    # Without --out the folder is named after the player and the settings, so that the same command finds it again.
    first = studies[0]
    parts = [first.player, *([str(first.strength)] if first.strength is not None else []), *first.settings.values()]
    if options.against:
        parts += ["against", options.against]
    if options.sweep:
        parts = [first.player, "sweep", *(sweep.partition("=")[0] for sweep in options.sweep)]
    return options.out or Path("output", "study", _file_name("-".join(parts)))


def _folders(folder: Path, labels: Sequence[str]) -> list[Path]:
    """Return a folder for each study of a comparison, with a number in its name: labels alone might not differ."""
    return [folder / f"{number}-{_file_name(label)}" for number, label in enumerate(labels, 1)]


def _file_name(label: str) -> str:
    """Return a label as part of a file name: letters, digits, `_` and `.`, joined by hyphens."""
    return re.sub(r"[^\w.]+", "-", label, flags=re.ASCII).strip("-.")[:80] or "study"


def _merge(options: argparse.Namespace, console: Console) -> None:
    """Report the studies whose parts are in the files of `--merge`."""
    from generator.play.stats.study_parts import merge_parts

    labels, played = merge_parts(options.merge)
    _report(options, console, labels, played, options.out or Path("output", "study", "merged"))


def _report(
    options: argparse.Namespace,
    console: Console,
    labels: Sequence[str],
    played: Sequence[PlayedStudy],
    folder: Path,
) -> None:
    """Write and print the results of one study, or of several compared."""
    from generator.play.stats.comparison_report import ComparisonReport
    from generator.play.stats.study_report import StudyReport
    from generator.play.text.play_messages import play_messages

    language = options.language
    messages = play_messages(language)
    reports = [StudyReport(study, language) for study in played]
    if len(reports) == 1:
        files, lines, document = reports[0].write(folder), reports[0].lines(), reports[0].document
    else:
        for place, report in zip(_folders(folder, labels), reports, strict=True):
            report.write(place)
        compared = ComparisonReport(labels, reports, language)
        files, lines, document = compared.write(folder), compared.lines(), compared.document
    named = messages("study.files", files=messages("and").join(map(str, files)))
    console.result({**document, "files": list(map(str, files))}, [*lines, named])


def _par(options: argparse.Namespace, console: Console, settings: dict[str, str]) -> None:
    """Print the par of a challenge: the median total of several games of one player.

    Weaker players play one game each on the same decks, to compare with.
    """
    from generator.play.stats.game_runner import GameRunner
    from generator.play.text.play_messages import play_messages
    from generator.session.session_folder import challenge_seed

    messages, runner = play_messages(options.language), GameRunner(options.game, settings)
    seed = challenge_seed(options.challenge)
    best, weaker = _PAR_PLAYER, _PLAYERS[: _PLAYERS.index(_PAR_PLAYER)]
    totals = {player: runner.play(player, seed).total for player in weaker}
    played = [runner.play(best, seed, whim).total for whim in range(PAR_GAMES)]
    # A median is one of the totals that were played, and no average that nobody can reach.
    par = median_low(played)
    document: dict[str, Any] = {"challenge": options.challenge, "par": par, best: played, **totals}
    line = messages("study.par", challenge=options.challenge, par=par, player=messages(f"study.{best}"), n=PAR_GAMES)
    lines = [messages("study.others", player=messages(f"study.{name}"), total=total) for name, total in totals.items()]
    console.result(document, [line, *lines])
