//! The program as a player of Ataxx, and the estimate of a position in hundredths of a stone.

use arcadian_board::ataxx::{Board, HALF_MOVE_LIMIT, Move, Outcome, Position, Side, Square, Squares};

use crate::{
    Level,
    search::{self, End, Found, Ranked, Searchable, Settings, Watch, hash},
};

/// Depth, positions and error of the estimate at each level. An estimate errs by less than half a stone for one unit of 50.
const LEVELS: [(u8, u64, u16); 5] =
    [(1, 10_000, 150), (2, 20_000, 50), (3, 50_000, 0), (6, 200_000, 0), (search::DEEPEST, 2_000_000, 0)];

/// Chooses a move. Returns `None` if the game is over.
///
/// Equal inputs give equal moves, unless the observer stops the search.
pub fn choose(position: &Position, level: Level, watch: &mut impl Watch<Move>) -> Option<Found<Move>> {
    let (depth, nodes, error) = LEVELS[usize::from(level.number() - 1)];
    let settings = Settings { depth, nodes, ..Settings::default() };
    let found = search::search(&View { position: *position, error }, settings, watch);
    (!found.line.is_empty()).then_some(found)
}

/// Searches a position. The line is empty if the game is over. Scores are in hundredths of a stone.
pub fn search(position: &Position, settings: Settings, watch: &mut impl Watch<Move>) -> Found<Move> {
    search::search(&View { position: *position, error: 0 }, settings, watch)
}

/// A position as the search sees it.
#[derive(Clone)]
struct View {
    position: Position,
    /// The estimate is wrong by at most this, always in the same way for the same position.
    error: u16,
}

impl View {
    fn stones(&self) -> [Squares; 2] {
        let side = self.position.side;
        [side, side.other()].map(|side| self.position.board.stones(side))
    }
}

impl Searchable for View {
    type Move = Move;

    /// For each side, the pairs of origin and destination; a clone has its square twice.
    const SLOTS: usize = 2 * SQUARES * SQUARES;
    const SWING: i32 = 200;

    fn end(&self) -> Option<End> {
        self.position.outcome().map(|outcome| match outcome {
            Outcome::Drawn => End::Drawn,
            Outcome::Won(winner) if winner == self.position.side => End::Won,
            Outcome::Won(_) => End::Lost,
        })
    }

    fn evaluate(&self) -> i32 {
        estimate(&self.position) + search::error(self.key(0), self.error)
    }

    fn moves(&self, moves: &mut Vec<Ranked<Move>>) {
        let Position { board, side, .. } = self.position;
        let (clones, own) = (board.clones(side), board.stones(side));
        for to in board.reach(side) {
            let gain = 4 * i64::from(board.captures(side, to).len());
            if clones.contains(to) {
                moves.push(Ranked { played: Move::Clone(to), rank: gain + 2 });
            }
            moves.extend(board.jumpers(side, to).into_iter().map(|from| {
                let left = i64::from((Squares::near(from) & own).len());
                Ranked { played: Move::Jump { from, to }, rank: gain - left }
            }));
        }
        if moves.is_empty() {
            moves.push(Ranked { played: Move::Pass, rank: 0 });
        }
    }

    fn after(&self, played: Move) -> Self {
        Self { position: self.position.after(played), error: self.error }
    }

    fn passed(&self) -> Option<Self> {
        let is_early = self.position.board.free().len() > 8;
        is_early.then(|| self.after(Move::Pass))
    }

    /// The half-move clock matters only if the search can reach its limit.
    fn key(&self, depth: u8) -> u64 {
        let Position { side, half_moves, .. } = self.position;
        let is_late = half_moves.saturating_add(depth.into()) >= HALF_MOVE_LIMIT;
        let clock = if is_late { u64::from(half_moves) } else { 0 };
        let [own, enemy] = self.stones().map(Squares::bits);
        hash(hash(own ^ (side as u64) << 63) ^ enemy ^ clock << 50)
    }

    fn slot(&self, played: Move) -> usize {
        let [from, to] = match played {
            Move::Clone(to) => [to, to],
            Move::Jump { from, to } => [from, to],
            Move::Pass => return 0,
        }
        .map(Square::number);
        (self.position.side as usize * SQUARES + from) * SQUARES + to
    }
}

const SQUARES: usize = 49;

// The estimate of a position of Ataxx, in hundredths of a stone.
//
// The weights were simplified by hand from a logistic regression of who won 5,000 games that the program played against itself with an
// estimate of stones only, on six layouts of walls and after random openings.

const STONE: i32 = 100;

/// The additional worth of a stone on the edge: fewer squares are next to it.
const EDGE: i32 = 30;

/// The additional worth of a stone if no free square is next to it.
const SAFE: i32 = 40;

/// A free square that the opponent can reach, by the number of stones next to it: all of them could be captured.
const HOLE: [i32; 9] = [0, 10, 0, -25, -70, -140, -210, -320, -500];

const MOVE: i32 = 250;

/// Estimates a position for the player to move.
pub(super) fn estimate(position: &Position) -> i32 {
    let [own, enemy] = [position.side, position.side.other()].map(|side| worth(&position.board, side));
    own - enemy + MOVE
}

fn worth(board: &Board, side: Side) -> i32 {
    let (stones, free) = (board.stones(side), board.free());
    let weigh = |weight: i32, squares: Squares| weight * squares.len().cast_signed();
    let holes = free & stones.grown() & board.reach(side.other());
    let exposed: i32 =
        holes.into_iter().map(|hole| HOLE[(Squares::near(hole) & stones).len() as usize]).sum();
    weigh(STONE, stones) + weigh(EDGE, stones & Squares::EDGE) + weigh(SAFE, stones & !free.grown()) + exposed
}
