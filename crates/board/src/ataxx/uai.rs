//! The Universal Ataxx Interface (UAI): parsing of its lines. The caller executes the commands and keeps the time.

use std::{error::Error, fmt, iter::Peekable, str::SplitWhitespace};

use super::{
    board::{Side, Walls},
    fen::FenError,
    position::{IllegalMove, MoveError, Position},
};

/// The maximum length of a line in bytes, enough for more than ten thousand moves. Longer lines are ignored.
pub const LONGEST_LINE: usize = 1 << 16;

/// The maximum depth of `go` and `perft`.
pub const DEEPEST: u8 = 99;

/// The maximum number of positions of a search that states neither a time nor a number of positions; takes some seconds.
pub const GO_NODES: u64 = 5_000_000;

/// The maximum count of a `perft` that does not state one; takes some seconds.
pub const PERFT_NODES: u64 = 1_000_000_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uai`: identify the engine.
    Uai,
    /// `isready`: answer `readyok`.
    IsReady,
    /// `uainewgame`: start a new game.
    NewGame,
    /// `position startpos|fen F [moves M...]`: set the position; the moves have been played on it.
    Position(Position),
    /// `go ...`: start a search.
    Go(Go),
    /// `stop`: end the search and print the best move so far.
    Stop,
    /// `quit`: end the program.
    Quit,
    /// `perft D [nodes N]`: count the move sequences of a length.
    Perft {
        /// The depth in moves.
        depth: u8,
        /// The maximum count.
        nodes: u64,
    },
    /// An empty line, or `setoption`: the engine has no options.
    Nothing,
}

/// The parameters of `go`. Times are in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The maximum depth in moves.
    pub depth: Option<u8>,
    /// The maximum number of positions.
    pub nodes: Option<u64>,
    /// The exact time of the search.
    pub move_time: Option<u64>,
    /// The time left on the clocks of x (`btime`) and o (`wtime`).
    pub clocks: [Option<u64>; 2],
    /// The time that a move adds to each clock.
    pub increments: [u64; 2],
    /// The number of moves until the next time control.
    pub moves_to_go: Option<u64>,
    /// Whether the search runs until `stop`.
    pub is_infinite: bool,
}

/// The overhead between the clock and the search, in milliseconds.
const LAG: u64 = 20;

impl Go {
    /// Returns the time for a move in milliseconds, or `None` without a time limit.
    pub fn time(&self, side: Side) -> Option<u64> {
        let clock = self.clocks[side as usize].map(|left| {
            let share = left / self.moves_to_go.unwrap_or(25).clamp(1, 50);
            share.saturating_add(self.increments[side as usize] / 2).min(left.saturating_sub(LAG) / 2)
        });
        self.move_time.or(clock).filter(|_| !self.is_infinite)
    }

    /// Returns the maximum number of positions. If none is stated, it is [`GO_NODES`] unless a time or `infinite` is given.
    pub fn node_limit(&self, side: Side) -> u64 {
        let unstated = if self.has_default_bound(side) { GO_NODES } else { u64::MAX };
        self.nodes.unwrap_or(unstated)
    }

    /// Returns whether [`GO_NODES`] bounds the search.
    pub fn has_default_bound(&self, side: Side) -> bool {
        !self.is_infinite && self.nodes.is_none() && self.time(side).is_none()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UaiError {
    /// The first word is not a command.
    Unknown(String),
    /// The line is longer than [`LONGEST_LINE`].
    Long,
    /// `position` is followed by neither `startpos` nor `fen`.
    Position,
    Fen(FenError),
    Move(MoveError),
    Illegal(IllegalMove),
    /// The depth of a perft is not a number from 0 to [`DEEPEST`].
    Perft,
}

impl fmt::Display for UaiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(word) => write!(f, "unknown command `{word}`"),
            Self::Long => write!(f, "the line is ignored: it has more than {LONGEST_LINE} bytes"),
            Self::Position => {
                f.write_str("a position is `startpos` or `fen` and a FEN, then optionally `moves` and moves")
            }
            Self::Fen(error) => error.fmt(f),
            Self::Move(error) => error.fmt(f),
            Self::Illegal(error) => error.fmt(f),
            Self::Perft => write!(f, "the depth of `perft` is a number from 0 to {DEEPEST}"),
        }
    }
}

impl Error for UaiError {}

pub fn parse(line: &str) -> Result<Command, UaiError> {
    let mut words = line.split_whitespace().peekable();
    match words.next() {
        Some("uai") => Ok(Command::Uai),
        Some("isready") => Ok(Command::IsReady),
        Some("uainewgame") => Ok(Command::NewGame),
        Some("position") => position(words).map(Command::Position),
        Some("go") => Ok(Command::Go(go(words))),
        Some("stop") => Ok(Command::Stop),
        Some("quit") => Ok(Command::Quit),
        Some("perft") => perft(words).ok_or(UaiError::Perft),
        Some("setoption") | None => Ok(Command::Nothing),
        Some(word) => Err(UaiError::Unknown(word.escape_debug().take(40).collect())),
    }
}

fn perft(mut words: Peekable<SplitWhitespace<'_>>) -> Option<Command> {
    let depth = words.next()?.parse().ok().filter(|depth| *depth <= DEEPEST)?;
    let limit = words.next_if_eq(&"nodes").map(|_| words.next().map_or(0, whole));
    Some(Command::Perft { depth, nodes: limit.unwrap_or(PERFT_NODES) })
}

fn position(mut words: Peekable<SplitWhitespace<'_>>) -> Result<Position, UaiError> {
    let kind = words.next();
    let mut fen = Vec::new();
    while let Some(word) = words.next_if(|word| *word != "moves") {
        fen.push(word);
    }
    let start = match kind {
        Some("startpos") if fen.is_empty() => Position::start(Walls::default()),
        Some("fen") => fen.join(" ").parse().map_err(UaiError::Fen)?,
        _ => return Err(UaiError::Position),
    };
    words.skip(1).try_fold(start, |position, word| {
        let played = word.parse().map_err(UaiError::Move)?;
        position.play(played).map_err(UaiError::Illegal)
    })
}

/// Parses the parameters of `go`. Unknown words are ignored. An invalid number counts as 0, so that the engine answers at
/// once.
fn go(mut words: Peekable<SplitWhitespace<'_>>) -> Go {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        let is_word = |next: &&str| next.starts_with(|first: char| first.is_ascii_alphabetic());
        let mut number = || words.next_if(|next| !is_word(next)).map_or(0, whole);
        match word {
            "infinite" => go.is_infinite = true,
            "depth" => go.depth = Some(number().clamp(1, DEEPEST.into()) as u8),
            "nodes" => go.nodes = Some(number()),
            "movetime" => go.move_time = Some(number()),
            "btime" => go.clocks[0] = Some(number()),
            "wtime" => go.clocks[1] = Some(number()),
            "binc" => go.increments[0] = number(),
            "winc" => go.increments[1] = number(),
            "movestogo" => go.moves_to_go = Some(number()),
            _ => {}
        }
    }
    go
}

/// Parses a number. A negative one, such as that of an overdrawn clock, counts as 0; one that is too great saturates.
fn whole(text: &str) -> u64 {
    match text.parse::<u64>() {
        Ok(number) => number,
        Err(_) if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => u64::MAX,
        Err(_) => 0,
    }
}
