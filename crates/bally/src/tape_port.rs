//! The tape port of a cartridge such as AstroBASIC: software makes the sound of its tapes, and reads it.
//!
//! A read of 3800 to 3BFF drives the output high. A read of 3C00 to 3FFF drives it low, and bit 0 of the byte read is the
//! input, inverted. The format of a tape is a matter of the program, and is not known here.

use std::{collections::VecDeque, ops::RangeInclusive, sync::Arc};

use arcadian_machine::{Area, AreaKind, Backplane, Context, Device, DeviceId, MapError};

use crate::{
    frame::LINES,
    image::{Cartridge, Hardware, Plug},
    state::{Reader, StateError, Writer},
};

const PORT: RangeInclusive<u16> = 0x3800..=0x3FFF;

/// The offset of the addresses that drive the output low and read the input.
const LOW: u16 = 0x0400;

/// The result of a read that drives the output high: nothing drives the bus.
const HIGH_READS: u8 = 0xFF;

/// So many reads of the input, one after another and without a read that drives the output high, are a program that waits for a
/// tape. One that records changes the level much more often.
const WAITING: u16 = 256;

/// The cycles for which changes of the output are kept: two frames and more.
const KEPT: u64 = LINES as u64 * 114 * 2;

/// The sound of a tape as the port sees it: a level, high or low, that changes at these times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tape {
    changes: Arc<[u64]>,
}

impl Tape {
    /// Returns a tape that is low at first, and whose level changes at these cycles after its start, in order.
    pub fn new(changes: &[u64]) -> Self {
        Tape { changes: changes.into() }
    }

    /// Returns whether the level is high at a cycle after the start.
    fn is_high(&self, at: u64) -> bool {
        self.changes.partition_point(|&change| change <= at) % 2 == 1
    }
}

/// A key of the recorder that plays the tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecorderKey {
    /// The tape plays on.
    Play,
    /// The tape stops where it is.
    Stop,
    /// The tape stops at its start.
    Rewind,
}

impl RecorderKey {
    pub const ALL: [RecorderKey; 3] = [RecorderKey::Play, RecorderKey::Stop, RecorderKey::Rewind];

    pub const fn name(self) -> &'static str {
        match self {
            RecorderKey::Play => "PLAY",
            RecorderKey::Stop => "STOP",
            RecorderKey::Rewind => "REWIND",
        }
    }

    pub const fn message(self) -> u8 {
        self as u8
    }
}

/// The position of the tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Transport {
    /// A stopped tape, at a cycle after its start.
    Stopped(u64),
    /// A playing tape, which was at its start at this cycle of the machine.
    Playing(u64),
}

#[derive(Clone, Debug)]
pub struct TapePort {
    tape: Tape,
    transport: Transport,
    /// The reads of the input since the output was last driven high.
    waiting: u16,
    /// The input at the last read.
    input: bool,
    /// The cycles of the last changes of the output, which is low at power-up.
    changes: VecDeque<u64>,
    /// The number of changes since power-up.
    count: u64,
}

impl TapePort {
    fn new(tape: Tape) -> Self {
        let transport = Transport::Stopped(0);
        TapePort { tape, transport, waiting: 0, input: false, changes: VecDeque::new(), count: 0 }
    }

    pub fn of(backplane: &Backplane) -> Option<&TapePort> {
        backplane.find()
    }

    /// Returns the id of the port of a machine, to which [messages](RecorderKey::message) can be sent.
    pub fn id(backplane: &Backplane) -> Option<DeviceId> {
        backplane.areas().iter().find_map(|area| match area {
            Area { first, kind: AreaKind::Reads(id), .. } if first == PORT.start() => Some(*id),
            _ => None,
        })
    }

    /// Returns whether the output is high.
    pub fn is_high(&self) -> bool {
        self.count % 2 == 1
    }

    /// Returns the number of changes of the output since power-up. A saved state keeps the level only.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the cycles of the changes after the first `count`, or `None` if some of them have been discarded.
    pub fn since(&self, count: u64) -> Option<impl Iterator<Item = u64>> {
        let new = usize::try_from(self.count.checked_sub(count)?).ok()?;
        Some(self.changes.range(self.changes.len().checked_sub(new)?..).copied())
    }

    pub fn is_playing(&self) -> bool {
        matches!(self.transport, Transport::Playing(_))
    }

    /// Returns how much of the tape has been played, in cycles.
    pub fn position(&self, now: u64) -> u64 {
        match self.transport {
            Transport::Stopped(position) => position,
            Transport::Playing(start) => now.saturating_sub(start),
        }
    }

    /// Returns whether the input is high. A tape that stands is silent.
    fn is_input_high(&self, now: u64) -> bool {
        self.is_playing() && self.tape.is_high(self.position(now))
    }

    fn press(&mut self, key: RecorderKey, now: u64) {
        let position = self.position(now);
        self.transport = match key {
            RecorderKey::Play => Transport::Playing(now - position),
            RecorderKey::Stop => Transport::Stopped(position),
            RecorderKey::Rewind => Transport::Stopped(0),
        };
    }

    fn drive(&mut self, is_high: bool, now: u64) {
        if is_high == self.is_high() {
            return;
        }
        while self.changes.front().is_some_and(|&change| change + KEPT < now) {
            self.changes.pop_front();
        }
        self.changes.push_back(now);
        self.count += 1;
    }

    /// Reads the input. A tape at its start plays when the program waits for it.
    fn read_input(&mut self, now: u64) {
        self.waiting = self.waiting.saturating_add(1);
        if self.waiting >= WAITING && self.transport == Transport::Stopped(0) {
            self.press(RecorderKey::Play, now);
        }
        self.input = self.is_input_high(now);
    }
}

impl Device for TapePort {
    fn name(&self) -> &'static str {
        "tape port"
    }

    /// Returns what the last read has returned; the input changes with time.
    fn peek(&self, offset: u16) -> u8 {
        if offset < LOW { HIGH_READS } else { u8::from(!self.input) }
    }

    fn read(&mut self, offset: u16, cx: &mut Context) -> u8 {
        let is_high = offset < LOW;
        self.drive(is_high, cx.now());
        if is_high {
            self.waiting = 0;
        } else {
            self.read_input(cx.now());
        }
        self.peek(offset)
    }

    /// Takes a key of the recorder. RESET is not one of them.
    fn receive(&mut self, value: u8, cx: &mut Context) {
        let key = RecorderKey::ALL.into_iter().find(|key| key.message() == value);
        key.into_iter().for_each(|key| self.press(key, cx.now()));
    }
}

/// The port in a saved state: position, whether it plays, reads of the input, level of the output.
impl Plug for Tape {
    fn first(&self) -> u16 {
        *PORT.start()
    }

    fn plug(&self, backplane: &mut Backplane) -> Result<(), MapError> {
        let id = backplane.plug(TapePort::new(self.clone()));
        backplane.map_reads(PORT, id)
    }

    fn save(&self, backplane: &Backplane, state: &mut Writer) {
        if let Some(port) = TapePort::of(backplane) {
            state.long(port.position(backplane.now()));
            state.byte(port.is_playing().into());
            state.word(port.waiting);
            state.byte(port.is_high().into());
        }
    }

    fn load(&self, backplane: &mut Backplane, state: &mut Reader, now: u64) -> Result<(), StateError> {
        let position = state.long()?;
        // A tape does not play before the machine runs.
        let start = now.checked_sub(position).ok_or(StateError::BadValue("tape"))?;
        let is_playing = state.flag()?;
        let transport = if is_playing { Transport::Playing(start) } else { Transport::Stopped(position) };
        let (waiting, count) = (state.word()?, state.flag()?.into());
        let port = TapePort { transport, waiting, count, ..TapePort::new(self.clone()) };
        let loaded = TapePort::id(backplane).and_then(|id| backplane.change_device(id, |old| *old = port));
        loaded.ok_or(StateError::BadValue("tape port"))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the tape port is at 3800 to 3FFF, and the image has bytes there: it must have at most 6144 (or FF after them)"
)]
pub struct NoRoomForPort;

impl Cartridge {
    pub fn has_tape_port(&self) -> bool {
        self.hardware().is_some()
    }

    /// Returns the cartridge with a tape port. `tape` is in the recorder, at its start.
    pub fn with_tape_port(self, tape: Tape) -> Result<Self, NoRoomForPort> {
        let rom = usize::from(PORT.start() - 0x2000);
        let hidden = self.bytes().get(rom..).unwrap_or_default();
        if self.is_bank_switched() || hidden.iter().any(|&byte| byte != 0xFF) {
            return Err(NoRoomForPort);
        }
        Ok(self.with_hardware(Hardware(Arc::new(tape))))
    }
}
