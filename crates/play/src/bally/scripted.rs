//! A played Bally with the BASIC cartridge on which keys and handles act as in a run of a script: while it waits, or between two
//! statements. So a script is a recording that does the same.

use std::{collections::VecDeque, time::Duration};

use crate::{
    script_recorder::{FullLine, ScriptRecorder},
    stick::HOLD,
};
use arcadian_bally::{Bally, PadKey};
use arcadian_basic::{
    Controller, Key, Pause,
    key::{Event, key_named},
    keypad,
    script::Scripted,
};

use crate::bally::basic::{BasicBally, Ram, strokes};

/// A machine, what the player has done that it has not seen yet, and the recording.
pub(crate) struct ScriptedBally {
    basic: BasicBally,
    recording: ScriptRecorder,
    /// The pause, or [`Pause::Budget`] while it runs.
    pause: Pause,
    /// Keys that are not pressed yet, and whether they belong to a text, which waits until the program asks for it.
    typed: VecDeque<(Key, bool)>,
    /// The key that is down, and when it is released without a further event.
    held: Option<(Key, Option<Duration>)>,
    /// The shift that was tapped, an index into [`keypad::SHIFTS`].
    shift: Option<usize>,
    /// The input that the machine has seen.
    seen_held: Option<Key>,
    seen_controllers: [Controller; 4],
}

impl ScriptedBally {
    pub(crate) fn new(basic: BasicBally) -> Self {
        ScriptedBally {
            basic,
            recording: ScriptRecorder::default(),
            pause: Pause::Budget,
            typed: VecDeque::new(),
            held: None,
            shift: None,
            seen_held: None,
            seen_controllers: [Controller::default(); 4],
        }
    }

    pub(crate) fn bally(&self) -> &Bally {
        self.basic.bally()
    }

    /// Returns the keys that are still to be pressed.
    pub(crate) fn typed(&self) -> impl Iterator<Item = Key> {
        self.typed.iter().map(|(key, _)| *key)
    }

    /// Drops the keys that are still to be pressed.
    pub(crate) fn stop_typing(&mut self) {
        self.typed.clear();
    }

    pub(crate) fn paste(&mut self, keys: impl IntoIterator<Item = Key>) {
        self.typed.extend(keys.into_iter().map(|key| (key, true)));
    }

    /// Types a key, which is down for a short time.
    pub(crate) fn type_key(&mut self, key: Key, now: Duration) {
        self.press(key, Some(now + HOLD));
    }

    /// Presses a key of the pad by its meaning for BASIC.
    pub(crate) fn press_pad(&mut self, key: PadKey, until: Option<Duration>) {
        let [name, ..] = key.overlay();
        match (keypad::SHIFTS.iter().position(|shift| *shift == name), key_named(name)) {
            (Some(shift), _) => self.shift = Some(shift),
            (None, Some(key)) => self.press(key, until),
            (None, None) => {}
        }
    }

    fn press(&mut self, key: Key, until: Option<Duration>) {
        let key = self.shift.take().and_then(|shift| keypad::shifted(key, shift)).unwrap_or(key);
        if key == Key::Halt {
            self.typed.clear();
        }
        let is_behind_text = self.typed.back().is_some_and(|(_, is_pasted)| *is_pasted);
        self.typed.push_back((key, is_behind_text));
        // What a waiting machine does with the key does not depend on how long it is down.
        if key != Key::Halt && matches!(self.pause, Pause::Budget | Pause::List) {
            self.held = Some((key, until));
        }
    }

    pub(crate) fn release(&mut self, key: PadKey) {
        self.held =
            self.held.filter(|(held, _)| strokes(*held).is_some_and(|keys| keys.last() != Some(&key)));
    }

    /// Releases a key whose time is over.
    pub(crate) fn expire(&mut self, now: Duration) {
        self.held = self.held.filter(|(_, until)| until.is_none_or(|until| now < until));
    }

    pub(crate) fn reset(&mut self) {
        let pause = self.basic.finish_statement();
        self.recording.reset(&mut self.basic, pause);
    }

    pub(crate) fn frame(&mut self, controllers: [Controller; 4], full_line: &mut FullLine) {
        let Self { basic, recording, pause, typed, held, seen_held, seen_controllers, .. } = self;
        let held = held.map(|(key, _)| key);
        basic.play_frame(|basic, now| {
            *pause = now;
            for (number, controller) in (1..).zip(controllers) {
                if std::mem::replace(&mut seen_controllers[number - 1], controller) != controller {
                    recording.set_controller(basic, number, controller);
                }
            }
            if std::mem::replace(seen_held, held) != held {
                // Keys come later: LIST may have begun or ceased to wait.
                return recording.hold(basic, held);
            }
            let is_asked = matches!(now, Pause::Key | Pause::Answer | Pause::Prompt);
            let is_next = typed.front().is_some_and(|(_, is_pasted)| is_asked || !is_pasted);
            if is_next && let Some((key, _)) = typed.pop_front() {
                if full_line.allows(key, is_asked && Ram(basic.bally()).reader([]).is_full()) {
                    recording.press(basic, now, key);
                } else {
                    full_line.drop_rest(typed.len());
                    typed.clear();
                }
            }
        });
    }

    /// Ends the recording. Returns it and the number of statements. HALT takes effect at the end of a line.
    pub(crate) fn finish(&mut self) -> (&[Event], u64) {
        let pause = self.basic.finish_statement();
        self.recording.finish(&mut self.basic, pause);
        if pause == Pause::Budget {
            self.basic.run_until(u64::MAX);
        }
        (self.recording.events(), self.basic.statements())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bally::session::BallySession;
    use crate::{
        pace::Speed,
        stick::{Control, TURN},
    };
    use arcadian_basic::{key, script};

    /// Draws with values from the controllers, keys and INPUT.
    const PROGRAM: [&str; 7] = [
        "10 FOR I=1TO 60",
        "20 BOX JX(1)×20+RND(9),JY(1)×20,5+TR(1),5+KN(2)÷8+&(23),3;NEXT I",
        "30 K=KP;TV=K;LINE K,RND(40),1",
        "40 IF K=81STOP",
        "50 INPUT \"N\"N;PRINT N÷3;LIST",
        "60 PRINT KP+KP",
        "70 GOTO 10",
    ];

    fn machine() -> BasicBally {
        let mut basic = BasicBally::new().expect("the cartridge");
        basic.set_seed(5);
        PROGRAM.iter().chain(&["RUN"]).for_each(|line| basic.enter(line).expect("a good line"));
        basic
    }

    fn random_numbers(mut seed: u64) -> impl FnMut(u64) -> u64 {
        move |below| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        }
    }

    fn play_at_random(seed: u64) -> BallySession {
        let mut random = random_numbers(seed);
        let mut session = BallySession::scripted(machine());
        session.set_speed(Some(if seed.is_multiple_of(4) { Speed::Max } else { Speed::Period }));
        let pad = |name| PadKey::with_overlay(name).expect("a key of the pad");
        let mut now = Duration::ZERO;
        for step in 0..150 {
            now += Duration::from_millis(random(90));
            session.advance(now, |_| {});
            match random(30) {
                0 => session.press(pad("HALT"), false, now),
                1 if step > 40 => drop(session.paste("30 K=KP;TV=K+1+&(20)\nRUN\n")),
                2 if step > 60 => drop(session.paste("LIST\nPRINT RND(99)\nRUN\n")),
                3 if step > 100 => session.reset(),
                4 => drop(session.select_handle(1 + random(2) as usize)),
                5..8 => session.control(Control::Left, now),
                8 => session.control(Control::Turn(TURN), now),
                9 => session.control(Control::Trigger, now),
                10..15 => session.press(pad("PAUSE"), false, now),
                15 => session.press(pad("GREEN"), false, now),
                16..20 => session.type_key(Key::Code(13), now),
                _ => session.type_key(Key::Code(b"17Q-\x1f+"[random(6) as usize]), now),
            }
        }
        session
    }

    /// Returns the picture, the program and the variables, the state of RND among them, with their addresses. The time that a
    /// note has left depends on how long the player waited.
    fn memory(bally: &Bally) -> impl Iterator<Item = (usize, &u8)> {
        let is_time = |address: usize| (0x4E4E..0x4E50).contains(&address);
        let bytes = bally.machine().backplane.bytes().iter().enumerate();
        bytes.take(0x4E6E).skip(0x4000).filter(move |(address, _)| !is_time(*address))
    }

    #[test]
    fn a_recording_replays_to_the_identical_machine() {
        for seed in 0..40 {
            let mut session = play_at_random(seed);
            let (events, statements) = session.finish().expect("a script");
            let text = key::write(events);
            let events = key::parse(&text).expect("its own keys");
            let mut replayed = machine();
            script::drive(&mut replayed, &events, u64::MAX, 1 + 100 * seed, &mut |_, _| {});
            assert_eq!(replayed.statements(), statements, "seed {seed}: {text}");
            let mut both = memory(replayed.bally()).zip(memory(session.bally()));
            let differs = both.find(|(one, other)| one != other);
            assert_eq!(differs, None, "seed {seed}: {text}");
        }
    }
}
