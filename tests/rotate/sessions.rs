//! Sessions of the random player as key scripts, for other tests.

use super::{coverage::Coverage, pair::Pair, player::RandomPlayer};

/// Returns the keys of a session of some actions, up to a level.
pub(crate) fn keys(seed: u64, actions: usize, highest: i16) -> String {
    let mut pair = Pair::random(seed, &[]);
    let mut player = RandomPlayer::new(seed, highest, None);
    let mut coverage = Coverage::new();
    for _ in 0..actions {
        let action = player.next(&pair.game);
        pair.perform(action, &mut coverage).unwrap_or_else(|text| panic!("{text}"));
    }
    pair.script()
}
