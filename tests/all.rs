//! The tests of the whole workspace, in one binary with a module for each topic.

mod architecture;
/// The interpreter and the Arcadian BASIC cartridge are compared: one language, two implementations.
///
/// A scenario (program, commands, keys, seed) runs in both. Equal must be: how it stopped, the error with its place, the lines
/// of PRINT and INPUT, the picture bit for bit, SZ, all variables and elements, and the number of statements.
///
/// `pair.rs` runs, compares, and reduces a difference to a small program, `generator.rs` makes random programs;
/// `mame.rs` runs the cartridge in MAME.
mod cartridge {
    mod cases;
    mod generator;
    #[path = "../../crates/asm/tests/real_assemblers/grammar.rs"]
    mod grammar;
    mod mame;
    mod pair;
    mod random;
    mod rotate;
    mod variants;
}
mod language;
mod reproduce;
mod robust;
/// ROTATE: the 1982 listing in the interpreter, compared with the native oracle after every key, and snapshots of its screens.
mod rotate {
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
}
#[cfg(feature = "suites")]
mod suites;
