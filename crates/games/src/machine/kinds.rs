//! The games: the routines that play them, and the calls that a move needs, with inputs, expected outputs and faults.

use std::any::Any;

use arcadian_isa::Processor;
use arcadian_machine::CallCost;
use arcadian_proof::{CallFault, Field, SheetError};

use crate::{Kind, Played, Position, Square};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Role {
    pub routine: &'static str,
    /// Its work, and the time of it.
    pub about: &'static str,
}

struct MachineGame {
    name: &'static str,
    roles: &'static [Role],
    /// Returns the calls for a move, if the position is of this game.
    calls: fn(&dyn Position, &Played) -> Option<Vec<Call>>,
}

static CODED: [MachineGame; 4] = [
    MachineGame {
        name: "tactix",
        roles: tactix::ROLES,
        calls: |before, played| of(before, played, tactix::calls),
    },
    MachineGame {
        name: "halma",
        roles: halma::ROLES,
        calls: |before, played| of(before, played, halma::calls),
    },
    MachineGame {
        name: "ataxx",
        roles: ataxx::ROLES,
        calls: |before, played| of(before, played, ataxx::calls),
    },
    MachineGame {
        name: "rotate",
        roles: rotate::ROLES,
        calls: |before, played| of(before, played, rotate::calls),
    },
];

fn coded(kind: &Kind) -> Option<&'static MachineGame> {
    CODED.iter().find(|coded| coded.name == kind.name)
}

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

/// Ataxx. A board is fourteen bytes, two bits for each cell.
mod ataxx {
    use crate::Ataxx;
    use arcadian_board::ataxx::{Board, Move, Side, Square};

    use super::{Call, Role, Step, Values};

    pub(super) const ROLES: &[Role] = &[
        Role { routine: "ACLONE", about: "clones a stone" },
        Role { routine: "AJUMP", about: "moves a stone by two squares" },
        Role {
            routine: "AANY",
            about: "tests whether the side that is to move next can move, or else must pass",
        },
    ];

    pub(super) fn calls(step: &Step<Ataxx>) -> Option<Vec<Call>> {
        let (before, after) = (step.before.position(), step.after.position());
        let side = ("side", vec![before.side as u8]);
        let made = vec![("board", after.board.pack().to_vec()), ("refused", vec![0])];
        let board = ("board", before.board.pack().to_vec());
        let any_after = any(&after.board, after.side);
        Some(match step.played.text.parse().ok()? {
            Move::Clone(to) => {
                let input = [square(["row", "column"], to), vec![side, board]].concat();
                vec![Call { routine: "ACLONE", input, expected: made }, any_after]
            }
            Move::Jump { from, to } => {
                let squares = [square(["from_row", "from_column"], from), square(["row", "column"], to)];
                let input = [squares.concat(), vec![side, board]].concat();
                vec![Call { routine: "AJUMP", input, expected: made }, any_after]
            }
            // A pass changes no square; what must hold is that there was no other move.
            Move::Pass => vec![any(&before.board, before.side)],
        })
    }

    fn any(board: &Board, side: Side) -> Call {
        Call {
            routine: "AANY",
            input: vec![("side", vec![side as u8]), ("board", board.pack().to_vec())],
            expected: vec![("any", vec![u8::from(!board.reach(side).is_empty())])],
        }
    }

    fn square([row, column]: [&'static str; 2], square: Square) -> Values {
        vec![(row, vec![square.row() as u8]), (column, vec![square.column() as u8])]
    }
}

/// Halma and Kangaroo Halma. A board is two sets of squares and the lists of pieces.
mod halma {
    use crate::Halma;
    use arcadian_board::halma::{Board, Color, Move, PIECES, Variant, hops, steps};

    use super::{Call, Role, Step};

    pub(super) const ROLES: &[Role] = &[
        Role { routine: "HSTEPS", about: "finds the squares that a piece can step to" },
        Role { routine: "HHOPS", about: "finds the squares that it can reach by hops" },
        Role { routine: "HKHOPS", about: "does that in Kangaroo Halma" },
        Role { routine: "HMAKE", about: "makes the move in both sets and the list" },
    ];

    pub(super) fn calls(step: &Step<Halma>) -> Option<Vec<Call>> {
        let (before, after) = (step.before.position(), step.after.position());
        let Move { from, to } = step.played.text.parse().ok()?;
        let piece = before.board.pieces(before.side).find(|&(_, square)| square == from)?.0;
        let [step_find, hop_find] = reach(step.before, from);
        let find = if is_adjacent(from, to) { step_find } else { hop_find };
        let make = Call {
            routine: "HMAKE",
            input: vec![
                ("color", vec![before.side as u8]),
                ("piece", vec![piece as u8]),
                ("destination", vec![to]),
                ("board", bytes(&before.board)),
            ],
            expected: vec![("board", bytes(&after.board))],
        };
        Some(vec![find, make])
    }

    /// Returns the calls that find where a piece can step and hop.
    pub(super) fn reach(halma: &Halma, from: u8) -> [Call; 2] {
        let occupied = halma.position().board.occupied();
        let variant = halma.variant();
        let hopper = match variant {
            Variant::Standard => "HHOPS",
            Variant::Kangaroo => "HKHOPS",
        };
        let found = [("HSTEPS", steps(occupied, from)), (hopper, hops(occupied, from, variant))];
        found.map(|(routine, reach)| Call {
            routine,
            input: vec![("square", vec![from]), ("occupied", occupied.to_bytes().to_vec())],
            expected: vec![("reach", reach.to_bytes().to_vec())],
        })
    }

    /// Hops lead to squares whose row and column differ by even numbers, so never to an adjacent one.
    fn is_adjacent(from: u8, to: u8) -> bool {
        (from / 16).abs_diff(to / 16) <= 1 && (from % 16).abs_diff(to % 16) <= 1
    }

    /// Returns the bytes of a board. The slot of a missing piece is 0; no routine looks at it.
    fn bytes(board: &Board) -> Vec<u8> {
        let sets = [board.occupied().to_bytes(), board.color().to_bytes()].concat();
        let slots = Color::BOTH.into_iter().flat_map(|color| (0..PIECES).map(move |piece| (color, piece)));
        sets.into_iter().chain(slots.map(|(color, piece)| board.piece(color, piece).unwrap_or(0))).collect()
    }
}

/// ROTATE. A board is its sixteen letters.
mod rotate {
    use crate::{Position, Rotate};

    use super::{Call, Role, Step};

    pub(super) const ROLES: &[Role] = &[
        Role { routine: "RKEY", about: "turns the group of a letter" },
        Role { routine: "RFIND", about: "finds the letter of the special move" },
        Role { routine: "RSPEC", about: "makes the special move" },
        Role { routine: "RTURN", about: "takes a turn back, by three more turns" },
        Role { routine: "RDONE", about: "tests after each move whether the letters are in order" },
    ];

    pub(super) fn calls(step: &Step<Rotate>) -> Option<Vec<Call>> {
        let (before, after) = (step.before.board(), step.after.board());
        let mut calls = match step.played.text.as_bytes() {
            b"T" => {
                let square = step.played.squares.first()?;
                let position = 4 * square.row + square.column + 1;
                let mut board = *before;
                let turn = |_| {
                    let before = *board.letters();
                    board.turn(position);
                    Call {
                        routine: "RTURN",
                        input: vec![("position", vec![position as u8]), ("board", before.to_vec())],
                        expected: made(board.letters()),
                    }
                };
                (0..3).map(turn).collect()
            }
            b"R" => Vec::new(),
            [b'S', letter] => {
                let position = before.find(*letter)? as u8;
                let find = Call {
                    routine: "RFIND",
                    input: vec![("letter", vec![*letter]), ("board", before.letters().to_vec())],
                    expected: vec![("position", vec![position]), ("missing", vec![0])],
                };
                let exchange = Call {
                    routine: "RSPEC",
                    input: vec![("position", vec![position]), ("board", before.letters().to_vec())],
                    expected: made(after.letters()),
                };
                vec![find, exchange]
            }
            [letter] => vec![Call {
                routine: "RKEY",
                input: vec![("letter", vec![*letter]), ("board", before.letters().to_vec())],
                expected: made(after.letters()),
            }],
            _ => return None,
        };
        calls.push(Call {
            routine: "RDONE",
            input: vec![("board", after.letters().to_vec())],
            expected: vec![("solved", vec![step.after.outcome().is_some().into()])],
        });
        Some(calls)
    }

    /// Returns the outputs of a legal move.
    fn made(letters: &[u8; 16]) -> Vec<(&'static str, Vec<u8>)> {
        vec![("board", letters.to_vec()), ("refused", vec![0])]
    }
}

/// TACTIX on 4 × 4. A board is the word of figure 2.
pub(crate) mod tactix {
    use crate::Tactix;
    use arcadian_board::tactix::{Board, FIGURE_2, all_moves};

    use super::{Call, Role, Step};

    pub(super) const ROLES: &[Role] = &[
        Role { routine: "TTAKE", about: "makes each move" },
        Role {
            routine: "TSOLVE",
            about: "finds who wins each of the 65,536 boards, once, if the program plays at level 5",
        },
        Role { routine: "TBEST", about: "chooses the moves of the program at level 5" },
    ];

    /// Returns the bytes of a board, or `None` if it is not one of 4 × 4.
    pub(crate) fn bytes(board: &Board) -> Option<Vec<u8>> {
        FIGURE_2.from_rows(board).ok().map(|word| FIGURE_2.bytes(word))
    }

    pub(super) fn calls(step: &Step<Tactix>) -> Option<Vec<Call>> {
        let number = all_moves(4).iter().position(|run| run.to_string() == step.played.text)?;
        Some(vec![Call {
            routine: "TTAKE",
            input: vec![("number", vec![number as u8]), ("board", bytes(step.before.board())?)],
            expected: vec![("board", bytes(step.after.board())?), ("refused", vec![0])],
        }])
    }
}

/// Values of fields by their names.
pub(crate) type Values = Vec<(&'static str, Vec<u8>)>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) routine: &'static str,
    pub(crate) input: Values,
    /// The outputs by the reference model.
    pub(crate) expected: Values,
}

/// A call that was made, and whose outputs are those of the reference model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub routine: &'static str,
    /// The bytes of its input fields.
    pub input: Vec<u8>,
    pub cost: CallCost,
}

/// Returns the bytes of some fields in order. A field without a value has no bytes, which the call reports.
pub(crate) fn bytes(fields: &[Field<String>], values: &Values) -> Vec<u8> {
    let value = |field: &Field<String>| values.iter().find(|(name, _)| *name == field.name);
    fields.iter().filter_map(value).flat_map(|(_, bytes)| bytes).copied().collect()
}

#[derive(Clone, Debug, thiserror::Error)]
pub enum SetupError {
    #[error(
        "machine code plays TACTIX on 4 × 4 squares only, because the board of TTAKE has sixteen bits; this one has {0} × {0}"
    )]
    Size(usize),
    #[error("no routine plays {0}")]
    Game(&'static str),
    #[error("the routine {0} is not bundled for this processor")]
    Missing(&'static str),
    #[error(transparent)]
    Sheet(Box<SheetError>),
    /// The solution is wrong or was not found.
    #[error(transparent)]
    Solution(#[from] Fault),
}

/// A routine that did not return what the reference model says.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Fault {
    #[error("{routine} on the {processor} fails for {input}: {why}")]
    Failed { routine: String, processor: Processor, input: String, why: Box<CallFault> },
    #[error(
        "{routine} on the {processor} differs from the reference model for {input}: it returns {found}, the model {expected}"
    )]
    Different { routine: String, processor: Processor, input: String, found: String, expected: String },
    #[error("{0} is not among the routines of the game")]
    Missing(&'static str),
}
