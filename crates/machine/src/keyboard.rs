//! The host's ends of a console: the keyboard, which services read, and bounded logs of output.

/// The byte of the Enter key.
pub const CARRIAGE_RETURN: u8 = b'\r';

/// The byte that ends a text in CP/M: Ctrl-Z.
const END_OF_TEXT: u8 = 0x1A;

/// The bytes that were typed, and how many of them the program has read. The host adds them.
#[derive(Clone, Debug, Default)]
pub struct Keyboard {
    typed: Vec<u8>,
    read: usize,
    is_closed: bool,
    is_live: bool,
    is_silent: bool,
    is_echoed_elsewhere: bool,
}

/// The state of a keyboard in a checkpoint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyboardState {
    typed: usize,
    read: usize,
}

/// For the host.
impl Keyboard {
    /// Adds a typed byte. Enter is [`CARRIAGE_RETURN`].
    pub fn push(&mut self, byte: u8) {
        self.typed.push(byte);
    }

    /// Ends the input: one Ctrl-Z follows what was typed. Returns whether it was still open.
    pub fn close(&mut self) -> bool {
        let was_open = !std::mem::replace(&mut self.is_closed, true);
        self.typed.extend(was_open.then_some(END_OF_TEXT));
        was_open
    }

    /// Lets runs end with [`Reason::PollsInput`](crate::Reason::PollsInput) when the program asks whether there is a byte and
    /// none was typed. Otherwise there is none then.
    pub fn ask_host(&mut self) {
        self.is_live = true;
    }

    /// Lets services not print what they read, because the host's terminal has shown it.
    pub fn echo_elsewhere(&mut self) {
        self.is_echoed_elsewhere = true;
    }

    /// Answers the program's question whether there is a byte: none was typed.
    pub fn answer_none(&mut self) {
        self.is_silent = true;
    }
}

/// For services.
impl Keyboard {
    pub(crate) fn has_byte(&self) -> bool {
        self.read < self.typed.len()
    }

    /// Returns whether the host must say if a byte was typed. Its answer counts once.
    pub(crate) fn asks_host(&mut self) -> bool {
        let is_answered = std::mem::take(&mut self.is_silent);
        self.is_live && !is_answered && !self.is_closed && !self.has_byte()
    }

    /// Returns what a service prints of the bytes that it read.
    pub(crate) fn echo<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        if self.is_echoed_elsewhere { &[] } else { bytes }
    }

    pub(crate) fn read(&mut self) -> Option<u8> {
        let byte = self.typed.get(self.read).copied()?;
        self.read += 1;
        Some(byte)
    }

    /// Reads a line without its end, which is Enter, a line feed, or the end of the input.
    pub(crate) fn read_line(&mut self) -> Option<Vec<u8>> {
        let rest = self.typed.get(self.read..).unwrap_or_default();
        let end = rest.iter().position(|byte| matches!(*byte, CARRIAGE_RETURN | b'\n'));
        let (line, length) = match end {
            Some(end) => (&rest[..end], end + 1),
            // The mark of the end is a line of its own.
            None if self.is_closed && !rest.is_empty() => {
                let length = (rest.len() - 1).max(1);
                (&rest[..length], length)
            }
            None => return None,
        };
        self.read += length;
        Some(line.to_vec())
    }
}

/// Reverse execution.
impl Keyboard {
    pub(crate) fn state(&self) -> KeyboardState {
        KeyboardState { typed: self.typed.len(), read: self.read }
    }

    pub(crate) fn restore(&mut self, state: KeyboardState) {
        self.typed.truncate(state.typed);
        self.read = state.read;
    }
}

const CAPACITY: usize = 1 << 20;

/// A log of output. When it has 2^20 items, the older half is discarded.
///
/// Reverse execution removes the items of the instructions it undoes.
#[derive(Clone, Debug)]
pub struct Log<T> {
    items: Vec<T>,
    discarded: u64,
    taken: u64,
}

impl<T> Default for Log<T> {
    fn default() -> Self {
        Log { items: Vec::new(), discarded: 0, taken: 0 }
    }
}

impl<T> Log<T> {
    pub(crate) fn push(&mut self, item: T) {
        if self.items.len() >= CAPACITY {
            self.items.drain(..CAPACITY / 2);
            self.discarded += CAPACITY as u64 / 2;
        }
        self.items.push(item);
    }

    /// Returns the number of items, including discarded ones.
    pub fn count(&self) -> u64 {
        self.discarded + self.items.len() as u64
    }

    /// Returns the items that have not been discarded.
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }

    /// Returns the items since the last call, except for discarded ones.
    pub fn take(&mut self) -> &[T] {
        let from = self.taken.saturating_sub(self.discarded);
        self.taken = self.count();
        usize::try_from(from).ok().and_then(|from| self.items.get(from..)).unwrap_or_default()
    }

    /// Keeps only the first `count` items. Items that were taken count as taken until [`Log::clamp_taken`], so that a replay
    /// does not return them again.
    pub(crate) fn truncate(&mut self, count: u64) {
        let kept = count.saturating_sub(self.discarded);
        self.items.truncate(usize::try_from(kept).unwrap_or(usize::MAX));
        self.discarded = self.discarded.min(count);
    }

    /// Makes items after the end of the log count as not taken.
    pub(crate) fn clamp_taken(&mut self) {
        self.taken = self.taken.min(self.count());
    }
}
