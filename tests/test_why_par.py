"""Why par is what it is, where a deal has ended: the hands are those whose par the account has."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

import bitgames as bg
from bitgames import deals, games
from bitgames.deals.par import _Hands, parts
from bitgames.handouts import LANGUAGES
from bitgames.play import Game, announcements
from bitgames.play.shown import ended


def finished(spec: str, seed: int) -> bg.Record:
    record = bg.Record(games.get(spec).deal(seed))
    players = [bg.players.get("rule", seed + seat) for seat in (1, 2)]
    while not record.is_over:
        record.play(players[record.position.turn].choose(record.position))
    return record


@pytest.mark.parametrize(
    "spec", [*games.examples("honeymoon"), "honeymoon:bicycle,play_lead=last_winner"]
)
def test_the_end_of_a_deal_says_why_par_is_what_it_is(spec: str) -> None:
    for seed in range(3):
        record = finished(spec, seed)
        why = announcements.why_par(record)
        account = [each for each in announcements.summary(record) if each.startswith("par ")]
        assert bool(why) == bool(account)
        if not why:
            continue
        made, *_ = why
        assert [part.values[0] for part in made] == ["south", "north"]
        whole = next(
            each
            for each in reversed(record.positions)
            if isinstance(each, bg.Honeymoon) and len(each.hand(0)) == len(each.hand(1)) == 16
        )
        par = whole.par()
        if par.contract is not None and par.declarer is not None:
            points = _Hands(whole).play(par.contract, par.declarer).points
            assert points == (par.score if par.declarer == 0 else -par.score)
        # The contract of the account is one that the reasons are about.
        contract = account[0].split()[1]
        said = [
            "".join(part.lead + part.form.format(*part.values) for part in line) for line in why
        ]
        assert contract == "both" or any(contract.rstrip("x;") in line for line in said)
        game = Game(record.start, seed=1)
        game.load(record)
        found = ended(game)
        assert found is not None
        assert json.loads(json.dumps(found["why"])) == [[p._asdict() for p in line] for line in why]


def test_the_auction_that_was_is_no_part_of_it() -> None:
    for rules in ("taiwan", "taiwan,scoring=rubber,vulnerable=south,part_scores=60/0"):
        start = bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82", rules=rules)
        assert deals.reasons(start.play("1NT").play("pass")) == deals.reasons(start)


def test_nothing_is_told_before_the_end() -> None:
    record = finished("honeymoon", 1)
    while len(record) > 0:
        record.undo()
        assert announcements.why_par(record) == []
        assert len(record) < 45 or not record.is_over


def test_every_form_is_in_every_language() -> None:
    forms = {
        part.form
        for seed in range(40)
        for line in parts(deals.opened(bg.Honeymoon(seed)))
        for part in line
    }
    assert len(forms) > 6
    for language in LANGUAGES[1:]:
        path = files("bitgames.web") / "static" / "locales" / f"{language}.json"
        known = json.loads(path.read_text("utf-8"))
        assert forms <= known.keys()
