"""The areas of the sheets with rules of their own, in the rows of a relaxed game: market, map, attacks and battles."""

from tests.bench.ceilings.program import Linear


class Areas:
    """The rows of these areas; `RelaxedGame` has the others."""

    def _market(self):
        """Add the goods: from the deck or a neutral card, each with the number of its card."""
        market = self.rules.span(self.book.market)
        numbers = self.book.goods[self.book.solo.neutral.deck]
        self.goods = sorted(set(self.book.goods[self.book.solo.market.deck]) | set(numbers))
        for year in self.years:
            self.program.variable(("deck_goods", year), len(market))
            bought = Linear().add(("deck_goods", year))
            for card in self.cards.neutrals(year):
                self.program.variable(("token", card, year), len(market))
                bought.add(("token", card, year))
            self.program.equal(("goods", year), self.rises(market, year), bought)
            for good in self.goods:
                self.program.variable(("good", good, year))
                most = Linear().add(("good", good, year - 1)) if year > 1 else Linear()
                for card in self.cards.neutrals(year):
                    if numbers[card] == good:
                        most.add(("token", card, year))
                self.program.at_most(("good", good, year), ("good", good, year), most.add(self._deck_good(good, year)))
            count = Linear(0, {("good", good, year): 1 for good in self.goods})
            before = Linear(0, {("good", good, year - 1): 1 for good in self.goods}) if year > 1 else Linear()
            self.program.at_most(("new goods", year), count.add(before, -1), self.rises(market, year))

    def _deck_good(self, good, year):
        """Return how many cards with a good are drawn from the deck in the actions of a year."""
        total, start = Linear(), self.cards.income_places[year] + 1
        for place in [place for place in range(self.most_extra) if good in self.cards.goods_at(start + place)]:
            for extra in range(place + 1):
                total.add(("income", year, extra)).add(("attack", year, extra), -1)
        return total

    def _map(self):
        """Add the patterns that scouts lay on the map: that of the year's prospect, or of a neutral card for a token."""
        cells = self.rules.span(self.book.map)
        for year in self.years:
            scouts, laid, covered = (
                self.rises(self.book.scout_boxes, year),
                Linear(),
                {cell: Linear() for cell in cells},
            )
            for pattern, most in self._patterns(year).items():
                total = Linear()
                for mask in self.book.place_masks[pattern]:
                    total.add(self.program.variable(("place", pattern, mask, year)))
                    for cell in [cell for number, cell in enumerate(cells) if mask >> number & 1]:
                        covered[cell].add(("place", pattern, mask, year))
                self.program.at_most(("pattern", pattern, year), total, most)
                laid.add(total)
            self.program.equal(("scouts", year), laid, scouts)
            for cell in cells:
                self.program.equal(("cell", cell, year), covered[cell], self.rise(cell, year))
            tokens = Linear(0, {("scouting", card, year): 1 for card in self.cards.neutrals(year)})
            self.program.at_most(("scouting", year), tokens, scouts)

    def _patterns(self, year):
        """Return for each pattern how often it may be laid in a year."""
        found, scouts = {}, len(self.book.scout_boxes)
        rows = self.book.deck(self.book.solo.hand.deck).rows
        for card in self.cards.neutrals(year):
            name = self.program.variable(("scouting", card, year), scouts)
            found.setdefault(self.book.neutral_patterns[card], Linear()).add(name)
        for card in self.cards.hand(year):
            # The card that is not kept as the path is the prospect.
            kept = found.setdefault(self.book.patterns[card], Linear())
            kept.add(Linear(scouts, {("path", rows[card].id): -scouts}))
        return found

    def _attacks(self):
        """Add the attacks: cards that get past cohorts and favours bring disdain, the rest of the potential valour."""
        program, directions = self.program, range(len(self.book.directions))
        favours = [favours.track for favours in self.book.favours]
        used = Linear()
        for year in self.years:
            potential = self.book.years[year - 1].potential
            size = self.cards.attack_size(year) + self.most_extra
            gaps = Linear()
            for number in directions:
                program.variable(("gap", number, year), size)
                program.variable(("again", number, year), size)
                program.variable(("cancel", number, year), sum(self.rules.lengths[track] for track in favours))
                used.add(("cancel", number, year))
                cards = self._attackers(number, year).add(("again", number, year))
                for box in self.rules.span(self.book.cohorts[number]):
                    cards.add(("box", box, year), -1)
                program.at_most(("gap", number, year), cards.add(("cancel", number, year), -1), ("gap", number, year))
                gaps.add(("gap", number, year))
            have = Linear()
            for box in [box for track in favours for box in self.rules.span(track)]:
                have.add(("box", box, year))
            program.at_most(("favours", year), Linear().add(used), have)
            program.variable(("disdain", year), potential)
            program.variable(("more", year))
            # Where more get through than the potential, all of it is disdain.
            program.at_most(("all", year), Linear(0, {("more", year): potential}), ("disdain", year))
            most = self.cards.attack_size(year) + self.rules.lengths[self.book.market] + len(self.book.scout_boxes)
            program.at_most(
                ("through", year), gaps, Linear().add(("disdain", year)).add(("more", year), most - potential)
            )
            beyond = Linear().add(("disdain", year)).add(("more", year), self.cards.attack_size(year) - potential)
            program.at_most(("tokens through", year), gaps, beyond.add(self._tokens(year)))
            program.equal(
                ("again", year),
                Linear(0, {("again", number, year): 1 for number in directions}),
                self._drawn_again(year),
            )
            program.variable(("remove", year), self.rules.lengths[self.book.disdain])
            program.at_most(("removed", year), Linear(), self.circled_now(year))

    def _attackers(self, direction, year):
        """Return how many cards of an attack come from a direction."""
        total = Linear()
        places = self.cards.income_places
        for extra in range(self.most_extra + 1):
            total.add(("income", year + 1, extra), self.cards.attackers(places[year + 1] + extra, direction))
            total.add(("attack", year, extra), -self.cards.attackers(places[year] + 1 + extra, direction))
        return total

    def _drawn_again(self, year):
        """Return how many cards of an attack come after the deck was shuffled again."""
        total = Linear()
        places, size = self.cards.income_places, len(self.cards.fate)
        for extra in range(self.most_extra + 1):
            total.add(("income", year + 1, extra), max(0, places[year + 1] + extra - size))
            total.add(("attack", year, extra), -max(0, places[year] + 1 + extra - size))
        return total

    def _battles(self):
        """Add the battles by the strength and the outcome."""
        for gladiator in self.book.gladiators:
            self._check_battles(gladiator)
            start = self.rules.starts[gladiator.trained]
            levels = range(1, self.rules.lengths[gladiator.trained] + 1)
            survived, died = Linear(), Linear()
            for year in self.years:
                fought = Linear()
                for level in levels:
                    for is_dead in (False, True):
                        name = self.program.variable(("battle", gladiator.trained, level, is_dead, year))
                        fought.add(name)
                        (died if is_dead else survived).add(name)
                for level in levels:
                    stronger, weaker = (
                        Linear(
                            0,
                            {
                                ("battle", gladiator.trained, other, is_dead, year): 1
                                for other in others
                                for is_dead in (False, True)
                            },
                        )
                        for others in (levels[level - 1 :], levels[:level])
                    )
                    self.program.at_most(
                        ("reached", gladiator.trained, level, year), stronger, ("box", start + level - 1, year)
                    )
                    if level < len(levels):
                        self.program.at_most(
                            ("passed", gladiator.trained, level, year),
                            weaker.add(("box", start + level, year - 1)),
                            Linear(1),
                        )
                self.program.equal(
                    ("battles", gladiator.trained, year), fought, self.rises(self.rules.span(gladiator.battles), year)
                )
                wounds = Linear()
                for level in levels[1:]:
                    wounds.add(("box", start + level - 1, year))
                self.program.at_most(
                    ("wounds", gladiator.trained, year), Linear().add(survived, min(self.book.damage)), wounds
                )
                self.program.at_most(("dead", gladiator.trained, year), Linear().add(died), Linear(1))

    def _check_battles(self, gladiator):
        """Refuse rules by which a gladiator may fight more than once a year: rows below count on that."""
        battles = {self.rules.boxes[box].id for box in self.rules.span(gladiator.battles)}
        if not any(battles <= set(limit.boxes) and limit.most == 1 for limit in self.rules.limits):
            raise ValueError("a gladiator may fight more than once a year")
