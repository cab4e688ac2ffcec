//! What has happened in a run, so that a test that no longer reaches a part of the game is found out.

use super::player::Act;
use arcadian_basic::words::code;
use arcadian_board::rotate::{Counters, Game, Prompt};

/// One act and what it did.
pub(super) struct Step<'a> {
    pub(super) before: &'a Game,
    /// The act before this one.
    pub(super) last: Option<&'a Act>,
    pub(super) act: &'a Act,
    pub(super) after: &'a Game,
}

type Event = (&'static str, fn(&Step) -> bool);

/// Everything that must have happened.
const EVENTS: &[Event] = &[
    // Levels.
    ("level 1", |s| s.dealt() && s.now().d == 1),
    ("level of one digit", |s| s.dealt() && (2..10).contains(&s.now().d)),
    ("level of two digits", |s| s.dealt() && s.now().d >= 10),
    ("level 40", |s| s.dealt() && s.now().d == 40),
    ("level 0 refused", |s| s.refused() && s.now().d == 0),
    ("level below 0 refused", |s| s.refused() && s.now().d < 0),
    ("level 41 refused", |s| s.refused() && s.now().d == 41),
    ("highest number refused", |s| s.refused() && s.now().d == i16::MAX),
    ("level typed with a correction", |s| s.dealt() && s.typed(code::ERASE)),
    ("level typed as a sum", |s| s.dealt() && s.typed(b'+')),
    ("level typed as a quotient", |s| s.dealt() && s.typed(code::DIVIDE)),
    ("level typed as the one before", |s| s.dealt() && s.typed(b'D')),
    ("puzzle in order from the start", |s| s.dealt() && s.after.board().is_solved()),
    // Regular moves.
    ("turn", |s| s.turned() == 1),
    ("letter of the last column", |s| s.idle_letter(|p| p % 4 == 0)),
    ("letter of the bottom row", |s| s.idle_letter(|p| p > 12 && p % 4 != 0)),
    ("@ turns", |s| s.key_is(b'@') && s.turned() == 1),
    ("@ exchanges", |s| s.key_is(b'@') && s.special()),
    ("@ does nothing", |s| s.moves() && s.key_is(b'@') && s.same_board()),
    ("move number of two digits", |s| s.asks(Prompt::Move) && s.now().move_number() >= 10),
    ("move number of three digits", |s| s.asks(Prompt::Move) && s.now().move_number() >= 100),
    ("move number of four digits", |s| s.asks(Prompt::Move) && s.now().move_number() >= 1000),
    // Keys that are not taken.
    ("digit not taken", |s| s.not_taken(|key| key.is_ascii_digit())),
    ("sign not taken", |s| s.not_taken(|key| b"+-=#?".contains(&key))),
    ("word not taken", |s| s.not_taken(|key| key >= 104)),
    ("letter behind T not taken", |s| s.not_taken(|key| (b'U'..=b'Z').contains(&key))),
    ("GO not taken", |s| s.not_taken(|key| key == code::GO)),
    ("÷ not taken", |s| s.not_taken(|key| key == code::DIVIDE)),
    ("ERASE not taken", |s| s.not_taken(|key| key == code::ERASE)),
    ("blank not taken", |s| s.not_taken(|key| key == b' ')),
    // The special move.
    ("special move", |s| s.special()),
    ("special move in the bottom row", |s| s.special() && s.now().p > 13),
    ("S cancelled by the last column", |s| s.idle_letter(|p| p % 4 == 0) && s.was().s == 1 && s.now().s == 0),
    ("S waits through a key not taken", |s| s.not_taken(|_| true) && s.now().s == 1),
    ("S again", |s| s.moves() && s.key_is(b'S') && s.was().s == 1),
    ("S after the special move, then a turn", |s| s.turned() == 1 && s.was().s == 1 && s.was().l == 1),
    ("S stays after the special move", |s| s.idle_letter(|p| p % 4 == 0) && s.was().l == 1 && s.now().s == 1),
    // T.
    ("T takes back", |s| s.taken_back()),
    ("T ignored", |s| s.idle_t()),
    ("T ignored after T", |s| s.idle_t() && s.last_was(|key| key == b'T')),
    ("T ignored after the special move", |s| s.idle_t() && s.was().l == 1),
    ("T takes back with S waiting", |s| s.taken_back() && s.was().s == 1 && s.now().s == 0),
    ("T ignored with S waiting", |s| s.idle_t() && s.now().s == 1),
    ("T leaves its letter behind", |s| s.taken_back() && s.shows("MOVE # 9?  T")),
    ("T leaves its letter behind three digits", |s| s.taken_back() && s.shows("MOVE # 99?  T")),
    ("T leaves its letter behind four digits", |s| s.taken_back() && s.shows("MOVE # 999?  T")),
    ("T after a letter that moved nothing", |s| s.taken_back() && s.last_was(|key| key == b'P')),
    ("T after a key not taken", |s| s.taken_back() && s.last_was(|key| key.is_ascii_digit())),
    ("T after @", |s| s.taken_back() && s.last_was(|key| key == b'@')),
    ("T restores order and does not win", |s| s.taken_back() && s.after.board().is_solved()),
    // Resets.
    ("reset", |s| s.reset()),
    ("reset of a reset", |s| s.reset() && s.now().r > 1 && s.now().n == s.was().v),
    ("resets of two digits", |s| s.reset() && s.now().r >= 10),
    ("reset gives the special move again", |s| s.reset() && s.was().l == 1),
    ("special move after a reset", |s| s.special() && s.now().r > 0),
    ("reset restores order and does not win", |s| s.reset() && s.after.board().is_solved()),
    // Giving up.
    ("quit", |s| s.moves() && s.key_is(b'Q')),
    ("quit with no move", |s| s.moves() && s.key_is(b'Q') && s.now().n == 0),
    ("quit after moves of two digits", |s| s.moves() && s.key_is(b'Q') && s.now().n >= 10),
    ("answer wanted", |s| s.cheated()),
    ("answer not wanted", |s| s.at(Prompt::Answer) && s.key_is(b'N')),
    ("answer not wanted by another key", |s| s.at(Prompt::Answer) && !s.key_is(b'N') && !s.key_is(b'Y')),
    ("reset inside the answer", |s| s.cheated() && s.now().r > 1),
    ("answer of level 1", |s| s.cheated() && s.asks(Prompt::NewGame) && s.now().d == 1),
    ("step", |s| s.at(Prompt::Step) && s.asks(Prompt::Step)),
    ("answer stepped to its end", |s| s.at(Prompt::Step) && s.asks(Prompt::NewGame) && s.now().k == 0),
    ("GO runs the answer", |s| s.at(Prompt::Step) && s.key_is(code::GO) && s.now().k == 1),
    ("GO fills four rows", |s| s.at(Prompt::Step) && s.key_is(code::GO) && s.now().b == 40),
    ("second row of the answer", |s| s.asks(Prompt::Step) && s.now().b == 11),
    ("third row of the answer", |s| s.asks(Prompt::Step) && s.now().b == 21),
    ("fourth row of the answer", |s| s.asks(Prompt::Step) && s.now().b == 39),
    ("÷ goes back to the game", |s| s.resumed()),
    ("÷ with the answer standing below", |s| {
        s.resumed() && s.after.text_at().iter().any(|text| text.1 == -5)
    }),
    ("T after ÷ takes the answer's move back", |s| s.taken_back() && s.last_was(|key| key == code::DIVIDE)),
    ("count of one digit", |s| s.shows_count(1..10)),
    ("count of two digits", |s| s.shows_count(10..41)),
    ("count stays while fewer moves are shown", |s| s.asks(Prompt::Step) && s.now().b < s.now().c),
    ("answer with a fresh special move", |s| s.cheated() && s.was().l == 1 && s.now().l == 0),
    // The end.
    ("won with fewer moves", |s| s.told("WOW! SMARTY!") && s.told(" FEWER THAN ME!")),
    ("won with as many moves", |s| s.won() && !s.told(" THAN ME!")),
    ("won with more moves", |s| s.told(" MORE THAN ME!")),
    ("won by the special move", |s| s.won() && s.was().s == 1 && s.was().l == 0),
    ("won by @", |s| s.won() && s.key_is(b'@')),
    ("won after ÷", |s| s.won() && s.was().b > 0 && s.was().c > 0),
    ("won in moves of two digits", |s| s.won() && s.was().n >= 9),
    ("won by the difference of two digits", |s| s.told("0 MORE THAN ME!") || s.told("1 MORE THAN ME!")),
    ("won level 40", |s| s.won() && s.now().d == 40),
    ("won after a reset", |s| s.won() && s.was().r > 0),
    ("the bet leaves a sliver", |s| !s.before.screen().has_sliver() && s.after.screen().has_sliver()),
    ("the sliver stays in the next game", |s| s.moves() && s.after.screen().has_sliver()),
    // What comes then.
    ("another puzzle", |s| s.at(Prompt::NewGame) && s.asks(Prompt::Level)),
    ("the same puzzle", |s| s.at(Prompt::NewGame) && s.key_is(b'N')),
    ("the same puzzle by another key", |s| s.same_puzzle() && !s.key_is(b'N')),
    ("the same puzzle in the caught colours", |s| s.same_puzzle() && s.after.screen().colors() == (119, 0)),
    ("the same puzzle with the count", |s| s.same_puzzle() && s.now().c > 0),
    ("plain colours again", |s| {
        s.asks(Prompt::Level) && s.before.screen().colors() != s.after.screen().colors()
    }),
    ("started over in play", |s| s.restarted(Prompt::Move) && s.now().n > 0),
    ("started over in the answer", |s| s.restarted(Prompt::Step)),
    ("started over at the level", |s| s.restarted(Prompt::Level)),
    ("new puzzle with counters left over", |s| s.dealt() && s.now().n > 0 && s.now().move_number() > 1),
    ("T turns a group of a new puzzle", |s| s.taken_back() && matches!(s.last, Some(Act::Level { .. }))),
];

/// How often each event has happened.
#[derive(Clone, Debug)]
pub(super) struct Coverage {
    counts: Vec<u64>,
    acts: u64,
}

impl Coverage {
    pub(super) fn new() -> Self {
        Self { counts: vec![0; EVENTS.len()], acts: 0 }
    }

    pub(super) fn note(&mut self, step: &Step) {
        self.acts += 1;
        for (count, (_, happened)) in self.counts.iter_mut().zip(EVENTS) {
            *count += u64::from(happened(step));
        }
    }

    pub(super) fn add(&mut self, other: &Coverage) {
        self.acts += other.acts;
        self.counts.iter_mut().zip(&other.counts).for_each(|(count, more)| *count += more);
    }

    /// Every event has happened; else the table of all.
    pub(super) fn assert_complete(&self) {
        let rows = || self.counts.iter().zip(EVENTS);
        let missing: Vec<_> = rows().filter(|(count, _)| **count == 0).map(|(_, (name, _))| name).collect();
        let table: String = rows().map(|(count, (name, _))| format!("{count:>9} {name}\n")).collect();
        assert!(missing.is_empty(), "in {} acts these never happened: {missing:?}\n{table}", self.acts);
    }
}

impl Step<'_> {
    fn was(&self) -> Counters {
        self.before.counters()
    }

    fn now(&self) -> Counters {
        self.after.counters()
    }

    fn at(&self, asks: Prompt) -> bool {
        self.before.prompt() == asks && !matches!(self.act, Act::Restart)
    }

    fn asks(&self, asks: Prompt) -> bool {
        self.after.prompt() == asks
    }

    fn key(&self) -> Option<u8> {
        match self.act {
            Act::Key(key) => Some(*key),
            _ => None,
        }
    }

    fn key_is(&self, key: u8) -> bool {
        self.key() == Some(key)
    }

    fn typed(&self, wanted: u8) -> bool {
        matches!(self.act, Act::Level { keys, .. } if keys.contains(&wanted))
    }

    /// HALT and RUN at a question.
    fn restarted(&self, asks: Prompt) -> bool {
        self.before.prompt() == asks && matches!(self.act, Act::Restart)
    }

    fn last_was(&self, key: fn(u8) -> bool) -> bool {
        matches!(self.last, Some(Act::Key(last)) if key(*last))
    }

    /// A key at the MOVE question.
    fn moves(&self) -> bool {
        self.at(Prompt::Move)
    }

    fn same_board(&self) -> bool {
        self.before.board() == self.after.board()
    }

    fn told(&self, what: &str) -> bool {
        self.after.shown().iter().any(|text| text.contains(what))
    }

    fn shows(&self, text: &str) -> bool {
        self.after.text_at().iter().any(|(_, _, standing)| standing == text)
    }

    fn dealt(&self) -> bool {
        self.at(Prompt::Level) && self.asks(Prompt::Move)
    }

    fn refused(&self) -> bool {
        self.at(Prompt::Level) && self.asks(Prompt::Level)
    }

    fn won(&self) -> bool {
        self.moves() && self.asks(Prompt::NewGame)
    }

    /// The moves charged by a key that turns.
    fn turned(&self) -> i16 {
        let turned = self.moves() && self.asks(Prompt::Move) && self.now().t != 0 && !self.key_is(b'T');
        if turned { self.now().n - self.was().n } else { 0 }
    }

    fn special(&self) -> bool {
        self.moves() && self.asks(Prompt::Move) && self.was().l == 0 && self.now().l == 1
    }

    fn idle_letter(&self, place: fn(usize) -> bool) -> bool {
        let found = self.key().and_then(|key| self.before.board().find(key));
        self.moves() && self.same_board() && found.is_some_and(place)
    }

    fn not_taken(&self, key: fn(u8) -> bool) -> bool {
        let outside = |key| !(b'@'..=b'T').contains(&key);
        self.moves() && self.same_board() && self.key().is_some_and(|code| outside(code) && key(code))
    }

    fn taken_back(&self) -> bool {
        self.moves() && self.key_is(b'T') && self.was().t != 0
    }

    fn idle_t(&self) -> bool {
        self.moves() && self.key_is(b'T') && self.was().t == 0
    }

    fn reset(&self) -> bool {
        self.moves() && self.key_is(b'R')
    }

    fn cheated(&self) -> bool {
        self.at(Prompt::Answer) && self.key_is(b'Y')
    }

    fn resumed(&self) -> bool {
        self.at(Prompt::Step) && self.asks(Prompt::Move)
    }

    fn same_puzzle(&self) -> bool {
        self.at(Prompt::NewGame) && self.asks(Prompt::Move)
    }

    fn shows_count(&self, numbers: std::ops::Range<i16>) -> bool {
        self.asks(Prompt::Step) && numbers.contains(&self.now().c)
    }
}

/// The names are told apart, or a row could hide another.
#[test]
fn names_are_different() {
    let names: std::collections::BTreeSet<_> = EVENTS.iter().map(|(name, _)| name).collect();
    assert_eq!(names.len(), EVENTS.len());
}
