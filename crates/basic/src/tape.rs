//! The tape of `:PRINT` and `:INPUT` without a name: what is shown goes to it, and what it has is typed.
//!
//! Evidence: period (a program that renumbers sends its output to the tape, and programs on tapes start by themselves), choice
//! (what exactly is recorded).

/// The most bytes of a tape: 40 minutes of sound.
pub const LONGEST_TAPE: usize = 1 << 16;

/// A tape that records what is shown: characters, words as one byte, and a carriage return for each new line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Recorder {
    /// The recorded bytes; `None` without a tape.
    bytes: Option<Vec<u8>>,
    is_on: bool,
}

impl Recorder {
    pub(crate) fn insert(&mut self) {
        self.bytes = Some(Vec::new());
    }

    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        self.bytes.as_deref()
    }

    /// Begins to record; returns false without a tape.
    pub(crate) fn start(&mut self) -> bool {
        self.is_on = self.bytes.is_some();
        self.is_on
    }

    pub(crate) fn stop(&mut self) {
        self.is_on = false;
    }

    /// Records a byte. After the end of the tape they are lost.
    pub(crate) fn record(&mut self, byte: u8) {
        let bytes = self.bytes.as_mut().filter(|bytes| self.is_on && bytes.len() < LONGEST_TAPE);
        bytes.into_iter().for_each(|bytes| bytes.push(byte));
    }
}

/// A tape that types its bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Player {
    /// The bytes; `None` without a tape.
    bytes: Option<Vec<u8>>,
    at: usize,
    is_on: bool,
}

impl Player {
    pub(crate) fn insert(&mut self, bytes: Vec<u8>) {
        *self = Self { bytes: Some(bytes), at: 0, is_on: false };
    }

    /// Begins to play, where it stopped last; returns false without a tape.
    pub(crate) fn start(&mut self) -> bool {
        self.is_on = self.bytes.is_some();
        self.is_on
    }

    pub(crate) fn stop(&mut self) {
        self.is_on = false;
    }

    /// Returns the next byte. Null bytes and line feeds, which fill pauses, are not typed. At its end the tape stops.
    pub(crate) fn next(&mut self) -> Option<u8> {
        let bytes = self.bytes.as_deref().filter(|_| self.is_on).unwrap_or_default();
        let rest = bytes.get(self.at..).unwrap_or_default();
        let skipped = rest.iter().take_while(|byte| matches!(byte, 0 | b'\n')).count();
        self.at += (skipped + 1).min(rest.len());
        let next = rest.get(skipped).copied();
        self.is_on = next.is_some();
        next
    }

    /// Returns whether a byte may follow.
    pub(crate) fn is_on(&self) -> bool {
        self.is_on
    }
}
