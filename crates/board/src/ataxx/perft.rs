//! Counting the positions after a number of moves.

use super::position::Position;

/// The reason why a count has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncounted {
    /// The caller stopped it.
    Stopped,
    /// There are more sequences than the limit.
    TooMany,
}

impl Position {
    /// Returns the number of move sequences of this length. Games that end earlier are not counted.
    pub fn perft(&self, depth: u8) -> u64 {
        self.perft_until(depth, u64::MAX, &mut || false).unwrap_or(u64::MAX)
    }

    /// Returns the same number, or an error if it is above `limit` or if `stop` returns true. `stop` is called every few
    /// milliseconds.
    pub fn perft_until(
        &self,
        depth: u8,
        limit: u64,
        stop: &mut impl FnMut() -> bool,
    ) -> Result<u64, Uncounted> {
        let count = match depth {
            0 => 1,
            1 => self.move_count().into(),
            _ if depth > 3 && stop() => return Err(Uncounted::Stopped),
            _ => self.moves().into_iter().try_fold(0, |count, played| {
                let below = self.after(played).perft_until(depth - 1, limit - count, stop)?;
                Ok(count + below)
            })?,
        };
        if count > limit { Err(Uncounted::TooMany) } else { Ok(count) }
    }
}
