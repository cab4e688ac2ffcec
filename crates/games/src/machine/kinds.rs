//! The games: which routines play them, and the calls that a move needs.

mod ataxx;
mod halma;
mod rotate;
pub(crate) mod tactix;

use std::any::Any;

use crate::{Kind, Played, Position, Square};

use crate::machine::call::{Call, SetupError};

/// What a routine does in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Role {
    /// The label of the routine.
    pub routine: &'static str,
    /// What it does, and when.
    pub about: &'static str,
}

/// A game that machine code can play.
struct Coded {
    /// The name of the game.
    name: &'static str,
    roles: &'static [Role],
    /// Returns the calls for a move, if the position is of this game.
    calls: fn(&dyn Position, &Played) -> Option<Vec<Call>>,
}

static CODED: [Coded; 4] = [
    Coded { name: "tactix", roles: tactix::ROLES, calls: |before, played| of(before, played, tactix::calls) },
    Coded { name: "halma", roles: halma::ROLES, calls: |before, played| of(before, played, halma::calls) },
    Coded { name: "ataxx", roles: ataxx::ROLES, calls: |before, played| of(before, played, ataxx::calls) },
    Coded { name: "rotate", roles: rotate::ROLES, calls: |before, played| of(before, played, rotate::calls) },
];

fn coded(kind: &Kind) -> Option<&'static Coded> {
    CODED.iter().find(|coded| coded.name == kind.name)
}

/// Returns what the routines do in a game.
pub fn roles(kind: &Kind) -> &'static [Role] {
    coded(kind).map_or(&[], |coded| coded.roles)
}

/// Refuses a game that machine code cannot play.
pub(crate) fn check(start: &dyn Position) -> Result<(), SetupError> {
    coded(start.kind()).ok_or(SetupError::Game(start.kind().title))?;
    let tactix: Option<&crate::Tactix> = (start as &dyn Any).downcast_ref();
    match tactix.map(|tactix| tactix.board().size()) {
        None | Some(4) => Ok(()),
        Some(size) => Err(SetupError::Size(size)),
    }
}

/// Returns the calls for a move.
pub(crate) fn calls(before: &dyn Position, played: &Played) -> Vec<Call> {
    coded(before.kind()).and_then(|coded| (coded.calls)(before, played)).unwrap_or_default()
}

/// Returns the calls that find where a selected piece can go. Only Halma has routines for that.
pub(crate) fn selection_calls(position: &dyn Position, selected: Square) -> Vec<Call> {
    let halma: Option<&crate::Halma> = (position as &dyn Any).downcast_ref();
    let number = u8::try_from(16 * selected.row + selected.column).ok();
    halma.zip(number).map_or_else(Vec::new, |(halma, from)| halma::reach(halma, from).to_vec())
}

/// A move of a game with the positions before and after it.
struct Step<'a, P> {
    before: &'a P,
    after: &'a P,
    played: &'a Played,
}

/// Returns the calls for a move between positions of a game's own type.
fn of<P: Any>(
    before: &dyn Position,
    played: &Played,
    calls: fn(&Step<P>) -> Option<Vec<Call>>,
) -> Option<Vec<Call>> {
    let before = (before as &dyn Any).downcast_ref()?;
    let after = (&*played.position as &dyn Any).downcast_ref()?;
    calls(&Step { before, after, played })
}
