//! A run without a player: a number of frames, with the events of a script.

use arcadian_bally::{Bally, Input};

use crate::bally::keys::{Change, Event};

/// Runs frames, and calls `observe` after each.
pub fn frames(bally: &mut Bally, count: u64, events: &[Event], mut observe: impl FnMut(&Bally)) {
    let mut input = Input::default();
    let mut events = events.iter().peekable();
    for frame in 0..count {
        while let Some((_, change)) = events.next_if(|(at, _)| *at <= frame) {
            change.apply(&mut input);
            match change {
                Change::Reset => bally.reset(),
                Change::Tape(key) => bally.press_recorder(*key),
                _ => {}
            }
        }
        bally.run_frame(&input);
        observe(bally);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bally::keys::{self, Keypad};
    use arcadian_bally::Config;

    #[test]
    fn a_script_presses_keys_at_their_frames() {
        let mut bally = Bally::new(Config::default());
        let script = keys::parse(Keypad::Basic, "--keys", "{AT 30}5").expect("a good script");
        let mut pictures = Vec::new();
        frames(&mut bally, 60, &script, |bally| pictures.push(bally.picture()));
        assert_eq!(pictures.len(), 60);
        assert_ne!(pictures[29], pictures[35], "the test card inverts a pressed key");
        assert_eq!(pictures[29], pictures[59]);
    }
}
