"""The relaxed game of one seed as an integer program."""

from generator.solo.compiled.boxes import CHOICE, FILL, ITEM
from tests.bench.ceilings.areas import Areas
from tests.bench.ceilings.formulas import Formulas
from tests.bench.ceilings.program import Linear, Program


class RelaxedGame(Areas):
    """The program, and how its variables are named.

    ("box", box, year)      marked by the end of the actions of a year; the year after the last is after the last attack
    ("move", move, year)    moves done in a year
    """

    def __init__(self, book, cards):
        """Build the program of the cards of a seed."""
        self.book, self.rules, self.cards = book, book.boxes, cards
        self.program = Program()
        self.years = tuple(cards.years)
        self.last = self.years[-1] + 1
        self.sheet = self.rules.book
        self.formulas = Formulas(self.program, self.sheet, self)
        self.battle_tracks = {gladiator.battles: gladiator for gladiator in book.gladiators}
        self.special = {book.paths, book.disdain, *book.answers.values()}
        self.tracks = [
            track
            for track in range(len(self.rules.tracks))
            if track not in self.special and self.rules.boxes[self.rules.starts[track]].kind not in ("text", "choice")
        ]
        self.modelled = [box for track in self.tracks for box in self.rules.span(track)]
        self.late = self._attack_tracks()
        self._openers = {}
        self._boxes()
        self._limits()
        self._draws()
        self._choices()
        self._paths()
        self._market()
        self._map()
        self._attacks()
        self._battles()
        self._gains()
        self._needs()
        self.program.aim.add(self.formulas.value(self.rules.ranks.of, self.last))

    # leaves of formulas

    def box(self, box, year):
        """Return the name of the variable of a box."""
        if year == self.last and self.rules.track_of[box] not in self.late:
            year -= 1
        return ("box", box, year)

    def marked(self, ids, year):
        """Return the number of marked boxes."""
        return Linear(0, {self.box(self.rules.index[id_], year): 1 for id_ in ids})

    def circled(self, ids, year):
        """Return the disdain that is circled and not filled in."""
        track = self.book.disdain
        if [self.rules.index[id_] for id_ in ids] != list(self.rules.span(track)):
            raise ValueError(ids)
        return self.circled_now(year)

    def circled_now(self, year):
        """Return the disdain at the end of the actions of a year."""
        total = Linear(0, {("disdain", number): 1 for number in self.years if number < year})
        for number in [number for number in self.years if number <= year]:
            total.add(("remove", number), -1)
        return total

    def different(self, _, year):
        """Return the count of different goods by the end of a year."""
        return Linear(0, {("good", good, year): 1 for good in self.goods})

    def chosen(self, option):
        """Return the variable that is one where a card is kept as a path."""
        return ("path", option)

    # parts

    def _attack_tracks(self):
        """Return the tracks whose level an attack can raise."""
        gains = [self.rules.effect(self.book.solo.attack.gains)]
        found = set()
        while gains:
            kind, arg = gains.pop()
            tracks = [arg] if kind == FILL else self.rules.fills[arg] if kind == CHOICE else []
            for track in [track for track in tracks if track not in found]:
                found.add(track)
                gains += [gain for box in self.rules.span(track) for gain in self.rules.gains[box]]
                boxes = [self.rules.boxes[box] for box in self.rules.span(track)]
                if track in self.rules.bonuses or any(box.one_of or box.yearly or box.yearly_one_of for box in boxes):
                    raise ValueError("the gains of an attack go too far")
        if any(gain for box in self.rules.span(self.book.disdain) for gain in self.rules.gains[box]):
            raise ValueError("disdain gives something")
        return found

    def _boxes(self):
        """Add the boxes by year: marked ones stay marked, rows are filled in order, moves and icons fill them."""
        for move in range(len(self.rules.moves)):
            for year in self.years:
                self.program.variable(("move", move, year))
        for box in self.modelled:
            self._add_box(box)
            for year in self.years:
                self._filling(box, year)

    def _add_box(self, box):
        """Add a box by year."""
        program, start, track = self.program, self.rules.starts, self.rules.track_of[box]
        is_row, mark = self.rules.tracks[track].order == "row", int(bool(self.rules.start()[box]))
        program.variable(("box", box, 0), mark, mark)
        for year in (*self.years, *([self.last] if track in self.late else [])):
            program.variable(("box", box, year))
            program.at_most(("stays", box, year), ("box", box, year - 1), ("box", box, year))
            if is_row and box > start[track]:
                program.at_most(("row", box, year), ("box", box, year), ("box", box - 1, year))

    def _limits(self):
        """Add the yearly limits; what all boxes of a limit need is needed by the first one of a year."""
        for number, limit in enumerate(self.rules.limits):
            boxes = [self.rules.index[id_] for id_ in limit.boxes]
            needed = set.intersection(*map(self.openers, boxes))
            for year in self.years:
                total = self.rises(boxes, year)
                self.program.at_most(("limit", number, year), total, Linear(limit.most))
                for track, level in needed:
                    opener = ("box", self.rules.starts[track] + level - 1, year)
                    self.program.at_most(("limit", number, opener), total, Linear(0, {opener: limit.most}))

    def openers(self, box):
        """Return the tracks whose levels a box needs, directly or through others, each with the highest level."""
        if box not in self._openers:
            levels = {}
            needs = [need for need in self.rules.needs[box] if need[1]]
            if self.rules.tracks[self.rules.track_of[box]].order == "row" and self.rules.boxes[box].number > 1:
                needs.append((self.rules.track_of[box], self.rules.boxes[box].number - 1))
            for track, level in needs:
                for other, least in {(track, level), *self.openers(self.rules.starts[track] + level - 1)}:
                    levels[other] = max(least, levels.get(other, 0))
            self._openers[box] = set(levels.items())
        return self._openers[box]

    def _filling(self, box, year):
        """Add the row that moves fill a box, or with icons at most that."""
        moves = Linear()
        for number, move in enumerate(self.rules.moves):
            if move.box == box:
                moves.add(("move", number, year))
        track = self.rules.tracks[self.rules.track_of[box]]
        if track.filled_by or self.rules.track_of[box] == self.book.map:
            self.program.at_most(("moves", box, year), moves, self.rise(box, year))
        else:
            self.program.equal(("moves", box, year), moves, self.rise(box, year))

    def rise(self, box, year):
        """Return one where a box was marked in a year, as an expression."""
        if year == self.last and self.rules.track_of[box] not in self.late:
            return Linear()
        return Linear().add(("box", box, year)).add(("box", box, year - 1), -1)

    def rises(self, boxes, year):
        """Return how many boxes were marked in a year."""
        total = Linear()
        for box in boxes:
            total.add(self.rise(box, year))
        return total

    @property
    def most_extra(self):
        """The most cards that goods, battles and tokens can draw in a game."""
        tracks = [self.book.market, *self.battle_tracks]
        return sum(self.rules.lengths[track] for track in tracks) + len(self.book.scout_boxes)

    def _draws(self):
        """Add how many cards goods, battles and tokens have drawn before each income, and before each attack."""
        for kind, years in (("income", (*self.years, self.last)), ("attack", self.years)):
            for year in years:
                total = Linear()
                for extra in range(self.most_extra + 1):
                    self.program.variable((kind, year, extra), int(not extra or year > 1 or kind == "attack"))
                    total.add((kind, year, extra))
                self.program.equal((kind, year), total, Linear(1))
        for year in self.years:
            drawn = self._extra("attack", year).add(self._extra("income", year), -1)
            tokens = self._extra("income", year + 1).add(self._extra("attack", year), -1)
            self.program.equal(("drawn", year), drawn, self._drawn(year))
            self.program.equal(("tokens", year), tokens, self._tokens(year))

    def _extra(self, kind, year):
        """Return the number of extra cards drawn before a year's income or attack."""
        return Linear(0, {(kind, year, extra): extra for extra in range(self.most_extra + 1)})

    def _drawn(self, year):
        """Return the cards drawn in the actions of a year."""
        total = Linear().add(("deck_goods", year))
        for track in self.battle_tracks:
            total.add(self.rises(self.rules.span(track), year))
        return total

    def _tokens(self, year):
        """Return the tokens on neutral cards of a year."""
        total = Linear()
        for card in self.cards.neutrals(year):
            total.add(("token", card, year)).add(("scouting", card, year))
        return total

    def _paths(self):
        """Add the card that is kept as a path in each year; the other one gives its items."""
        rows = self.book.deck(self.book.solo.hand.deck).rows
        for year in self.years:
            hand = self.cards.hand(year)
            for card in hand:
                self.program.variable(("path", rows[card].id))
            kept = Linear(0, {("path", rows[card].id): 1 for card in hand})
            self.program.equal(("path", year), kept, Linear(1))

    def _choices(self):
        """Add the icons that are chosen where a box gives one of some."""
        for box in self.modelled:
            one_of, yearly = self.rules.boxes[box].one_of, self.rules.boxes[box].yearly_one_of
            for year in self.years:
                if one_of:
                    self._choice(("choice", box, year), one_of, self.rise(box, year))
                    for icon in one_of:
                        self._unpaid(box, icon, year)
                if yearly:
                    self._choice(("yearly", box, year), yearly, Linear().add(("box", box, year - 1)))

    def _choice(self, name, icons, most):
        """Add a variable for each icon of a choice."""
        total = Linear()
        for icon in dict.fromkeys(icons):
            total.add(self.program.variable((*name, icon)))
        self.program.at_most(name, total, most)

    def _unpaid(self, box, icon, year):
        """Add the row that an exchange gives no item that was paid."""
        if self.rules.track_of[box] not in self.book.exchange:
            return
        total = Linear()
        for number, move in enumerate(self.rules.moves):
            if move.box == box and icon not in [self.book.items[item] for item, _ in move.pays]:
                total.add(("move", number, year))
        self.program.at_most(("unpaid", box, icon, year), ("choice", box, year, icon), total)

    def _gained(self, year):
        """Yield what a year may bring, as pairs of an effect and an expression."""
        if year == self.last:
            boxes = [box for track in self.late for box in self.rules.span(track)]
        else:
            boxes = self.modelled
            yield from self._chosen_gains(year)
            yield from self._battle_gains(year)
            yield from self._bonus_gains(year)
        for box in boxes:
            for effect in self.rules.gains[box]:
                yield effect, self.rise(box, year)
        if year > 1:
            potential = self.book.years[year - 2].potential
            yield self.rules.effect(self.book.solo.attack.gains), Linear(potential, {("disdain", year - 1): -1})

    def _chosen_gains(self, year):
        """Yield what choices and yearly payments bring."""
        for box in self.modelled:
            id_ = self.rules.boxes[box].id
            for icon in dict.fromkeys(self.rules.boxes[box].one_of):
                yield self.rules.effect(icon, id_), Linear().add(("choice", box, year, icon))
            for icon in dict.fromkeys(self.rules.boxes[box].yearly_one_of):
                yield self.rules.effect(icon, id_), Linear().add(("yearly", box, year, icon))
            for icon in self.rules.boxes[box].yearly:
                yield self.rules.effect(icon, id_), Linear().add(("box", box, year - 1))

    def _battle_gains(self, year):
        """Yield what battles bring."""
        fights = self.book.solo.fights
        for gladiator in self.book.gladiators:
            for level, box in enumerate(self.rules.span(gladiator.trained), 1):
                for is_dead in (False, True):
                    for icon in self.rules.boxes[box].outcome(fights.dies if is_dead else fights.survives):
                        yield self.rules.effect(icon), Linear().add(("battle", gladiator.trained, level, is_dead, year))

    def _bonus_gains(self, year):
        """Yield what values bring that rise."""
        bonuses = dict.fromkeys(bonus for bonuses in self.rules.bonuses.values() for bonus in bonuses)
        for value, effect in bonuses:
            before = self.formulas.value(value, year - 1) if year > 1 else Linear()
            yield effect, self.formulas.value(value, year).add(before, -1)

    def _gains(self):
        """Add the rows of what a year brings: tracks rise no more than icons and moves fill them."""
        fillings = self._fillings()
        for year in (*self.years, self.last):
            totals = {}
            for effect, count in self._gained(year):
                totals.setdefault(effect, Linear()).add(count)
            for effect in {(FILL, track) for track in self.late} if year == self.last else fillings:
                self.program.at_most(("icons", effect, year), self._filled(effect, year), totals.get(effect, Linear()))
            if year != self.last:
                for icon in self.book.removes:
                    removing = totals.get(self.rules.effect(icon), Linear())
                    self.program.at_most(("removing", icon, year), ("remove", year), removing)
                self._items(year, totals)

    def _filled(self, effect, year):
        """Return how many boxes icons fill in a year, on the tracks of an effect."""
        kind, arg = effect
        tracks = [arg] if kind == FILL else self.rules.fills[arg]
        boxes = {box for track in tracks for box in self.rules.span(track)}
        filled = self.rises(boxes, year)
        if year != self.last:
            for number in [number for number, move in enumerate(self.rules.moves) if move.box in boxes]:
                filled.add(("move", number, year), -1)
        return filled

    def _fillings(self):
        """Return the effects that fill tracks: one for each track, or for the tracks among which an icon chooses."""
        found = {}
        for track in self.tracks:
            for icon in self.rules.tracks[track].filled_by:
                tracks = self.rules.fills[icon]
                chooses = len(tracks) > 1 and not self.rules.tracks[track].filled_from
                found.setdefault(track, set()).add((CHOICE, icon) if chooses else (FILL, track))
        if any(len(effects) > 1 for effects in found.values()):
            raise ValueError("a track is filled in two ways")
        return dict.fromkeys(effect for effects in found.values() for effect in effects)

    def _needs(self):
        """Add what boxes need of other boxes."""
        for box in self.modelled:
            for need in self.rules.needs[box]:
                if not isinstance(need, tuple):
                    raise TypeError(need)
                track, level = need
                if not level:
                    continue
                opener = self.rules.starts[track] + level - 1
                for year in (*self.years, *([self.last] if self.rules.track_of[box] in self.late else [])):
                    self.program.at_most(("needs", box, opener, year), self.box(box, year), self.box(opener, year))

    def _items(self, year, totals):
        """Add the items of a year: what moves cost is at most what comes in, with what boxes bring."""
        hand, cards = self.book.deck(self.book.solo.hand.deck), self.cards
        one, other = cards.hand(year)
        for item in range(len(self.book.items)):
            supply = Linear().add(totals.get((ITEM, item), Linear()))
            for kept, used in ((one, other), (other, one)):
                supply.add(("path", hand.rows[kept].id), hand.items[used][item])
            for extra in range(self.most_extra + 1):
                supply.add(("income", year, extra), cards.income(cards.income_places[year] + extra, item))
            spent = Linear()
            for number, move in enumerate(self.rules.moves):
                spent.add(("move", number, year), dict(move.pays).get(item, 0))
            self.program.at_most(("items", item, year), spent, supply)
