//! Stop conditions and stop reasons of a run; sets of addresses, and the addresses that are watched.

use std::{borrow::Cow, convert::Infallible, fmt, ops::RangeInclusive};

/// The stop conditions of a run. Every run also stops when the processor is halted and nothing can wake it, when a service
/// ends it, and after an access to a watched address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Until {
    /// Stops before the instruction at one of these addresses, except at the start of the run.
    pub addresses: Addresses,
    /// Stops at an instruction that jumps to itself and changes nothing.
    pub traps: bool,
    /// Stops after a write to ROM.
    pub stray_writes: bool,
    /// The maximum number of instructions.
    pub instructions: u64,
    /// The number of cycles; the run stops after the instruction that reaches it.
    pub cycles: u64,
    // A replay does not stop where the recorded run may have stopped.
    pub(crate) is_replay: bool,
}

impl Until {
    /// Stops only when the processor is halted and nothing can wake it.
    pub fn halted() -> Self {
        Until {
            addresses: Addresses::default(),
            traps: false,
            stray_writes: false,
            instructions: u64::MAX,
            cycles: u64::MAX,
            is_replay: false,
        }
    }

    /// Also stops before the instruction at this address.
    pub fn address(mut self, address: u16) -> Self {
        self.addresses.insert(address);
        self
    }

    /// Also stops at an instruction that jumps to itself.
    pub fn trap(mut self) -> Self {
        self.traps = true;
        self
    }

    /// Also stops after a write to ROM.
    pub fn stray_write(mut self) -> Self {
        self.stray_writes = true;
        self
    }

    /// Also stops after this many instructions.
    pub fn instructions(mut self, instructions: u64) -> Self {
        self.instructions = instructions;
        self
    }

    /// Also stops after this many cycles.
    pub fn cycles(mut self, cycles: u64) -> Self {
        self.cycles = cycles;
        self
    }

    /// Never stops, except at the end of a budget: time passes for a halted processor too, and an access to a watched address
    /// does not end the run.
    pub fn never() -> Self {
        Until { is_replay: true, ..Until::halted() }
    }

    /// Returns the maximum number of instructions and cycles.
    pub fn budget(&self) -> Budget {
        Budget { instructions: self.instructions, cycles: self.cycles }
    }
}

/// The maximum number of instructions and cycles of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Instructions.
    pub instructions: u64,
    /// Cycles; the run stops after the instruction that reaches them.
    pub cycles: u64,
}

impl Budget {
    /// Runs in parts until one stops for a reason other than [`Reason::Budget`], or until this budget is used up. Returns
    /// their sum. `run_part` gets the sum so far.
    #[inline]
    pub fn run_in_parts(self, mut run_part: impl FnMut(&Stop) -> Stop) -> Stop {
        let Ok(stop) = self.try_run_in_parts(|done| Ok::<_, Infallible>(run_part(done)));
        stop
    }

    /// Like [`Budget::run_in_parts`], for parts that can fail.
    #[inline]
    pub fn try_run_in_parts<E>(self, mut run_part: impl FnMut(&Stop) -> Result<Stop, E>) -> Result<Stop, E> {
        let mut total = Stop::without_instructions(Reason::Budget);
        while total.instructions < self.instructions && total.cycles < self.cycles {
            total = total.then(run_part(&total)?);
            if total.reason != Reason::Budget {
                break;
            }
        }
        Ok(total)
    }
}

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The reason why it ended.
    pub reason: Reason,
    /// The instructions of this run.
    pub instructions: u64,
    /// The cycles of this run.
    pub cycles: u64,
}

impl Stop {
    /// Returns the result of a run that stopped before its first instruction.
    pub(crate) fn without_instructions(reason: Reason) -> Self {
        Stop { reason, instructions: 0, cycles: 0 }
    }

    /// Returns the sum of this run and the next one.
    pub fn then(self, next: Stop) -> Self {
        Stop {
            reason: next.reason,
            instructions: self.instructions + next.instructions,
            cycles: self.cycles + next.cycles,
        }
    }
}

/// The reason why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The next instruction is at one of [`Until::addresses`].
    Address(u16),
    /// The instruction at this address jumps to itself, and no interrupt can end that.
    Trap(u16),
    /// The processor is halted, and nothing can wake it. The next instruction is at this address.
    Halted(u16),
    /// The maximum number of instructions or cycles has been reached.
    Budget,
    /// The last instruction wrote to ROM.
    StrayWrite {
        /// The address.
        address: u16,
        /// The value.
        value: u8,
    },
    /// The last instruction accessed a watched address.
    Watched {
        /// The kind of access.
        access: Access,
        /// The address.
        address: u16,
        /// The value read or written.
        value: u8,
    },
    /// A device reported an event in the last instruction.
    Event(DeviceEvent),
    /// The program called a service that ends it.
    Ended,
    /// The program called a function that no service implements.
    UnknownFunction {
        /// The address of the service.
        address: u16,
        /// The function number.
        number: u16,
    },
    /// The string to print has no terminator.
    EndlessString {
        /// The address of the string.
        start: u16,
    },
    /// The program waits for a byte or a line of the [`Keyboard`](crate::Keyboard). The next run asks again.
    NeedsInput,
    /// The program asks whether a byte was typed. The host types it, or [answers](crate::Keyboard::answer_none) that there is
    /// none. The next run asks again.
    PollsInput,
    /// The observer stopped the run.
    Requested,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Address(at) => write!(f, "stopped before {at:04X}"),
            Reason::Trap(at) => write!(f, "the instruction at {at:04X} jumps to itself"),
            Reason::Halted(at) => write!(f, "the processor is halted before {at:04X}"),
            Reason::Budget => write!(f, "the budget is used up"),
            Reason::StrayWrite { address, value } => {
                write!(f, "{value:02X} was written to ROM at {address:04X}")
            }
            Reason::Watched { access: Access::Read, address, value } => {
                write!(f, "{value:02X} was read at {address:04X}")
            }
            Reason::Watched { access: Access::Write, address, value } => {
                write!(f, "{value:02X} was written at {address:04X}")
            }
            Reason::Event(DeviceEvent { name, value }) => write!(f, "{name}: {value:04X}"),
            Reason::Ended => write!(f, "the program has ended"),
            Reason::UnknownFunction { address, number } => {
                write!(f, "the program called function {number} at {address:04X}, which is not supported")
            }
            Reason::EndlessString { start } => write!(f, "the string at {start:04X} has no terminator"),
            Reason::NeedsInput => write!(f, "the program waits for input"),
            Reason::PollsInput => write!(f, "the program asks for input"),
            Reason::Requested => write!(f, "stopped on request"),
        }
    }
}

/// The kind of access that is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reading data or an operand; opcode fetches do not count.
    Read,
    /// Writing, including writes to ROM and devices.
    Write,
}

/// Something that happens in a device, at which a run can stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceEvent {
    /// The name that the device gives to events of this kind.
    pub name: &'static str,
    /// The value that distinguishes events of one kind, such as a line number or an address.
    pub value: u16,
}

/// The events at which runs stop, the last one at which a run stopped, and those that are noted.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventStops {
    stops: Vec<(&'static str, RangeInclusive<u16>)>,
    last: Option<DeviceEvent>,
    are_noted: bool,
    /// The events of the last instruction, in the order in which they occurred.
    noted: Vec<DeviceEvent>,
}

/// The watched addresses, and the hit in the last instruction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watches {
    pub(crate) reads: Addresses,
    pub(crate) writes: Addresses,
    // Boxed and apart from `hit`, because the size of these fields decides about the code of the run loops.
    pub(crate) events: Option<Box<EventStops>>,
    /// Whether there are any watched addresses.
    pub(crate) is_used: bool,
    pub(crate) catches_rom_writes: bool,
    pub(crate) hit: Option<Hit>,
}

/// An access at which a run may stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hit {
    RomWrite { address: u16, value: u8 },
    Access { access: Access, address: u16, value: u8 },
    Event,
}

impl Watches {
    /// Records a write to ROM. An access to a watched address takes precedence.
    pub(crate) fn rom_written(&mut self, address: u16, value: u8) {
        if self.catches_rom_writes {
            self.hit.get_or_insert(Hit::RomWrite { address, value });
        }
    }

    pub(crate) fn stop_at_event(&mut self, name: &'static str, values: RangeInclusive<u16>) {
        self.events.get_or_insert_default().stops.push((name, values));
    }

    #[inline]
    pub(crate) fn reported(&mut self, event: DeviceEvent) {
        if self.events.is_some() {
            self.compare(event);
        }
    }

    #[cold]
    #[inline(never)]
    fn compare(&mut self, event: DeviceEvent) {
        let is_wanted =
            |(name, values): &(_, RangeInclusive<u16>)| *name == event.name && values.contains(&event.value);
        let Some(events) = self.events.as_mut() else { return };
        if events.are_noted {
            events.noted.push(event);
        }
        if events.stops.iter().any(is_wanted) {
            events.last = Some(event);
            self.hit = Some(Hit::Event);
        }
    }

    pub(crate) fn note_events(&mut self) {
        self.events.get_or_insert_default().are_noted = true;
    }

    /// Returns the noted events since they were last forgotten.
    pub(crate) fn noted(&self) -> &[DeviceEvent] {
        self.events.as_ref().map_or(&[], |events| &events.noted)
    }

    #[inline]
    pub(crate) fn forget_noted(&mut self) {
        if let Some(events) = &mut self.events {
            events.noted.clear();
        }
    }

    /// Returns the event at which the run stopped.
    pub(crate) fn last_event(&self) -> Option<DeviceEvent> {
        self.events.as_ref()?.last
    }

    pub(crate) fn read(&mut self, address: u16, value: u8) {
        if self.reads.contains(address) {
            self.hit = Some(Hit::Access { access: Access::Read, address, value });
        }
    }

    #[inline]
    pub(crate) fn written(&mut self, address: u16, value: u8) {
        if self.writes.contains(address) {
            self.hit = Some(Hit::Access { access: Access::Write, address, value });
        }
    }
}

/// A set of addresses, stored as a bitmap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Addresses {
    bits: Option<Box<[u64; 1024]>>,
}

impl Addresses {
    /// Adds an address.
    pub fn insert(&mut self, address: u16) {
        let bits = self.bits.get_or_insert_with(|| Box::new([0; 1024]));
        bits[usize::from(address >> 6)] |= 1 << (address & 63);
    }

    /// Returns whether an address is in the set.
    #[inline(always)]
    pub fn contains(&self, address: u16) -> bool {
        self.bits.as_ref().is_some_and(|bits| is_in(bits, address))
    }

    /// Returns the bitmap of the union, which makes one lookup out of two.
    pub(crate) fn union<'a>(&'a self, other: &'a Addresses) -> Cow<'a, [u64; 1024]> {
        match (&self.bits, &other.bits) {
            (Some(bits), Some(more)) => {
                let mut both = **bits;
                both.iter_mut().zip(more.iter()).for_each(|(bits, more)| *bits |= more);
                Cow::Owned(both)
            }
            (_, None) => Cow::Borrowed(self.bits()),
            (None, _) => Cow::Borrowed(other.bits()),
        }
    }

    pub(crate) fn bits(&self) -> &[u64; 1024] {
        self.bits.as_deref().unwrap_or(&[0; 1024])
    }
}

#[inline(always)]
pub(crate) fn is_in(bits: &[u64; 1024], address: u16) -> bool {
    bits[usize::from(address >> 6)] >> (address & 63) & 1 != 0
}

impl FromIterator<u16> for Addresses {
    fn from_iter<I: IntoIterator<Item = u16>>(addresses: I) -> Self {
        let mut set = Addresses::default();
        addresses.into_iter().for_each(|address| set.insert(address));
        set
    }
}
