//! A played machine. Keys are handled between slices of execution and recorded.

use std::{collections::VecDeque, time::Duration};

use arcadian_basic::{
    Basic, Controller, DoesNotFit, Key, Line, Pause,
    key::Event,
    script::Position,
    typing::{self, Refusal},
};

use crate::{
    pace::{Pace, SessionSound, Speed},
    script_recorder::{FullLine, ScriptRecorder, reader},
    stick::{Action, Control, HOLD, Handles, Releases, TURN},
};

/// The number of statements per slice at maximum speed, which take a few milliseconds.
const SLICE: u64 = 20_000;
/// The number of statements of a recording that are repeated at a time. PRINT, the slowest, takes a few milliseconds for that many.
const REPEATED: u64 = 2_000;

/// A machine with its pace, hand controllers and recording.
pub struct BasicSession {
    basic: Basic,
    pause: Pause,
    pace: Pace,
    handles: Handles,
    /// The time at which the held key of the pad is released without a further event.
    release: Option<Duration>,
    /// Pasted keys that the machine has not asked for yet.
    pasted: VecDeque<Key>,
    /// The keys that did not fit the line that is being entered.
    full_line: FullLine,
    recording: ScriptRecorder,
    /// The samples per second that the host wants, and the sound while the machine listens.
    sample_rate: Option<u32>,
    sound: Option<SessionSound>,
    /// The time of the machine at the end of the last call of [`advance`](Self::advance).
    advanced_to: u64,
    /// Whether it was ahead of the clock then.
    is_ahead: bool,
    /// The position up to which the events have been repeated, and the number of statements at which that ends.
    repeats: Option<(Position, u64)>,
}

impl BasicSession {
    /// Starts playing a machine whose command has been entered. The caller must complete its tape statements.
    pub fn new(mut basic: Basic, pace: Pace, releases: Releases) -> Self {
        basic.attach_tape();
        Self::with(basic, pace, releases, Vec::new(), None)
    }

    /// Repeats a recording up to a number of statements, a part in each call of [`advance`](Self::advance), and continues it.
    pub fn repeat(basic: Basic, pace: Pace, releases: Releases, events: Vec<Event>, statements: u64) -> Self {
        Self::with(basic, pace, releases, events, Some((Position::default(), statements)))
    }

    fn with(
        basic: Basic,
        pace: Pace,
        releases: Releases,
        events: Vec<Event>,
        repeats: Option<(Position, u64)>,
    ) -> Self {
        Self {
            basic,
            pause: Pause::Budget,
            pace,
            handles: Handles::new(releases),
            release: None,
            pasted: VecDeque::new(),
            full_line: FullLine::default(),
            recording: ScriptRecorder::new(events),
            sample_rate: None,
            sound: None,
            advanced_to: 0,
            is_ahead: false,
            repeats,
        }
    }

    /// Returns whether a recording is being repeated. Keys must wait until it has been, or until it is stopped.
    pub fn is_repeating(&self) -> bool {
        self.repeats.is_some()
    }

    /// Stops repeating a recording: what has been repeated of it is the recording now.
    pub fn stop_repeating(&mut self) {
        if let Some((position, _)) = self.repeats.take() {
            self.recording.truncate(position.performed());
            self.basic.attach_tape();
        }
    }

    pub fn basic(&self) -> &Basic {
        &self.basic
    }

    /// Returns what the machine waits for, or [`Pause::Budget`] while it runs.
    pub fn pause(&self) -> Pause {
        self.pause
    }

    /// Returns whether no program is running, no note is waited for, and no line is being entered.
    pub fn is_at_empty_prompt(&self) -> bool {
        self.pause == Pause::Prompt && !self.basic.is_typing() && !self.is_ahead
    }

    pub fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
    }

    /// Makes sound with a number of samples per second, or none. Only the speed of the original has sound, and no recording that
    /// is repeated.
    pub fn set_sound(&mut self, sample_rate: Option<u32>) {
        self.sample_rate = sample_rate;
        self.sound = None;
        self.basic.stop_listening();
    }

    /// Returns the samples since the last call, at most half a second.
    pub fn take_samples(&mut self) -> Vec<i16> {
        self.sound.as_mut().map(SessionSound::take_samples).unwrap_or_default()
    }

    /// Returns the events so far. With the number of statements as its budget, a script of them leads to the same state.
    pub fn recording(&self) -> &[Event] {
        self.recording.events()
    }

    /// Stops emulated time until the next call of [`advance`](Self::advance).
    pub fn suspend(&mut self) {
        self.pace.suspend();
        self.sound.iter_mut().for_each(SessionSound::suspend);
    }

    /// Runs the machine up to `now`, and makes its sound.
    pub fn advance(&mut self, now: Duration) {
        self.switch_sound();
        let is_present = self.is_present(now);
        if let Some(sound) = self.sound.as_mut().filter(|_| is_present) {
            sound.collect_present(&mut self.basic, now);
        }
        self.advance_machine(now);
        self.advanced_to = self.basic.tstates();
        self.is_ahead = self.is_ahead(now);
        if let Some(sound) = &mut self.sound {
            let offset = self.pace.offset(now, self.basic.tstates());
            sound.collect(&mut self.basic, offset);
            sound.make(now, self.pause == Pause::Budget);
        }
    }

    /// Returns whether the present of the machine is that of the clock, because it waits or a key has interrupted it. One that has
    /// come to wait can be ahead, by the wait of MU.
    fn is_present(&mut self, now: Duration) -> bool {
        let tstates = self.basic.tstates();
        let has_acted = tstates != self.advanced_to;
        let is_waiting = self.pause != Pause::Budget;
        let is_present = has_acted || (is_waiting && !self.is_ahead(now));
        if is_present && (is_waiting || self.is_ahead(now)) {
            self.pace.suspend();
        }
        is_present
    }

    /// Returns whether the time of the machine is later than the clock's.
    fn is_ahead(&self, now: Duration) -> bool {
        !self.pace.remaining(now, self.basic.tstates()).is_zero()
    }

    /// Starts or stops listening to the machine.
    fn switch_sound(&mut self) {
        let has_sound = self.pace.speed() == Speed::Period && !self.is_repeating();
        match self.sample_rate.filter(|_| has_sound) {
            Some(rate) if self.sound.is_none() => {
                self.basic.listen();
                self.sound = Some(SessionSound::new(rate));
            }
            None if self.sound.is_some() => {
                self.basic.stop_listening();
                self.sound = None;
            }
            _ => {}
        }
    }

    fn advance_machine(&mut self, now: Duration) {
        if let Some((position, statements)) = &mut self.repeats {
            let (basic, events) = (&mut self.basic, self.recording.events());
            if position.advance(basic, events, *statements, REPEATED, &mut |_, _| {}).is_some() {
                self.repeats = None;
                self.basic.attach_tape();
            }
            return;
        }
        self.handles.expire(now);
        self.move_controllers_soon();
        if self.release.is_some_and(|due| due <= now) {
            self.hold(None);
        }
        self.feed();
        if self.pause != Pause::Budget {
            return;
        }
        match self.pace.due(now, self.basic.tstates()) {
            None => self.run(SLICE),
            Some(due) => self.run_until(due),
        }
    }

    fn run_until(&mut self, due: u64) {
        while self.pause == Pause::Budget && self.basic.tstates() < due {
            self.run(1);
        }
    }

    fn run(&mut self, statements: u64) {
        self.pause = self.basic.run(statements);
        if self.pause == Pause::Prompt {
            self.basic.show_prompt();
        }
    }

    /// Returns the time until something can happen without a key; none means never.
    pub fn idle(&self, now: Duration) -> Option<Duration> {
        let runs = self.pause == Pause::Budget || self.is_ahead;
        let machine = runs.then(|| self.pace.delay(now, self.basic.tstates()));
        let handles = self.handles.expires().map(|until| until.saturating_sub(now));
        let release = self.release.map(|due| due.saturating_sub(now));
        let pasted = self.takes_pasted().then_some(Duration::ZERO);
        let sound = self.sound.as_ref().and_then(|sound| sound.idle(now));
        [machine, handles, release, pasted, sound].into_iter().flatten().min()
    }

    /// Performs an action. Ending the session is up to the host.
    pub fn act(&mut self, action: Action, now: Duration) {
        match action {
            Action::Press(key) if !self.pasted.is_empty() => self.pasted.push_back(key),
            Action::Press(key) => {
                // What a waiting machine does with the key does not depend on how long it is down.
                if self.pause == Pause::Budget {
                    self.hold_for_now(key, now);
                }
                self.press(key);
            }
            Action::Control(control) => self.control(control, now),
            Action::Select(number) => self.handles.select(number),
            Action::Halt => {
                self.pace.suspend();
                self.press(Key::Halt);
            }
            Action::Reset => self.reset(),
            Action::Leave => {}
        }
    }

    /// Resets the machine to its state at power-up.
    pub fn reset(&mut self) {
        self.pasted.clear();
        self.full_line = FullLine::default();
        self.recording.reset(&mut self.basic, self.pause);
        self.run(0);
    }

    /// Completes a waiting `:PRINT`.
    pub fn tape_saved(&mut self) {
        self.basic.tape_saved();
        self.run(0);
    }

    /// Completes a waiting `:INPUT` with a program. A program that does not fit changes nothing.
    pub fn tape_loaded(&mut self, lines: &[Line]) -> Result<(), DoesNotFit> {
        self.basic.tape_loaded(lines)?;
        self.run(0);
        Ok(())
    }

    pub fn tape_failed(&mut self, reason: String) {
        self.basic.tape_failed(reason);
        self.run(0);
    }

    /// Types a pasted text, as fast as the machine asks for keys; a new line is GO. Returns a note on what was replaced. If a part
    /// cannot be typed, nothing is.
    pub fn paste(&mut self, text: &str) -> Result<Option<String>, Refusal> {
        let typing = typing::keys(text, &reader(&self.basic, self.pause))?;
        let note = typing.note();
        self.pasted.extend(typing.keys);
        self.feed();
        Ok(note)
    }

    /// Returns whether the line that is being entered takes no more keys.
    fn is_full(&self) -> bool {
        matches!(self.pause, Pause::Prompt | Pause::Answer) && reader(&self.basic, self.pause).is_full()
    }

    /// Returns the last message on keys that did not fit the line, once.
    pub fn take_note(&mut self) -> Option<String> {
        self.full_line.take_note()
    }

    /// Returns whether the machine asks for a pasted key.
    fn takes_pasted(&self) -> bool {
        !self.pasted.is_empty() && matches!(self.pause, Pause::Key | Pause::Answer | Pause::Prompt)
    }

    /// Presses pasted keys while the machine asks for them.
    fn feed(&mut self) {
        while self.takes_pasted()
            && let Some(key) = self.pasted.pop_front()
        {
            if !self.try_press(key) {
                self.full_line.drop_rest(self.pasted.len());
                self.pasted.clear();
            }
        }
    }

    fn press(&mut self, key: Key) {
        let _is_pressed = self.try_press(key);
    }

    /// Presses a key, unless it does not fit the line; returns whether it was pressed. A waiting machine reads it at once, so
    /// that a replay reads it at the same point.
    fn try_press(&mut self, key: Key) -> bool {
        if !self.full_line.allows(key, self.is_full()) {
            return false;
        }
        if key == Key::Halt {
            self.pasted.clear();
        }
        self.move_controllers();
        self.recording.press(&mut self.basic, self.pause, key);
        self.run(0);
        true
    }

    /// Holds a key of the pad down until its release, or for a short time if the terminal does not report releases.
    fn hold_for_now(&mut self, key: Key, now: Duration) {
        self.hold(Some(key));
        self.release = (!self.handles.has_releases()).then(|| now + HOLD);
    }

    /// Holds a key of the pad down, or none.
    fn hold(&mut self, key: Option<Key>) {
        self.release = None;
        if self.basic.held() != key {
            self.recording.hold(&mut self.basic, key);
        }
        if self.pause == Pause::List {
            self.run(0);
        }
    }

    /// Moves the selected hand controller. At the prompt and during LIST the right arrow is PAUSE; when the machine waits for input,
    /// `[` and `]` are characters.
    fn control(&mut self, control: Control, now: Duration) {
        let is_waiting = self.pause != Pause::Budget;
        match control {
            Control::Right if self.pause == Pause::Prompt => return self.press(Key::Pause),
            Control::Right if self.basic.is_listing() => return self.hold_for_now(Key::Pause, now),
            Control::Turn(by) if is_waiting && by == -TURN => self.press(Key::Code(b'[')),
            Control::Turn(TURN) if is_waiting => self.press(Key::Code(b']')),
            _ => {}
        }
        if self.basic.is_running() {
            self.handles.press(control, now);
            self.move_controllers();
        }
    }

    /// Releases a key of the hand controller or the pad.
    pub fn release(&mut self, action: Action) {
        let key = match action {
            Action::Press(key) => Some(key),
            Action::Control(Control::Right) => Some(Key::Pause),
            _ => None,
        };
        if key.is_some() && key == self.basic.held() {
            self.hold(None);
        }
        if let Action::Control(control) = action {
            self.handles.release(control);
            self.move_controllers();
        }
    }

    /// Sets what a device other than the keyboard does with a hand controller, 1 to 4. Without a `knob`, that stays.
    pub fn set_handle(&mut self, number: usize, switches: Controller, knob: Option<i8>) {
        self.handles.set(number, switches, knob);
        self.move_controllers_soon();
    }

    /// Moves the hand controllers of the machine, unless it waits for a key: then it cannot read them, and devices can move them
    /// often. The key moves them before it is pressed.
    fn move_controllers_soon(&mut self) {
        if self.pause == Pause::Budget {
            self.move_controllers();
        }
    }

    fn move_controllers(&mut self) {
        for (index, controller) in self.handles.controllers().into_iter().enumerate() {
            if controller != self.basic.controllers()[index] {
                self.recording.set_controller(&mut self.basic, index + 1, controller);
            }
        }
    }

    /// Ends the recording and returns it.
    pub fn finish(&mut self) -> &[Event] {
        self.recording.finish(&mut self.basic, self.pause);
        self.recording.events()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arcadian_basic::{Dialect, key, script};

    /// Draws with values from the controller, keys and INPUT.
    const PROGRAM: [&str; 7] = [
        "10 FOR I=1TO 200",
        "20 BOX JX(1)×20+RND(9),JY(1)×20,5+TR(1),5+KN(1)÷8+&(23),3;A=A+KN(2)-JY(3);NEXT I",
        "30 K=KP;TV=K",
        "40 IF K=81STOP",
        "50 INPUT \"N\"N;PRINT N÷3",
        "60 PRINT KP+KP",
        "70 GOTO 10",
    ];

    fn entered(seed: u64, program: &[&str], command: &str) -> Basic {
        let mut basic = Basic::new(Dialect::Bally, seed);
        program.iter().for_each(|line| basic.enter(line).expect("a good line"));
        basic.enter(command).expect("a good command");
        basic
    }

    fn random_numbers(mut seed: u64) -> impl FnMut(u64) -> u64 {
        move |below| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        }
    }

    const ACTIONS: [Action; 15] = [
        Action::Press(Key::Code(b'1')),
        Action::Press(Key::Code(b'7')),
        Action::Press(Key::Code(b'Q')),
        Action::Press(Key::Code(13)),
        Action::Press(Key::Code(13)),
        Action::Press(Key::Code(31)),
        Action::Press(Key::Pause),
        Action::Control(Control::Left),
        Action::Control(Control::Up),
        Action::Control(Control::Trigger),
        Action::Control(Control::Turn(TURN)),
        Action::Select(1),
        Action::Select(3),
        Action::Control(Control::Right),
        Action::Control(Control::Right),
    ];

    fn play_at_random(seed: u64) -> BasicSession {
        let mut random = random_numbers(seed);
        let mut now = Duration::ZERO;
        let mut session =
            BasicSession::new(entered(5, &PROGRAM, "RUN"), Pace::new(Speed::Period), Releases::None);
        for step in 0..400 {
            now += Duration::from_millis(random(90));
            session.advance(now);
            match random(40) {
                0 => session.act(Action::Halt, now),
                1 if step > 100 => drop(session.paste("30 K=KP;TV=K+1+&(20)\nRUN\n")),
                3 if step > 100 => drop(session.paste("LIST\n")),
                2 if step > 200 => session.act(Action::Reset, now),
                4..12 => {
                    let moved = Controller { y: 1 - random(3) as i8, ..Controller::default() };
                    session.set_handle(1 + random(3) as usize, moved, Some(random(100) as i8));
                }
                _ => session.act(ACTIONS[random(15) as usize], now),
            }
        }
        session
    }

    #[test]
    fn a_recording_replays_to_the_identical_machine() {
        for seed in 0..40 {
            let mut session = play_at_random(seed);
            let text = key::write(session.finish());
            let events = key::parse(&text).expect("its own keys");
            let mut replayed = entered(5, &PROGRAM, "RUN");
            script::drive(&mut replayed, &events, u64::MAX, 1 + seed, &mut |_, _| {});
            assert_eq!(replayed.picture(), session.basic().picture(), "seed {seed}: {text}");
            assert_eq!(replayed.statements(), session.basic().statements(), "seed {seed}: {text}");
            assert_eq!(replayed.variables(), session.basic().variables(), "seed {seed}: {text}");
        }
    }

    fn playing(program: &[&str], command: &str) -> BasicSession {
        BasicSession::new(entered(1, program, command), Pace::new(Speed::Period), Releases::None)
    }

    /// A gamepad that moves while the machine waits is read after the next key, and is recorded once.
    #[test]
    fn a_device_that_moves_while_the_machine_waits_is_recorded_once() {
        let mut session = playing(&["10 A=KP;B=KN(2)"], "RUN");
        let mut now = Duration::ZERO;
        let mut advance = |session: &mut BasicSession| {
            now += Duration::from_millis(50);
            session.advance(now);
        };
        while session.pause() != Pause::Key {
            advance(&mut session);
        }
        for knob in 1..100 {
            session.set_handle(2, Controller::default(), Some(knob));
            advance(&mut session);
        }
        session.act(Action::Press(Key::Code(b'7')), Duration::from_secs(10));
        (0..5).for_each(|_| advance(&mut session));
        assert_eq!(session.basic().variables()[..2], [i16::from(b'7'), 99]);
        let moves = session.recording().iter().filter(|event| matches!(event, Event::Controller(..)));
        assert_eq!(moves.count(), 1);
    }

    /// LIST waits while the right arrow repeats, which is PAUSE.
    #[test]
    fn list_pauses() {
        let program: Vec<String> = (1..99).map(|n| format!("{n} A=1")).collect();
        let mut session = playing(&program.iter().map(String::as_str).collect::<Vec<_>>(), "LIST");
        let mut now = Duration::ZERO;
        let mut shown = Vec::new();
        for step in 0..60 {
            now += Duration::from_millis(20);
            session.advance(now);
            if (10..40).contains(&step) {
                session.act(Action::Control(Control::Right), now);
            }
            shown.push(session.basic().picture().clone());
        }
        assert_eq!(shown[12], shown[45], "LIST waits until {HOLD:?} after the last repeat");
        assert_ne!(shown[1], shown[9], "it was showing lines before");
        assert_ne!(shown[45], shown[59], "and after");
    }

    /// A pasted text may be longer than the keys that wait, and commands in it may take their time.
    #[test]
    fn a_pasted_text_waits_for_the_machine() {
        let mut session = playing(&[], "RUN");
        session.advance(Duration::ZERO);
        let note = session.paste("10 FOR I=1TO 50;NEXT I;INPUT A;B=KP\nRUN\n1+2+3+4+5+6+7\nX");
        assert_eq!(note, Ok(None));
        let mut now = Duration::ZERO;
        for _ in 0..100 {
            now += Duration::from_millis(50);
            session.advance(now);
        }
        assert_eq!(session.basic().variables()[..2], [28, 88]);
        assert!(session.is_at_empty_prompt());
    }

    /// While a program runs, the keypad's ports show the key that is down.
    #[test]
    fn a_program_sees_the_key_that_is_down() {
        let mut session = playing(&["10 A=&(23);IF A>B B=A", "20 GOTO 10"], "RUN");
        session.advance(Duration::ZERO);
        session.advance(Duration::from_millis(20));
        session.act(Action::Press(Key::Code(b'A')), Duration::from_millis(20));
        session.advance(Duration::from_millis(60));
        assert_eq!(session.basic().variables()[1], 2, "A is in the second row");
        session.advance(Duration::from_millis(60) + HOLD);
        session.advance(Duration::from_millis(200) + HOLD);
        assert_eq!(session.basic().variables()[0], 0, "it is released");
    }

    #[test]
    fn halt_stops_the_program_then_discards_the_line() {
        let mut session =
            BasicSession::new(entered(5, &PROGRAM, "RUN"), Pace::new(Speed::Max), Releases::None);
        let now = Duration::ZERO;
        session.advance(now);
        session.act(Action::Halt, now);
        assert!(session.is_at_empty_prompt());
        for _ in 0..27 {
            session.act(Action::Press(Key::Code(b'A')), now);
            assert!(!session.is_at_empty_prompt());
            session.act(Action::Halt, now);
            assert!(session.is_at_empty_prompt());
            session.act(Action::Press(Key::Code(b'A')), now);
            session.act(Action::Press(Key::Code(31)), now);
            assert!(session.is_at_empty_prompt());
        }
    }
}
