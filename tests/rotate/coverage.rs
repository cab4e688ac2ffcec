//! Coverage of a run: which events of the game occurred. A test that no longer reaches some part of the game fails.

use super::player::Action;
use arcadian_basic::words::code;
use arcadian_board::rotate::{Counters, Game, Prompt};

/// One action and its effect.
pub(super) struct Step<'a> {
    pub(super) before: &'a Game,
    /// The action before this one.
    pub(super) last: Option<&'a Action>,
    pub(super) action: &'a Action,
    pub(super) after: &'a Game,
}

type Event = (&'static str, fn(&Step) -> bool);

/// All events that must occur.
const EVENTS: &[Event] = &[
    // Levels.
    ("level 1", |s| s.dealt() && s.now().d == 1),
    ("level of one digit", |s| s.dealt() && (2..10).contains(&s.now().d)),
    ("level of two digits", |s| s.dealt() && s.now().d >= 10),
    ("level 40", |s| s.dealt() && s.now().d == 40),
    ("level 0 rejected", |s| s.rejected() && s.now().d == 0),
    ("level below 0 rejected", |s| s.rejected() && s.now().d < 0),
    ("level 41 rejected", |s| s.rejected() && s.now().d == 41),
    ("highest number rejected", |s| s.rejected() && s.now().d == i16::MAX),
    ("level typed with a correction", |s| s.dealt() && s.typed(code::ERASE)),
    ("level typed as a sum", |s| s.dealt() && s.typed(b'+')),
    ("level typed as a quotient", |s| s.dealt() && s.typed(code::DIVIDE)),
    ("level typed as the variable D", |s| s.dealt() && s.typed(b'D')),
    ("puzzle solved from the start", |s| s.dealt() && s.after.board().is_solved()),
    // Regular moves.
    ("turn", |s| s.turned() == 1),
    ("letter of the last column", |s| s.idle_letter(|p| p % 4 == 0)),
    ("letter of the bottom row", |s| s.idle_letter(|p| p > 12 && p % 4 != 0)),
    ("@ turns", |s| s.key_is(b'@') && s.turned() == 1),
    ("@ exchanges", |s| s.key_is(b'@') && s.special()),
    ("@ does nothing", |s| s.at_move() && s.key_is(b'@') && s.same_board()),
    ("move number of two digits", |s| s.reaches(Prompt::Move) && s.now().move_number() >= 10),
    ("move number of three digits", |s| s.reaches(Prompt::Move) && s.now().move_number() >= 100),
    ("move number of four digits", |s| s.reaches(Prompt::Move) && s.now().move_number() >= 1000),
    // Ignored keys.
    ("digit ignored", |s| s.ignored(|key| key.is_ascii_digit())),
    ("sign ignored", |s| s.ignored(|key| b"+-=#?".contains(&key))),
    ("word ignored", |s| s.ignored(|key| key >= 104)),
    ("letter after T ignored", |s| s.ignored(|key| (b'U'..=b'Z').contains(&key))),
    ("GO ignored", |s| s.ignored(|key| key == code::GO)),
    ("÷ ignored", |s| s.ignored(|key| key == code::DIVIDE)),
    ("ERASE ignored", |s| s.ignored(|key| key == code::ERASE)),
    ("blank ignored", |s| s.ignored(|key| key == b' ')),
    // The special move.
    ("special move", |s| s.special()),
    ("special move in the bottom row", |s| s.special() && s.now().p > 13),
    ("S canceled by the last column", |s| s.idle_letter(|p| p % 4 == 0) && s.was().s == 1 && s.now().s == 0),
    ("S pending through an ignored key", |s| s.ignored(|_| true) && s.now().s == 1),
    ("S again", |s| s.at_move() && s.key_is(b'S') && s.was().s == 1),
    ("S after the special move, then a turn", |s| s.turned() == 1 && s.was().s == 1 && s.was().l == 1),
    ("S stays after the special move", |s| s.idle_letter(|p| p % 4 == 0) && s.was().l == 1 && s.now().s == 1),
    // T.
    ("T undoes", |s| s.undone()),
    ("T ignored", |s| s.ignored_t()),
    ("T ignored after T", |s| s.ignored_t() && s.last_was(|key| key == b'T')),
    ("T ignored after the special move", |s| s.ignored_t() && s.was().l == 1),
    ("T undoes with S pending", |s| s.undone() && s.was().s == 1 && s.now().s == 0),
    ("T ignored with S pending", |s| s.ignored_t() && s.now().s == 1),
    ("T remains after a prompt of one digit", |s| s.undone() && s.shows("MOVE # 9?  T")),
    ("T remains after a prompt of two digits", |s| s.undone() && s.shows("MOVE # 99?  T")),
    ("T remains after a prompt of three digits", |s| s.undone() && s.shows("MOVE # 999?  T")),
    ("T after a letter that moved nothing", |s| s.undone() && s.last_was(|key| key == b'P')),
    ("T after an ignored key", |s| s.undone() && s.last_was(|key| key.is_ascii_digit())),
    ("T after @", |s| s.undone() && s.last_was(|key| key == b'@')),
    ("T solves the board and does not win", |s| s.undone() && s.after.board().is_solved()),
    // Resets.
    ("reset", |s| s.reset()),
    ("reset of a reset", |s| s.reset() && s.now().r > 1 && s.now().n == s.was().v),
    ("resets of two digits", |s| s.reset() && s.now().r >= 10),
    ("reset restores the special move", |s| s.reset() && s.was().l == 1),
    ("special move after a reset", |s| s.special() && s.now().r > 0),
    ("reset solves the board and does not win", |s| s.reset() && s.after.board().is_solved()),
    // Quitting and the answer.
    ("quit", |s| s.at_move() && s.key_is(b'Q')),
    ("quit with no move", |s| s.at_move() && s.key_is(b'Q') && s.now().n == 0),
    ("quit after moves of two digits", |s| s.at_move() && s.key_is(b'Q') && s.now().n >= 10),
    ("answer requested", |s| s.answer_requested()),
    ("answer declined", |s| s.at(Prompt::Answer) && s.key_is(b'N')),
    ("answer declined by another key", |s| s.at(Prompt::Answer) && !s.key_is(b'N') && !s.key_is(b'Y')),
    ("reset inside the answer", |s| s.answer_requested() && s.now().r > 1),
    ("answer of level 1", |s| s.answer_requested() && s.reaches(Prompt::NewGame) && s.now().d == 1),
    ("step", |s| s.at(Prompt::Step) && s.reaches(Prompt::Step)),
    ("answer stepped to its end", |s| s.at(Prompt::Step) && s.reaches(Prompt::NewGame) && s.now().k == 0),
    ("GO runs the answer", |s| s.at(Prompt::Step) && s.key_is(code::GO) && s.now().k == 1),
    ("GO fills four rows", |s| s.at(Prompt::Step) && s.key_is(code::GO) && s.now().b == 40),
    ("second row of the answer", |s| s.reaches(Prompt::Step) && s.now().b == 11),
    ("third row of the answer", |s| s.reaches(Prompt::Step) && s.now().b == 21),
    ("fourth row of the answer", |s| s.reaches(Prompt::Step) && s.now().b == 39),
    ("÷ returns to the game", |s| s.resumed()),
    ("÷ with the answer still shown below", |s| {
        s.resumed() && s.after.text_at().iter().any(|text| text.1 == -5)
    }),
    ("T after ÷ undoes the answer's move", |s| s.undone() && s.last_was(|key| key == code::DIVIDE)),
    ("count of one digit", |s| s.shows_count(1..10)),
    ("count of two digits", |s| s.shows_count(10..41)),
    ("count stays while fewer moves are shown", |s| s.reaches(Prompt::Step) && s.now().b < s.now().c),
    ("answer with a fresh special move", |s| s.answer_requested() && s.was().l == 1 && s.now().l == 0),
    // The end.
    ("won with fewer moves", |s| s.printed("WOW! SMARTY!") && s.printed(" FEWER THAN ME!")),
    ("won with equal moves", |s| s.won() && !s.printed(" THAN ME!")),
    ("won with more moves", |s| s.printed(" MORE THAN ME!")),
    ("won by the special move", |s| s.won() && s.was().s == 1 && s.was().l == 0),
    ("won by @", |s| s.won() && s.key_is(b'@')),
    ("won after ÷", |s| s.won() && s.was().b > 0 && s.was().c > 0),
    ("won in moves of two digits", |s| s.won() && s.was().n >= 9),
    ("won by the difference of two digits", |s| s.printed("0 MORE THAN ME!") || s.printed("1 MORE THAN ME!")),
    ("won level 40", |s| s.won() && s.now().d == 40),
    ("won after a reset", |s| s.won() && s.was().r > 0),
    ("the bet leaves a sliver", |s| !s.before.screen().has_sliver() && s.after.screen().has_sliver()),
    ("the sliver stays in the next game", |s| s.at_move() && s.after.screen().has_sliver()),
    // After the game.
    ("another puzzle", |s| s.at(Prompt::NewGame) && s.reaches(Prompt::Level)),
    ("the same puzzle", |s| s.at(Prompt::NewGame) && s.key_is(b'N')),
    ("the same puzzle by another key", |s| s.same_puzzle() && !s.key_is(b'N')),
    ("the same puzzle in the colors of the answer", |s| {
        s.same_puzzle() && s.after.screen().colors() == (119, 0)
    }),
    ("the same puzzle with the count", |s| s.same_puzzle() && s.now().c > 0),
    ("colors of the game restored", |s| {
        s.reaches(Prompt::Level) && s.before.screen().colors() != s.after.screen().colors()
    }),
    ("restarted at a move", |s| s.restarted(Prompt::Move) && s.now().n > 0),
    ("restarted in the answer", |s| s.restarted(Prompt::Step)),
    ("restarted at the level", |s| s.restarted(Prompt::Level)),
    ("new puzzle with counters of the previous game", |s| {
        s.dealt() && s.now().n > 0 && s.now().move_number() > 1
    }),
    ("T turns a group of a new puzzle", |s| s.undone() && matches!(s.last, Some(Action::Level { .. }))),
];

/// The number of occurrences of each event.
#[derive(Clone, Debug)]
pub(super) struct Coverage {
    counts: Vec<u64>,
    actions: u64,
}

impl Coverage {
    pub(super) fn new() -> Self {
        Self { counts: vec![0; EVENTS.len()], actions: 0 }
    }

    /// Counts the events of a step.
    pub(super) fn record(&mut self, step: &Step) {
        self.actions += 1;
        for (count, (_, occurs)) in self.counts.iter_mut().zip(EVENTS) {
            *count += u64::from(occurs(step));
        }
    }

    pub(super) fn add(&mut self, other: &Coverage) {
        self.actions += other.actions;
        self.counts.iter_mut().zip(&other.counts).for_each(|(count, more)| *count += more);
    }

    /// Asserts that every event occurred; otherwise prints the counts of all.
    pub(super) fn assert_complete(&self) {
        let rows = || self.counts.iter().zip(EVENTS);
        let missing: Vec<_> = rows().filter(|(count, _)| **count == 0).map(|(_, (name, _))| name).collect();
        let table: String = rows().map(|(count, (name, _))| format!("{count:>9} {name}\n")).collect();
        assert!(
            missing.is_empty(),
            "in {} actions these events never occurred: {missing:?}\n{table}",
            self.actions
        );
    }
}

impl Step<'_> {
    /// Returns the counters before the action.
    fn was(&self) -> Counters {
        self.before.counters()
    }

    /// Returns the counters after the action.
    fn now(&self) -> Counters {
        self.after.counters()
    }

    /// Returns whether the action is a key or a level at this prompt.
    fn at(&self, prompt: Prompt) -> bool {
        self.before.prompt() == prompt && !matches!(self.action, Action::Restart)
    }

    /// Returns whether this prompt follows the action.
    fn reaches(&self, prompt: Prompt) -> bool {
        self.after.prompt() == prompt
    }

    fn key(&self) -> Option<u8> {
        match self.action {
            Action::Key(key) => Some(*key),
            _ => None,
        }
    }

    fn key_is(&self, key: u8) -> bool {
        self.key() == Some(key)
    }

    fn typed(&self, key: u8) -> bool {
        matches!(self.action, Action::Level { keys, .. } if keys.contains(&key))
    }

    /// Returns whether the action is HALT and RUN at this prompt.
    fn restarted(&self, prompt: Prompt) -> bool {
        self.before.prompt() == prompt && matches!(self.action, Action::Restart)
    }

    fn last_was(&self, key: fn(u8) -> bool) -> bool {
        matches!(self.last, Some(Action::Key(last)) if key(*last))
    }

    /// Returns whether the action is a key at the MOVE prompt.
    fn at_move(&self) -> bool {
        self.at(Prompt::Move)
    }

    fn same_board(&self) -> bool {
        self.before.board() == self.after.board()
    }

    fn printed(&self, message: &str) -> bool {
        self.after.shown().iter().any(|text| text.contains(message))
    }

    fn shows(&self, text: &str) -> bool {
        self.after.text_at().iter().any(|(_, _, shown)| shown == text)
    }

    fn dealt(&self) -> bool {
        self.at(Prompt::Level) && self.reaches(Prompt::Move)
    }

    fn rejected(&self) -> bool {
        self.at(Prompt::Level) && self.reaches(Prompt::Level)
    }

    fn won(&self) -> bool {
        self.at_move() && self.reaches(Prompt::NewGame)
    }

    /// Returns the number of moves charged by a key that turns a group.
    fn turned(&self) -> i16 {
        let turned = self.at_move() && self.reaches(Prompt::Move) && self.now().t != 0 && !self.key_is(b'T');
        if turned { self.now().n - self.was().n } else { 0 }
    }

    fn special(&self) -> bool {
        self.at_move() && self.reaches(Prompt::Move) && self.was().l == 0 && self.now().l == 1
    }

    /// Returns whether the key is a letter of the board, at a position that satisfies the predicate, that moved nothing.
    fn idle_letter(&self, position: fn(usize) -> bool) -> bool {
        let found = self.key().and_then(|key| self.before.board().find(key));
        self.at_move() && self.same_board() && found.is_some_and(position)
    }

    fn ignored(&self, key: fn(u8) -> bool) -> bool {
        let outside = |key| !(b'@'..=b'T').contains(&key);
        self.at_move() && self.same_board() && self.key().is_some_and(|code| outside(code) && key(code))
    }

    fn undone(&self) -> bool {
        self.at_move() && self.key_is(b'T') && self.was().t != 0
    }

    fn ignored_t(&self) -> bool {
        self.at_move() && self.key_is(b'T') && self.was().t == 0
    }

    fn reset(&self) -> bool {
        self.at_move() && self.key_is(b'R')
    }

    fn answer_requested(&self) -> bool {
        self.at(Prompt::Answer) && self.key_is(b'Y')
    }

    fn resumed(&self) -> bool {
        self.at(Prompt::Step) && self.reaches(Prompt::Move)
    }

    fn same_puzzle(&self) -> bool {
        self.at(Prompt::NewGame) && self.reaches(Prompt::Move)
    }

    fn shows_count(&self, numbers: std::ops::Range<i16>) -> bool {
        self.reaches(Prompt::Step) && numbers.contains(&self.now().c)
    }
}

/// Duplicate names would make two events indistinguishable in the table.
#[test]
fn names_are_different() {
    let names: std::collections::BTreeSet<_> = EVENTS.iter().map(|(name, _)| name).collect();
    assert_eq!(names.len(), EVENTS.len());
}
