//! The Universal Ataxx Interface, a protocol of lines: what a line asks for. Whoever does it has the clock.

use std::{error::Error, fmt, iter::Peekable, str::SplitWhitespace};

use super::{
    board::Side,
    fen::FenError,
    moves::MoveError,
    position::{IllegalMove, Position},
    search::{DEEPEST, Limits},
    walls::Walls,
};

/// The longest line that is looked at, in bytes: more than ten thousand moves.
pub const LONGEST_LINE: usize = 1 << 16;

/// The positions of a search that states neither a time nor a number of positions: some seconds.
pub const GO_NODES: u64 = 5_000_000;

/// The greatest count of a `perft` that states none: some seconds.
pub const PERFT_NODES: u64 = 1_000_000_000;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uai`: say who you are.
    Uai,
    /// `isready`: say when you are.
    IsReady,
    /// `uainewgame`
    NewGame,
    /// `position startpos|fen F [moves M...]`: this position, the moves already made.
    Position(Position),
    /// `go ...`: search.
    Go(Go),
    /// `stop`: say the best move so far.
    Stop,
    /// `quit`
    Quit,
    /// `perft D [nodes N]`: count.
    Perft {
        /// How many moves deep.
        depth: u8,
        /// The greatest count.
        nodes: u64,
    },
    /// Nothing: an empty line, or an option, of which there are none.
    Nothing,
}

/// How to search. Times are in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// At most this many moves deep.
    pub depth: Option<u8>,
    /// At most this many positions.
    pub nodes: Option<u64>,
    /// So long, exactly.
    pub move_time: Option<u64>,
    /// The time on the clocks of x (`btime`) and o (`wtime`).
    pub clocks: [Option<u64>; 2],
    /// What a move adds to them.
    pub increments: [u64; 2],
    /// So many moves are to be made in that time.
    pub moves_to_go: Option<u64>,
    /// Until told to stop.
    pub is_infinite: bool,
}

/// Time lost between the clock and the search, in milliseconds.
const LAG: u64 = 20;

impl Go {
    /// How many milliseconds to take for a move.
    pub fn time(&self, side: Side) -> Option<u64> {
        let clock = self.clocks[side as usize].map(|left| {
            let share = left / self.moves_to_go.unwrap_or(25).clamp(1, 50);
            share.saturating_add(self.increments[side as usize] / 2).min(left.saturating_sub(LAG) / 2)
        });
        self.move_time.or(clock).filter(|_| !self.is_infinite)
    }

    /// How far to search. Only a time or `infinite` takes the place of a number of positions.
    pub fn limits(&self, side: Side) -> Limits {
        let nodes = if self.has_default_bound(side) { GO_NODES } else { u64::MAX };
        Limits { depth: self.depth.unwrap_or(DEEPEST), nodes: self.nodes.unwrap_or(nodes) }
    }

    /// Whether [`GO_NODES`] bounds it.
    pub fn has_default_bound(&self, side: Side) -> bool {
        !self.is_infinite && self.nodes.is_none() && self.time(side).is_none()
    }
}

/// Why nothing is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UaiError {
    /// It is no command.
    Unknown(String),
    /// It is longer than [`LONGEST_LINE`].
    Long,
    /// Neither `startpos` nor `fen`.
    Position,
    /// The position is none.
    Fen(FenError),
    /// A move is none.
    Move(MoveError),
    /// A move cannot be made.
    Illegal(IllegalMove),
    /// The depth of a perft is no number up to 99.
    Perft,
}

impl fmt::Display for UaiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(word) => write!(f, "unknown command {word}"),
            Self::Long => write!(f, "a line has at most {LONGEST_LINE} bytes; this one is passed over"),
            Self::Position => f.write_str("position wants startpos or fen"),
            Self::Fen(error) => error.fmt(f),
            Self::Move(error) => error.fmt(f),
            Self::Illegal(error) => error.fmt(f),
            Self::Perft => write!(f, "perft wants a depth from 0 to {DEEPEST}"),
        }
    }
}

impl Error for UaiError {}

/// Reads a line.
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

/// What is not known is passed over. A number that is none counts as 0, so that an answer comes at once.
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

/// A number; clocks may be behind 0, and what is too great for one is as good as the greatest.
fn whole(text: &str) -> u64 {
    match text.parse::<u64>() {
        Ok(number) => number,
        Err(_) if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => u64::MAX,
        Err(_) => 0,
    }
}
