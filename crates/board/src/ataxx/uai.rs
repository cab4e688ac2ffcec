//! Positions as text (FEN): `x5o/7/7/7/7/7/o5x x 0 1`; and the Universal Ataxx Interface (UAI): parsing of its lines. The caller
//! executes the commands and keeps the time.

use std::{
    error::Error,
    fmt,
    iter::Peekable,
    str::{FromStr, SplitWhitespace},
};

use super::{
    board::{Board, Cell, SIDE, Side, Square, Walls},
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The number of the character, from 1.
    pub at: usize,
    pub fault: FenFault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenFault {
    /// The character is not a cell.
    Letter(char),
    /// The rank ends too early.
    Narrow {
        /// The rank, 7 at the top.
        rank: usize,
        /// The number of its squares.
        found: usize,
    },
    /// The rank has more than seven squares.
    Wide {
        /// The rank, 7 at the top.
        rank: usize,
    },
    /// The board has only this many ranks.
    FewRanks(usize),
    ManyRanks,
    NoSide,
    /// The side to move is neither x nor o.
    Side,
    /// The half-move clock or the number of the move is not a number.
    Number,
    /// The text continues after the last field.
    Extra,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: ", self.at)?;
        match self.fault {
            FenFault::Letter(found) => write!(
                f,
                "`{}` is not a cell; x and o are stones, - is a wall, 1 to 7 are free squares, / ends a rank",
                found.escape_debug()
            ),
            FenFault::Narrow { rank, found } => {
                write!(f, "rank {rank} has {found} squares, expected 7")
            }
            FenFault::Wide { rank } => write!(f, "rank {rank} has more than 7 squares"),
            FenFault::FewRanks(found) => write!(f, "the board has {found} ranks, expected 7"),
            FenFault::ManyRanks => f.write_str("the board has more than 7 ranks"),
            FenFault::NoSide => f.write_str("the side to move is missing; write x or o"),
            FenFault::Side => f.write_str("the side to move must be x or o"),
            FenFault::Number => f.write_str("expected a number from 0 to 65535"),
            FenFault::Extra => {
                f.write_str("expected the end; a FEN is board, side, half-move clock, number of the move")
            }
        }
    }
}

impl Error for FenError {}

impl FromStr for Position {
    type Err = FenError;

    /// Parses ranks 7 to 1, the side to move, the half-move clock and the number of the move. The last two default to 0
    /// and 1, because older programs omit them. Players may be called b and w, and letters may be upper case.
    fn from_str(text: &str) -> Result<Self, FenError> {
        let mut words = words(text);
        let end = text.trim_end().chars().count() + 1;
        let board = words.next().map_or(Err((end, FenFault::FewRanks(0))), |(at, word)| board(at, word));
        let position = board.and_then(|board| {
            let (at, word) = words.next().ok_or((end, FenFault::NoSide))?;
            let side = side(word).ok_or((at, FenFault::Side))?;
            let half_moves = words.next().map_or(Ok(0), number)?;
            let full_moves = words.next().map_or(Ok(1), number)?;
            Ok(Self { board, side, half_moves, full_moves })
        });
        match (position, words.next()) {
            (Err((at, fault)), _) => Err(FenError { at, fault }),
            (Ok(_), Some((at, _))) => Err(FenError { at, fault: FenFault::Extra }),
            (Ok(position), None) => Ok(position),
        }
    }
}

/// Splits a text into words, each with the number of its first character.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| {
        let before = word.as_ptr() as usize - text.as_ptr() as usize;
        (text[..before].chars().count() + 1, word)
    })
}

fn board(start: usize, text: &str) -> Result<Board, (usize, FenFault)> {
    let mut board = Board::default();
    let (mut row, mut column) = (0, 0);
    for (at, letter) in (start..).zip(text.chars()) {
        let rank = SIDE - row;
        match (letter, letter.to_digit(10), stone_or_wall(letter)) {
            ('/', ..) if column < SIDE => return Err((at, FenFault::Narrow { rank, found: column })),
            ('/', ..) if row + 1 == SIDE => return Err((at, FenFault::ManyRanks)),
            ('/', ..) => (row, column) = (row + 1, 0),
            (_, Some(free @ 1..=7), _) => column += free as usize,
            (_, _, Some(cell)) => {
                Square::new(row, column).into_iter().for_each(|square| board.set(square, cell));
                column += 1;
            }
            _ => return Err((at, FenFault::Letter(letter))),
        }
        if column > SIDE {
            return Err((at, FenFault::Wide { rank }));
        }
    }
    let end = start + text.chars().count();
    match (row, column) {
        (6, SIDE) => Ok(board),
        (_, SIDE) => Err((end, FenFault::FewRanks(row + 1))),
        (_, found) => Err((end, FenFault::Narrow { rank: SIDE - row, found })),
    }
}

fn stone_or_wall(letter: char) -> Option<Cell> {
    match letter {
        '-' => Some(Cell::Wall),
        other => side(other.encode_utf8(&mut [0; 4])).map(Cell::from),
    }
}

fn side(text: &str) -> Option<Side> {
    match text {
        "x" | "X" | "b" | "B" => Some(Side::X),
        "o" | "O" | "w" | "W" => Some(Side::O),
        _ => None,
    }
}

fn number((at, text): (usize, &str)) -> Result<u16, (usize, FenFault)> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number).ok_or((at, FenFault::Number))
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.board, self.side.letter(), self.half_moves, self.full_moves)
    }
}

impl fmt::Display for Board {
    /// Writes ranks 7 to 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut free = 0;
        for square in Square::all() {
            if square.column() == 0 && square.row() > 0 {
                f.write_str("/")?;
            }
            let cell = self.get(square);
            free += u32::from(cell == Cell::Free);
            if free > 0 && (cell != Cell::Free || square.column() == SIDE - 1) {
                write!(f, "{free}")?;
                free = 0;
            }
            f.write_str(match cell {
                Cell::Free => "",
                Cell::X => "x",
                Cell::O => "o",
                Cell::Wall => "-",
            })?;
        }
        Ok(())
    }
}
