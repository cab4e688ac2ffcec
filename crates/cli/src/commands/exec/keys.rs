//! Standard input, or the text of `--keys`, as the keyboard of a program.

use std::{
    io::{self, IsTerminal, Read},
    sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel},
    thread,
    time::Duration,
};

use anyhow::{Context, Result};
use arcadian_debugger::code::typed;
use arcadian_machine::{CARRIAGE_RETURN, Keyboard, Reason};

use super::{Cause, trace::Monitor};

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
