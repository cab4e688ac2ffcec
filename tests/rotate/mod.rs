//! ROTATE: the 1982 listing in the interpreter, compared with the native oracle after every key, and snapshots of its screens.

mod coverage;
mod oracle;
mod pair;
mod player;
mod screens;

use coverage::Coverage;
use pair::Pair;
use player::RandomPlayer;

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
