//! Saving and loading programs. The machine makes requests; a host that has files carries them out.
//!
//! Evidence: period (`:PRINT` and `:INPUT`), choice (the name in quotes, and a file in place of a tape).

use super::{Basic, DoesNotFit, Ending, Origin};
use crate::{Fault, Line, Why, console::Player, line, translate::Begin};

/// A request to the host, pending while the program waits in [`Pause::Tape`](super::Pause::Tape).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tape {
    Save(String),
    Load(String),
}

/// A tape statement that waits for the host.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Request {
    tape: Tape,
    /// The place in the text after the statement.
    end: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TapeDeck {
    is_attached: bool,
    request: Option<Request>,
    pub(super) player: Player,
}

impl TapeDeck {
    /// Stops, without a request.
    pub(super) fn reset(&mut self) {
        self.request = None;
        self.player.stop();
    }

    pub(super) fn has_request(&self) -> bool {
        self.request.is_some()
    }

    pub(super) fn clear_request(&mut self) {
        self.request = None;
    }

    /// Returns why a tape statement without a name fails.
    pub(super) fn error_without_name(&self) -> Why {
        if self.is_attached { Why::NoName } else { Why::NoTape }
    }
}

impl Basic {
    /// Attaches a host that carries out tape statements. Without one they are SORRY.
    pub fn attach_tape(&mut self) {
        self.tape.is_attached = true;
    }

    pub fn tape(&self) -> Option<&Tape> {
        self.tape.request.as_ref().map(|request| &request.tape)
    }

    /// Reports that the program has been saved: execution continues.
    pub fn tape_saved(&mut self) {
        self.tape.clear_request();
    }

    /// Enters the loaded lines: they replace those with the same numbers. A direct command continues after the statement, a program
    /// ends. If a line does not fit, nothing changes and the request stays pending. Evidence: later (a tape is loaded over a
    /// program to change some of its lines), choice (that a program ends).
    pub fn tape_loaded(&mut self, lines: &[Line]) -> Result<(), DoesNotFit> {
        let mut store = self.store.clone();
        for line in lines {
            store.insert(line).map_err(|full| DoesNotFit { line: line.number, full })?;
        }
        let Some(request) = self.tape.request.take() else { return Ok(()) };
        self.store = store;
        self.clear_stacks();
        self.discard_translations();
        match self.control.at.origin {
            Origin::Direct => self.continue_at(Origin::Direct, request.end, Begin::AfterStatement),
            Origin::Program | Origin::Answer => self.end(Ending::End),
        }
        Ok(())
    }

    /// Reports that the request failed: the statement is SORRY, with the host's reason as its explanation.
    pub fn tape_failed(&mut self, reason: String) {
        if self.tape.request.take().is_some() {
            let fault = self.show_fault(Why::NoTape);
            self.end(Ending::Error(Fault { hint: Some(reason.into()), ..fault }));
        }
    }

    /// Inserts a blank tape, on which `:PRINT` without a name records.
    pub fn insert_blank_tape(&mut self) {
        self.output.console.recorder.insert();
    }

    /// Returns what is recorded on the blank tape, at most [`LONGEST_TAPE`](crate::LONGEST_TAPE) bytes; `None` if there is none.
    pub fn recorded_tape(&self) -> Option<&[u8]> {
        self.output.console.recorder.bytes()
    }

    /// Inserts a tape with these bytes, which `:INPUT` without a name types.
    pub fn insert_tape(&mut self, bytes: Vec<u8>) {
        self.tape.player.insert(bytes);
    }

    /// Stops recording and playing.
    pub(super) fn stop_tape(&mut self) {
        self.output.console.recorder.stop();
        self.tape.player.stop();
    }

    /// Makes a request. `name` is the place and length of the name in the text.
    pub(super) fn request_tape(&mut self, request: fn(String) -> Tape, name: (u16, u16)) -> Result<(), Why> {
        if !self.tape.is_attached {
            return Err(Why::NoTape);
        }
        let end = usize::from(name.0) + usize::from(name.1) + 1;
        let name = line::text_of(self.translations.slice(self.control.at.origin, &self.store, name));
        self.tape.request = Some(Request { tape: request(name), end });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, ErrorCode, Key, Pause};

    fn machine(lines: &[&str]) -> Basic {
        let mut basic = Basic::new(Dialect::Bally, 1);
        basic.attach_tape();
        enter(&mut basic, lines);
        basic
    }

    fn enter(basic: &mut Basic, lines: &[&str]) -> Pause {
        lines.iter().for_each(|line| basic.enter(line).expect("machine characters"));
        basic.run(1_000)
    }

    fn lines(texts: &[&str]) -> Vec<Line> {
        let mut basic = machine(&[]);
        enter(&mut basic, texts);
        basic.store().lines().collect()
    }

    #[test]
    fn a_program_is_saved_and_execution_continues() {
        let mut basic = machine(&["10 A=1;:PRINT \"STARS\";A=2", "RUN"]);
        for _ in 0..3 {
            assert_eq!(basic.run(1_000), Pause::Tape);
        }
        assert_eq!(basic.tape(), Some(&Tape::Save("STARS".into())));
        assert_eq!(basic.variables()[0], 1);
        basic.tape_saved();
        assert_eq!(
            (basic.run(1_000), basic.variables()[0], basic.ending()),
            (Pause::Prompt, 2, Some(&Ending::End))
        );
    }

    #[test]
    fn loaded_lines_replace_those_with_the_same_numbers() {
        let new = lines(&["20 B=B+5", "30 STOP"]);
        let mut basic = machine(&["10 A=1", "30 A=2", "B=1;:INPUT \"X"]);
        assert_eq!(basic.tape(), Some(&Tape::Load("X".into())));
        basic.tape_loaded(&new).expect("it fits");
        assert_eq!((basic.run(1_000), basic.ending()), (Pause::Prompt, Some(&Ending::End)));
        assert!(basic.store().lines().eq(lines(&["10 A=1", "20 B=B+5", "30 STOP"])));
        assert_eq!(enter(&mut basic, &[":INPUT \"X\";GOSUB 20"]), Pause::Tape);
        basic.tape_loaded(&new).expect("it fits");
        assert_eq!((basic.run(1_000), basic.variables()[1]), (Pause::Prompt, 6));
    }

    #[test]
    fn a_program_that_loads_another_ends() {
        let mut basic = machine(&["10 FOR I=1TO 9;:INPUT \"X\";A=5", "RUN"]);
        basic.tape_loaded(&lines(&["10 A=6", "20 A=7"])).expect("it fits");
        assert_eq!(
            (basic.run(1_000), basic.variables()[0], basic.ending()),
            (Pause::Prompt, 0, Some(&Ending::End))
        );
        assert_eq!(basic.store().lines().count(), 2);
        assert_eq!(enter(&mut basic, &["NEXT I"]), Pause::Prompt);
        assert!(matches!(basic.ending(), Some(Ending::Error(_))), "the loop has been dropped");
    }

    #[test]
    fn a_program_that_does_not_fit_changes_nothing() {
        let mut basic = machine(&["10 A=1", ":INPUT \"X\""]);
        let long = Line { number: 10, text: vec![b'A'; 1802] };
        let error = basic.tape_loaded(&[long]).expect_err("too long");
        assert_eq!((basic.run(1), basic.store().free()), (Pause::Tape, 1798));
        basic.tape_failed(error.to_string());
        let Some(Ending::Error(fault)) = basic.ending() else { panic!("no error") };
        assert_eq!((fault.why.code(), fault.sentence().into_owned()), (ErrorCode::Sorry, error.to_string()));
    }

    /// So a recorded session is the same without files.
    #[test]
    fn a_failed_statement_is_the_same_as_without_a_tape() {
        for statement in [":PRINT \"X\"", ":INPUT \"X\"", ":PRINT", ":INPUT A", ":RUN", ":LIST 5", ":RETURN"]
        {
            let program = format!("10 A=1;{statement};A=2");
            let run = |mut basic: Basic| {
                enter(&mut basic, &[&program, "RUN"]);
                basic.tape_failed("no".to_owned());
                basic.run(1_000);
                (basic.frame(), basic.statements(), basic.tstates(), basic.variables())
            };
            assert_eq!(run(machine(&[])), run(Basic::new(Dialect::Bally, 1)), "{statement}");
        }
    }

    fn type_text(basic: &mut Basic, text: &str) {
        for key in crate::key::parse(text).expect("keys") {
            let crate::key::Event::Key(key) = key else { panic!("{key:?}") };
            basic.press(key);
            basic.run(1_000);
        }
    }

    /// Evidence: period (the statements), choice (the bytes).
    #[test]
    fn a_listing_on_tape_reads_back() {
        let program = ["10 PRINT \"A TEXT THAT IS LONGER THAN A ROW\"", "20 FOR I=1TO 3;NEXT I"];
        let mut basic = Basic::new(Dialect::Bally, 1);
        program.iter().for_each(|line| basic.enter(line).expect("machine characters"));
        basic.insert_blank_tape();
        type_text(&mut basic, "PRINT 1{GO}:{PRINT}{GO}{LIST}{GO}:{RETURN}{GO}PRINT 2{GO}");
        let tape = basic.recorded_tape().expect("a tape").to_vec();
        let text = String::from_utf8_lossy(&tape).replace('\r', "/");
        assert_eq!(
            text, ">h/  10 t\"A TEXT THAT IS LONGER THAN A ROW\"/  20 rI=1w3;kI/>:p/",
            "LIST is echoed, and so is :RETURN"
        );
        let mut other = machine(&["5 A=1", "20 A=2"]);
        other.insert_tape(tape);
        enter(&mut other, &[":INPUT"]);
        other.press(Key::Code(13));
        other.run(1_000);
        let lines: Vec<_> = other.store().lines().map(|line| line.to_text()).collect();
        assert_eq!(lines, ["5 A=1", program[0], program[1]]);
    }

    /// Evidence: period (programs keep data on tape).
    #[test]
    fn a_program_writes_and_reads_data() {
        let mut basic = Basic::new(Dialect::Bally, 1);
        basic.insert_blank_tape();
        let writer = ["10 :PRINT ;FOR I=5TO 7;PRINT #1,I×I;NEXT I;:RETURN ;PRINT \"DONE\"", "RUN"];
        assert_eq!(enter(&mut basic, &writer), Pause::Prompt);
        assert_eq!(basic.recorded_tape(), Some(&b"25\r36\r49\r"[..]));
        let mut other = Basic::new(Dialect::Bally, 1);
        other.insert_tape(b"25\r\n\x0036\rX".to_vec());
        let reader = ["10 :INPUT ;INPUT A,B;C=KP;:RETURN", "20 INPUT D", "RUN"];
        assert_eq!(enter(&mut other, &reader), Pause::Answer);
        assert_eq!(other.variables()[..3], [25, 36, 88]);
    }

    #[test]
    fn without_a_tape_nothing_is_recorded_or_played() {
        let mut basic = Basic::new(Dialect::Bally, 1);
        for (statement, why) in [(":PRINT", Why::NoTape), (":INPUT", Why::NoTape), (":LIST", Why::NoTape)] {
            enter(&mut basic, &[statement]);
            let Some(Ending::Error(fault)) = basic.ending() else { panic!("{statement}") };
            assert_eq!(fault.why, why);
        }
        assert_eq!(basic.recorded_tape(), None);
    }

    #[test]
    fn halt_stops_the_tape() {
        let mut basic = Basic::new(Dialect::Bally, 1);
        basic.insert_tape(b"10 A=1\r20 A=2\r".repeat(9));
        basic.enter("1 :INPUT ;A=KP;A=A÷0").expect("machine characters");
        basic.enter("RUN").expect("machine characters");
        basic.run(2);
        basic.halt();
        assert_eq!((basic.run(100), basic.store().lines().count()), (Pause::Prompt, 1));
    }

    #[test]
    fn halt_cancels_the_request() {
        let mut basic = machine(&[":PRINT \"X\""]);
        basic.halt();
        assert_eq!((basic.run(1), basic.tape()), (Pause::Prompt, None));
        basic.tape_saved();
        basic.tape_failed("no".to_owned());
        basic.tape_loaded(&lines(&["10 A=1"])).expect("no request");
        assert_eq!(basic.store().free(), 1804);
        basic.press(Key::Code(b'A'));
        assert_eq!(basic.run(1), Pause::Prompt);
    }
}
