//! The console of a program: standard input, or the text of `--keys`, as its keyboard, and the bytes that it prints.

use std::{
    io::{self, IsTerminal, Read},
    sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel},
    thread,
    time::Duration,
};

use anyhow::{Context, Result};
use arcadian_debugger::code::typed;
use arcadian_machine::{CARRIAGE_RETURN, Keyboard, Reason};

use super::{Cause, trace::Monitor, write_out};

/// The time between two looks at Ctrl-C while the program waits for input.
const PATIENCE: Duration = Duration::from_millis(50);
/// The bytes that are read at once.
const PART: usize = 1 << 12;

/// The typed input of a program. Standard input is read when the program asks for the first time.
pub struct Keys {
    /// Whether `--keys` has all that is typed.
    is_given: bool,
    parts: Option<Receiver<io::Result<Vec<u8>>>>,
    is_terminal: bool,
    /// Whether the last byte was a carriage return, which a line feed may follow.
    is_after_return: bool,
}

impl Keys {
    /// A terminal shows what is typed, and the program can ask whether something was typed.
    pub fn new(keyboard: &mut Keyboard, given: Option<&str>) -> Result<Self> {
        let is_terminal = given.is_none() && io::stdin().is_terminal();
        keyboard.ask_host();
        let typed = given.map(typed).transpose().context("--keys")?;
        typed.into_iter().flatten().for_each(|byte| keyboard.push(byte));
        if is_terminal {
            keyboard.echo_elsewhere();
        }
        Ok(Self { is_given: given.is_some(), parts: None, is_terminal, is_after_return: false })
    }

    /// Types what the program asks for. Returns why the run ends, or `None` if it goes on.
    pub fn type_for(
        &mut self,
        keyboard: &mut Keyboard,
        reason: Reason,
        monitor: &Monitor,
    ) -> Result<Option<Cause>> {
        let part = if self.is_given {
            None
        } else if reason == Reason::PollsInput && self.is_terminal {
            match self.parts().try_recv() {
                Err(TryRecvError::Empty) => {
                    keyboard.answer_none();
                    return Ok(None);
                }
                Err(TryRecvError::Disconnected) => None,
                Ok(part) => Some(part),
            }
        } else {
            loop {
                match self.parts().recv_timeout(PATIENCE) {
                    Err(RecvTimeoutError::Timeout) if monitor.is_interrupted() => {
                        return Ok(Some(Cause::Interrupted));
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break None,
                    Ok(part) => break Some(part),
                }
            }
        };
        match part {
            Some(part) => self.push(keyboard, &part.context("cannot read standard input")?),
            None if keyboard.close() => {}
            None => return Ok(Some(Cause::InputEnded)),
        }
        Ok(None)
    }

    fn parts(&mut self) -> &Receiver<io::Result<Vec<u8>>> {
        self.parts.get_or_insert_with(read)
    }

    /// Types bytes. The end of a line is Enter.
    fn push(&mut self, keyboard: &mut Keyboard, bytes: &[u8]) {
        for &byte in bytes {
            let is_second =
                std::mem::replace(&mut self.is_after_return, byte == CARRIAGE_RETURN) && byte == b'\n';
            if !is_second {
                keyboard.push(if byte == b'\n' { CARRIAGE_RETURN } else { byte });
            }
        }
    }
}

/// Reads standard input in a thread, so that waiting for it can be interrupted.
fn read() -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = sync_channel(1);
    thread::spawn(move || {
        let mut bytes = [0; PART];
        loop {
            let part = match io::stdin().read(&mut bytes) {
                Ok(0) => break,
                Ok(length) => Ok(bytes[..length].to_vec()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => Err(error),
            };
            let is_last = part.is_err();
            if sender.send(part).is_err() || is_last {
                break;
            }
        }
    });
    receiver
}

/// The maximum number of bytes kept for the report.
const MOST: usize = 1 << 24;

/// Decodes printed bytes, and shows them or keeps them for the report.
pub struct PrintDecoder {
    /// Whether control codes are those of the ZX Spectrum rather than of CP/M.
    is_spectrum: bool,
    /// Whether the text is kept for the report instead of shown.
    is_captured: bool,
    /// The number of operand bytes of a control code still to skip.
    skip: u8,
    kept: String,
    /// Whether the last line has no line end yet.
    in_line: bool,
    /// The number of bytes printed so far.
    seen: u64,
    /// The number of bytes dropped by the machine's buffer or by the limit for the report.
    missing: u64,
}

impl PrintDecoder {
    pub fn new(is_spectrum: bool, is_captured: bool) -> Self {
        Self { is_spectrum, is_captured, skip: 0, kept: String::new(), in_line: false, seen: 0, missing: 0 }
    }

    /// Processes the last bytes of `count` printed in total. Returns whether standard output is still open.
    pub fn show(&mut self, bytes: &[u8], count: u64) -> Result<bool> {
        self.missing += count.saturating_sub(self.seen).saturating_sub(bytes.len() as u64);
        self.seen = count;
        let text: String = bytes.iter().filter_map(|byte| self.character(*byte)).collect();
        if let Some(last) = text.chars().last() {
            self.in_line = last != '\n';
        }
        if !self.is_captured {
            return if text.is_empty() { Ok(true) } else { write_out(&text) };
        }
        if self.kept.len() + text.len() > MOST {
            self.missing += text.len() as u64;
        } else {
            self.kept += &text;
        }
        Ok(true)
    }

    /// Returns whether the cursor of the terminal is within a line.
    pub fn is_in_line(&self) -> bool {
        self.in_line && !self.is_captured
    }

    /// Ends the last line, and reports missing bytes.
    pub fn end(&self) -> Result<()> {
        if self.is_in_line() {
            write_out("\n")?;
        }
        if self.missing > 0 && !self.is_captured {
            write_out(&format!("({} bytes were printed too fast and are missing)\n", self.missing))?;
        }
        Ok(())
    }

    /// Returns the text kept for the report, and the number of bytes that are neither shown nor kept.
    pub fn kept(&self) -> (&str, u64) {
        (&self.kept, self.missing)
    }

    /// Returns the character of a byte. Control codes of the Spectrum other than line ends become a blank or nothing. Those of
    /// CP/M are kept, except NUL, and escaped on output as `\u{1b}`.
    fn character(&mut self, byte: u8) -> Option<char> {
        if self.skip > 0 {
            self.skip -= 1;
            return None;
        }
        match (self.is_spectrum, byte) {
            (true, 13) => Some('\n'),
            // INK to OVER have one operand, AT and TAB two.
            (true, 16..=21) => {
                self.skip = 1;
                None
            }
            (true, 22 | 23) => {
                self.skip = 2;
                Some(' ')
            }
            (true, 127) => Some('©'),
            (false, 0 | b'\r') => None,
            (false, control @ (..b' ' | 127)) => Some(char::from(control)),
            (_, b' '..=b'~') => Some(char::from(byte)),
            _ => None,
        }
    }
}
