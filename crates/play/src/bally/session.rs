//! A machine that is played: real time, keys that terminals do not release, pause, single frames.

use std::{collections::VecDeque, time::Duration};

use crate::{
    pace::{Pace, Speed},
    script_recorder::FullLine,
    stick::{Control, HOLD, Handles, Releases},
};
use arcadian_bally::{Bally, Input, PadKey, Pen, RecorderKey, StateError};
use arcadian_basic::{
    Controller, Key,
    key::Event as BasicEvent,
    text_of,
    typing::{self, Reader, Refusal},
};

use crate::bally::{
    basic::{BasicBally, Ram, has_cartridge, strokes},
    keys::{self, Change, Event},
    scripted::ScriptedBally,
    sound::{Listening, Speedometer},
};

/// The frames that run at a time at full speed, which take a few milliseconds.
const SLICE: u64 = 20;

/// The frames for which a typed key is down, and up. The BASIC cartridge sees a key in the second.
const TAP: u64 = 2;

/// A pressed key, and when it is released without a further event.
#[derive(Clone, Copy, Debug)]
struct PressedKey {
    key: PadKey,
    until: Option<Duration>,
}

/// A key of BASIC that is typed: the keys to tap, its shift first.
#[derive(Clone, Debug)]
struct TypedKey {
    key: Key,
    taps: VecDeque<PadKey>,
}

/// A machine, and how keys and handles reach it.
enum Machine {
    /// Through the pad, at the start of each frame.
    Padded(Box<Bally>),
    /// As in a run of a script, for a recording that is one.
    Scripted(Box<ScriptedBally>),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    #[error(transparent)]
    State(#[from] StateError),
    #[error("a script cannot load a state")]
    Scripted,
}

pub struct BallySession {
    machine: Machine,
    /// None while it is paused.
    speed: Option<Speed>,
    pace: Pace,
    speedometer: Speedometer,
    releases: Releases,
    pressed: Vec<PressedKey>,
    /// Keys for the BASIC cartridge that are typed one by one, and the frames of the first tap so far.
    typed: VecDeque<TypedKey>,
    typed_frames: u64,
    /// The frame from which the machine hears keys, since it was started or reset, once something is typed.
    heard_from: Option<u64>,
    /// The keys that did not fit the line that is being entered.
    full_line: FullLine,
    handles: Handles,
    pen: Option<Pen>,
    recorder: PadRecorder,
}

impl BallySession {
    pub fn new(bally: Bally) -> Self {
        Self::with(Machine::Padded(Box::new(bally)))
    }

    /// Starts to play a program in the BASIC cartridge, with a recording that is a script of BASIC. `RND` then does not
    /// depend on the time that passes at the prompt.
    pub fn scripted(basic: BasicBally) -> Self {
        Self::with(Machine::Scripted(Box::new(ScriptedBally::new(basic))))
    }

    fn with(machine: Machine) -> Self {
        BallySession {
            machine,
            speed: Some(Speed::Period),
            pace: Pace::new(Speed::Period),
            speedometer: Speedometer::default(),
            releases: Releases::None,
            pressed: Vec::new(),
            typed: VecDeque::new(),
            typed_frames: 0,
            heard_from: None,
            full_line: FullLine::default(),
            handles: Handles::new(Releases::None),
            pen: None,
            recorder: PadRecorder::default(),
        }
    }

    /// Sets which releases of keys the host reports.
    pub fn with_releases(self, releases: Releases) -> Self {
        Self { releases, handles: Handles::new(releases), ..self }
    }

    pub fn bally(&self) -> &Bally {
        match &self.machine {
            Machine::Padded(bally) => bally,
            Machine::Scripted(scripted) => scripted.bally(),
        }
    }

    /// Returns the speed of the machine; none while it is paused.
    pub fn speed(&self) -> Option<Speed> {
        self.speed
    }

    /// Sets the speed of the machine, or pauses it.
    pub fn set_speed(&mut self, speed: Option<Speed>) {
        self.speed = speed;
        self.pace = Pace::new(speed.unwrap_or_default());
        self.speedometer = Speedometer::default();
    }

    /// Returns the speed at which it ran in the last second, in percent of the machine's. None until a second has passed.
    pub fn percent(&self) -> Option<u32> {
        self.speedometer.percent()
    }

    /// Returns the number of the handle that the keyboard moves, 1 to 4.
    pub fn handle(&self) -> usize {
        self.handles.selected()
    }

    /// Selects the handle that the keyboard moves, 1 to 4. The other one is released. Returns whether it is connected.
    pub fn select_handle(&mut self, number: usize) -> bool {
        let is_connected = self.is_connected(number);
        if is_connected {
            self.handles.select(number);
        }
        is_connected
    }

    /// Presses or repeats a key of the keypad. `has_release` is whether the host's key reports its release, if the host does.
    pub fn press(&mut self, key: PadKey, has_release: bool, now: Duration) {
        let is_release_reported = self.releases != Releases::None && has_release;
        let until = (!is_release_reported).then(|| now + HOLD);
        self.pressed.retain(|pressed| pressed.key != key);
        match &mut self.machine {
            Machine::Padded(_) => self.pressed.push(PressedKey { key, until }),
            Machine::Scripted(scripted) => scripted.press_pad(key, until),
        }
    }

    pub fn release(&mut self, key: PadKey) {
        self.pressed.retain(|pressed| pressed.key != key);
        if let Machine::Scripted(scripted) = &mut self.machine {
            scripted.release(key);
        }
    }

    /// Types a key for the BASIC cartridge.
    pub fn type_key(&mut self, key: Key, now: Duration) {
        match &mut self.machine {
            Machine::Padded(_) => self.tap([key]),
            Machine::Scripted(scripted) => scripted.type_key(key, now),
        }
    }

    /// Taps keys on the pad, one by one.
    fn tap(&mut self, keys: impl IntoIterator<Item = Key>) {
        let typed = keys.into_iter().filter_map(|key| Some(TypedKey { key, taps: strokes(key)?.into() }));
        self.typed.extend(typed);
    }

    /// Types a text for the BASIC cartridge; a new line is GO. Returns a note on what was replaced. If a part cannot be
    /// typed, nothing is.
    pub fn paste(&mut self, text: &str) -> Result<Option<String>, Refusal> {
        let typing = typing::keys(text, &self.reader())?;
        let note = typing.note();
        match &mut self.machine {
            Machine::Padded(_) => self.tap(typing.keys),
            Machine::Scripted(scripted) => scripted.paste(typing.keys),
        }
        Ok(note)
    }

    /// Returns the line that is being entered, with the keys that are still to be typed.
    pub fn line(&self) -> String {
        text_of(&self.reader().typed)
    }

    /// Returns what reads the next key, after those that are still to be typed.
    fn reader(&self) -> Reader {
        let keys: Vec<Key> = match &self.machine {
            Machine::Padded(_) => self.typed.iter().map(|typed| typed.key).collect(),
            Machine::Scripted(scripted) => scripted.typed().collect(),
        };
        let codes = keys.into_iter().filter_map(|key| match key {
            Key::Code(byte) => Some(byte),
            _ => None,
        });
        Ram(self.bally()).reader(codes)
    }

    /// Returns the last message on keys that did not fit the line, once.
    pub fn take_note(&mut self) -> Option<String> {
        self.full_line.take_note()
    }

    /// Drops the keys that are still to be typed.
    pub fn stop_typing(&mut self) {
        self.typed.clear();
        self.typed_frames = 0;
        self.full_line = FullLine::default();
        if let Machine::Scripted(scripted) = &mut self.machine {
            scripted.stop_typing();
        }
    }

    pub fn control(&mut self, control: Control, now: Duration) {
        self.handles.press(control, now);
    }

    /// Sets what a device other than the keyboard does with a handle, 1 to 4. Without a `knob`, that stays. Returns whether the
    /// handle is connected.
    pub fn set_handle(&mut self, number: usize, switches: Controller, knob: Option<i8>) -> bool {
        let is_connected = self.is_connected(number);
        if is_connected {
            self.handles.set(number, switches, knob);
        }
        is_connected
    }

    fn is_connected(&self, number: usize) -> bool {
        (1..=usize::from(self.bally().config().handles)).contains(&number)
    }

    pub fn release_control(&mut self, control: Control) {
        self.handles.release(control);
    }

    /// Points the light pen at a pixel, or takes it away.
    pub fn point(&mut self, pen: Option<Pen>) {
        self.pen = pen;
    }

    pub fn reset(&mut self) {
        match &mut self.machine {
            Machine::Padded(bally) => {
                bally.reset();
                self.heard_from = None;
                self.recorder.add(Change::Reset);
            }
            Machine::Scripted(scripted) => scripted.reset(),
        }
    }

    /// Presses a key of the recorder at the tape port. A recording of BASIC has no such key.
    pub fn press_recorder(&mut self, key: RecorderKey) {
        if let Machine::Padded(bally) = &mut self.machine {
            bally.press_recorder(key);
            self.recorder.add(Change::Tape(key));
        }
    }

    pub fn load(&mut self, state: &[u8]) -> Result<(), LoadError> {
        let Machine::Padded(bally) = &mut self.machine else { return Err(LoadError::Scripted) };
        bally.load(state)?;
        self.suspend();
        Ok(())
    }

    /// Stops emulated time until the next call of [`advance`](Self::advance).
    pub fn suspend(&mut self) {
        self.pace.suspend();
        self.speedometer = Speedometer::default();
    }

    /// Runs the machine up to `now`, and calls `observe` after each frame.
    pub fn advance(&mut self, now: Duration, mut observe: impl FnMut(&Bally)) {
        self.handles.expire(now);
        self.pressed.retain(|pressed| pressed.until.is_none_or(|until| now < until));
        if let Machine::Scripted(scripted) = &mut self.machine {
            scripted.expire(now);
        }
        if self.speed.is_none() {
            return;
        }
        match self.pace.due(now, self.bally().cycles()) {
            None => (0..SLICE).for_each(|_| self.frame(&mut observe)),
            Some(due) => {
                while self.bally().cycles() < due {
                    self.frame(&mut observe);
                }
            }
        }
        self.speedometer.observe(now, self.bally().cycles());
    }

    /// Pauses, and runs one frame.
    pub fn step(&mut self, mut observe: impl FnMut(&Bally)) {
        self.set_speed(None);
        self.frame(&mut observe);
    }

    fn frame(&mut self, observe: &mut impl FnMut(&Bally)) {
        self.drop_unfitting();
        let is_heard = self.hears_typing();
        let (input, controllers) = (self.input(is_heard), self.handles.controllers());
        match &mut self.machine {
            Machine::Padded(bally) => {
                self.recorder.observe(&input);
                bally.run_frame(&input);
            }
            Machine::Scripted(scripted) => {
                scripted.frame(controllers, &mut self.full_line);
            }
        }
        if is_heard {
            self.advance_typing();
        }
        self.recorder.frames += 1;
        observe(self.bally());
    }

    /// Drops what is typed if its next key does not fit the line.
    fn drop_unfitting(&mut self) {
        let Some(next) = self.typed.front().filter(|_| self.typed_frames == 0) else { return };
        let is_begun = strokes(next.key).is_some_and(|taps| taps.len() > next.taps.len());
        let is_full = Ram(self.bally()).reader([]).is_full();
        if !is_begun && !self.full_line.allows(next.key, is_full) {
            self.full_line.drop_rest(self.typed.len() - 1);
            self.typed.clear();
        }
    }

    /// Returns whether the machine hears what is typed: it reads the keypad, which is found out once, and BASIC has room for the key.
    fn hears_typing(&mut self) -> bool {
        let frames = self.recorder.frames;
        let listens_from = |bally: &Bally| frames + Listening::new(bally).after_start();
        match &self.machine {
            Machine::Padded(bally) if !self.typed.is_empty() => {
                let heard_from = *self.heard_from.get_or_insert_with(|| listens_from(bally));
                let is_begun = self.typed_frames > 0;
                frames >= heard_from && (is_begun || !has_cartridge(bally) || Ram(bally).has_room_for_key())
            }
            _ => false,
        }
    }

    /// A tapped key is down for some frames, then up for the same number.
    fn advance_typing(&mut self) {
        let Some(typed) = self.typed.front_mut() else { return };
        self.typed_frames += 1;
        if self.typed_frames == 2 * TAP {
            self.typed_frames = 0;
            typed.taps.pop_front();
            if typed.taps.is_empty() {
                self.typed.pop_front();
            }
        }
    }

    fn input(&self, is_heard: bool) -> Input {
        let mut input = Input::default();
        let tapped = self.typed.front().filter(|_| is_heard && self.typed_frames < TAP);
        tapped.and_then(|typed| typed.taps.front()).into_iter().for_each(|key| input.press(*key));
        self.pressed.iter().for_each(|pressed| input.press(pressed.key));
        input.handles = self.handles.controllers().map(keys::handle);
        input.pen = self.pen;
        input
    }

    /// Returns the time until something can happen without a key; none means never.
    pub fn idle(&self, now: Duration) -> Option<Duration> {
        self.speed.map(|_| self.pace.remaining(now, self.bally().cycles()))
    }

    /// Returns the changes of the pad so far and the number of frames, for a replay.
    pub fn recording(&self) -> (&[Event], u64) {
        (&self.recorder.events, self.recorder.frames)
    }

    /// Ends the recording that is a script. Returns its events and the number of statements.
    pub fn finish(&mut self) -> Option<(&[BasicEvent], u64)> {
        match &mut self.machine {
            Machine::Padded(_) => None,
            Machine::Scripted(scripted) => Some(scripted.finish()),
        }
    }
}

#[derive(Default)]
struct PadRecorder {
    frames: u64,
    input: Input,
    events: Vec<Event>,
}

impl PadRecorder {
    fn add(&mut self, change: Change) {
        self.events.push((self.frames, change));
    }

    fn observe(&mut self, input: &Input) {
        for key in PadKey::all() {
            match (self.input.is_pressed(key), input.is_pressed(key)) {
                (false, true) => self.add(Change::Press(key)),
                (true, false) => self.add(Change::Release(key)),
                _ => {}
            }
        }
        for index in 0..input.handles.len() {
            if self.input.handles[index] != input.handles[index] {
                self.add(Change::Handle(index, input.handles[index]));
            }
        }
        if self.input.pen != input.pen {
            self.add(Change::Pen(input.pen));
        }
        self.input = *input;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bally::basic::{self, BasicBally};
    use crate::bally::{
        keys::{self, Keypad},
        report,
    };
    use crate::stick::TURN;
    use arcadian_bally::Config;
    use arcadian_basic::script::Scripted;

    fn session() -> BallySession {
        BallySession::new(Bally::new(Config::default()))
    }

    /// Returns a machine at the prompt of BASIC, at full speed.
    fn basic_session() -> BallySession {
        let mut basic = BasicBally::new().expect("the cartridge");
        basic.show_prompt();
        let mut session = BallySession::new(basic.into_bally());
        session.set_speed(Some(Speed::Max));
        session
    }

    fn settle(session: &mut BallySession) {
        (0..50).for_each(|_| session.advance(Duration::ZERO, |_| {}));
    }

    fn program(session: &BallySession) -> Vec<String> {
        basic::lines(session.bally()).iter().map(|line| line.to_text()).collect()
    }

    #[test]
    fn a_text_is_typed_with_its_shifts() {
        let mut session = basic_session();
        let note = session.paste("10 A=7/2*“x”\r\n20 stop\n");
        assert_eq!(note, Ok(Some("Typed “ ” as \", / as ÷, * as × (line 10)".to_owned())));
        settle(&mut session);
        assert_eq!(program(&session), ["10 A=7÷2×\"X\"", "20 STOP"]);
        assert!(session.paste("30 A=1\n40 PRINT \"é\"\n").is_err());
        settle(&mut session);
        assert_eq!(program(&session).len(), 2);
    }

    #[test]
    fn no_typed_key_is_lost_while_the_machine_starts_or_computes() {
        let config = Config { cartridge: Some(basic::cartridge().expect("it")), ..Config::default() };
        let mut session = BallySession::new(Bally::new(config));
        session.set_speed(Some(Speed::Max));
        // The last lines are typed while the loop runs.
        let lines = ["10 A=A+7;IF A<4000GOTO 10", "RUN", "20 B=123456789", "30 C=3"];
        session.paste(&lines.map(|line| format!("{line}\n")).concat()).expect("a text");
        settle(&mut session);
        assert_eq!(program(&session), [lines[0], lines[2], lines[3]]);
        session.reset();
        session.paste("5 D=5\n").expect("a text");
        settle(&mut session);
        assert_eq!(program(&session), ["5 D=5"]);
    }

    #[test]
    fn a_full_line_is_not_entered_without_a_question() {
        let mut session = basic_session();
        let text = format!("10 .{}", "X".repeat(100));
        assert_eq!(session.paste(&text), Ok(None));
        settle(&mut session);
        assert_eq!(session.take_note(), None);
        assert!(session.paste("Y").is_err());
        session.type_key(Key::Code(b'Y'), Duration::ZERO);
        settle(&mut session);
        assert_eq!(session.take_note().as_deref(), Some("The line is full. Not typed: Y"));
        let go = Key::Code(13);
        session.type_key(go, Duration::ZERO);
        settle(&mut session);
        assert_eq!(program(&session).len(), 0);
        session.type_key(go, Duration::ZERO);
        settle(&mut session);
        assert_eq!(program(&session).len(), 1);
    }

    #[test]
    fn the_speed_is_that_of_the_machine() {
        let mut session = session();
        let mut samples = 0;
        for millisecond in 0..=2_000 {
            session.advance(Duration::from_millis(millisecond), |bally| samples += bally.samples().len());
        }
        assert!((119..=122).contains(&session.bally().frames()), "{}", session.bally().frames());
        assert!((95_000..98_000).contains(&samples), "{samples}");
        assert_eq!(session.percent(), Some(100));
        for millisecond in (2_000..5_000).step_by(300) {
            session.advance(Duration::from_millis(millisecond), |_| {});
        }
        assert!(session.percent() < Some(50), "delays are not caught up: {:?}", session.percent());
        session.set_speed(Some(Speed::Max));
        assert_eq!(session.percent(), None, "another speed");
    }

    #[test]
    fn a_paused_machine_runs_single_frames() {
        let mut session = session();
        session.set_speed(None);
        session.advance(Duration::from_secs(1), |_| {});
        assert_eq!((session.bally().frames(), session.idle(Duration::ZERO)), (0, None));
        session.step(|_| {});
        assert_eq!(session.bally().frames(), 1);
        session.set_speed(Some(Speed::Max));
        session.advance(Duration::from_secs(1), |_| {});
        assert_eq!(session.bally().frames(), 1 + SLICE);
    }

    #[test]
    fn each_knob_stays_where_it_was_turned_to() {
        let mut session = session();
        session.control(Control::Turn(TURN), Duration::ZERO);
        session.control(Control::Turn(-1), Duration::ZERO);
        assert!(session.select_handle(2));
        (0..40).for_each(|_| session.control(Control::Turn(-TURN), Duration::ZERO));
        session.step(|_| {});
        let knobs = session.bally().chips().input().handles.map(|handle| handle.knob);
        assert_eq!(knobs, [0x87, 0x00, 0x80, 0x80]);
    }

    #[test]
    fn a_recording_replays_to_the_identical_machine() {
        let mut session = session();
        let key = Keypad::Basic.key("5").expect("a key");
        for step in 0..200_u64 {
            let now = Duration::from_millis(step * 16);
            match step {
                60 => session.press(key, true, now),
                80 => session.control(Control::Left, now),
                84 => session.control(Control::Turn(TURN), now),
                120 => session.reset(),
                130 => session.point(Pen::at(40, 50)),
                135 => session.point(None),
                140 => assert!(session.select_handle(3)),
                150 => session.control(Control::Trigger, now),
                _ => {}
            }
            session.advance(now, |_| {});
        }
        let (events, frames) = session.recording();
        let text = keys::write(events);
        let script = keys::parse(Keypad::Calculator, "--keys", &text).expect(&text);
        let mut replayed = Bally::new(Config::default());
        report::frames(&mut replayed, frames, &script, |_| {});
        assert!(events.len() > 8, "{text}");
        assert_eq!(replayed.save(), session.bally().save(), "{text}");
    }
}
