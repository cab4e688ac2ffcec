//! What the program plays in Ataxx.

use arcadian_board::ataxx::{HALF_MOVE_LIMIT, Move, Outcome, Position, Square, Squares};

use super::estimate::estimate;
use crate::{
    Level,
    search::{self, End, Found, Ranked, Searchable, Settings, Watch, hash},
};

/// Depth, positions and error of the estimate at each level. An estimate errs by less than half a stone for one unit of 50.
const LEVELS: [(u8, u64, u16); 5] =
    [(1, 10_000, 150), (2, 20_000, 50), (3, 100_000, 0), (5, 500_000, 0), (search::DEEPEST, 4_000_000, 0)];

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

/// The number of squares.
const SQUARES: usize = 49;
