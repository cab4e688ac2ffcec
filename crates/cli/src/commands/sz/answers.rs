//! Answers from standard input, line by line, until its end or Ctrl-C.

use std::{
    io::{self, IsTerminal},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::{Context, Result, bail};

use crate::{files::input::take_standard_input, terminal};

/// The longest answer in bytes. No line of a listing is longer.
const LONGEST: usize = 1 << 16;

/// What comes next.
pub enum Answer {
    /// A line without its end.
    Line(String),
    /// Standard input has ended.
    End,
    /// Ctrl-C was pressed.
    Interrupt,
}

/// The answers of a user.
pub struct Answers {
    interrupted: Arc<AtomicBool>,
    /// What was read of the next lines.
    read: Vec<u8>,
    has_ended: bool,
}

impl Answers {
    /// Takes standard input and Ctrl-C.
    pub fn new() -> Result<Self> {
        take_standard_input("answers")?;
        let interrupted = Arc::new(AtomicBool::new(false));
        terminal::listen_for_interrupt(&interrupted).context("cannot listen for Ctrl-C")?;
        Ok(Self { interrupted, read: Vec::new(), has_ended: false })
    }

    /// Returns whether the terminal shows what is typed.
    pub fn is_echoed(&self) -> bool {
        io::stdin().is_terminal()
    }

    /// Waits for the next answer.
    pub fn next(&mut self) -> Result<Answer> {
        loop {
            if self.interrupted.load(Ordering::Relaxed) {
                return Ok(Answer::Interrupt);
            }
            if let Some(line) = self.line() {
                return Ok(Answer::Line(line));
            }
            if self.has_ended {
                return Ok(Answer::End);
            }
            if self.read.len() > LONGEST {
                bail!("an answer is longer than {} KB", LONGEST >> 10);
            }
            if source::is_ready().context("cannot read from standard input")? {
                self.more()?;
            }
        }
    }

    /// Takes a line from what was read. The last one may have no end.
    fn line(&mut self) -> Option<String> {
        let end = self.read.iter().position(|byte| *byte == b'\n');
        let is_last = self.has_ended && !self.read.is_empty();
        let end = end.map(|end| end + 1).or(is_last.then_some(self.read.len()))?;
        let line: Vec<u8> = self.read.drain(..end).collect();
        Some(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned())
    }

    fn more(&mut self) -> Result<()> {
        let mut piece = [0; 4096];
        match source::read(&mut piece) {
            Ok(count) => {
                self.has_ended = count == 0;
                self.read.extend_from_slice(&piece[..count]);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error).context("cannot read from standard input"),
        }
        Ok(())
    }
}

#[cfg(unix)]
mod source {
    use std::io;

    use rustix::{
        event::{PollFd, PollFlags, Timespec, poll},
        io::Errno,
        stdio::stdin,
    };

    /// The longest time until Ctrl-C is noticed if it comes just before the wait.
    const PATIENCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 200_000_000 };

    /// Waits a moment, or until a signal comes. Returns whether there is something to read.
    pub fn is_ready() -> io::Result<bool> {
        match poll(&mut [PollFd::new(&stdin(), PollFlags::IN)], Some(&PATIENCE)) {
            Ok(ready) => Ok(ready > 0),
            Err(Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Reads what there is. `Stdin` would keep bytes in its own buffer, where `is_ready` does not see them.
    pub fn read(piece: &mut [u8]) -> io::Result<usize> {
        Ok(rustix::io::read(stdin(), piece)?)
    }
}

/// Without signals of Unix, Ctrl-C ends the process.
#[cfg(not(unix))]
mod source {
    use std::io::{self, Read};

    pub fn is_ready() -> io::Result<bool> {
        Ok(true)
    }

    pub fn read(piece: &mut [u8]) -> io::Result<usize> {
        io::stdin().read(piece)
    }
}
