//! The ending of a run: where it ends, why it ended, and the report on it.

use std::{fmt, ops::Range};

use arcadian_files::number::grouped;
use arcadian_isa::{Processor, hex};
use arcadian_machine::{
    Addresses, Machine, MachineCore, Reason, Stop, TracedCore, UnknownRegister, register,
};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    Machine(Reason),
    Returned,
    /// The next instruction is in empty memory.
    Empty(u16),
    /// The BRK at this address has no handler.
    NoHandler(u16),
    /// The program waits for input, which has ended.
    InputEnded,
    Interrupted,
}

impl Cause {
    /// Returns where code went that it should not have, if that ended the run.
    pub fn runaway(self) -> Option<String> {
        match self {
            Cause::Empty(at) => Some(format!("the program has run into empty memory at {at:04X}")),
            Cause::NoHandler(at) => {
                Some(format!("the BRK at {at:04X} has no handler: the vector at FFFE is 0000"))
            }
            _ => None,
        }
    }
}

/// The requested end of a run.
#[derive(Clone, Debug)]
pub struct Goal {
    /// Whether the program ends at 0000.
    pub ends_at_0: bool,
    /// Whether it ends at a jump to itself or a halt.
    pub trap: bool,
    /// Whether it ends at certain addresses.
    pub has_addresses: bool,
    /// The maximum number of instructions.
    pub budget: u64,
}

pub struct Ending {
    pub cause: Cause,
    pub processor: Processor,
    pub goal: Goal,
}

impl Ending {
    /// Returns the word of the JSON report, and whether the run ended as requested.
    fn word_and_success(&self) -> (&'static str, bool) {
        let Goal { ends_at_0, trap, has_addresses, .. } = self.goal;
        let has_goal = ends_at_0 || trap || has_addresses;
        let stops_in_place = trap && !has_addresses && !ends_at_0;
        match self.cause {
            Cause::Returned => ("returned", !has_goal),
            Cause::Empty(_) | Cause::NoHandler(_) => ("runaway", false),
            Cause::InputEnded => ("input", false),
            Cause::Interrupted => ("interrupted", false),
            Cause::Machine(reason) => match reason {
                Reason::Address(0) if ends_at_0 => ("end", true),
                Reason::Address(_) => ("until", true),
                Reason::Ended => ("end", true),
                Reason::Trap(_) => ("trap", stops_in_place),
                // Of the 6502 only a JAM, which no program executes on purpose.
                Reason::Halted(_) if self.processor == Processor::Mos6502 => ("jammed", false),
                Reason::Halted(_) => ("halted", stops_in_place),
                Reason::Budget | Reason::Requested => ("budget", false),
                Reason::NeedsInput | Reason::PollsInput => ("input", false),
                Reason::UnknownFunction { .. } | Reason::EndlessString { .. } => ("unserved", false),
                Reason::StrayWrite { .. } | Reason::Watched { .. } | Reason::Event(_) => ("watched", false),
            },
        }
    }

    /// Returns whether the run ended as requested.
    pub fn is_success(&self) -> bool {
        self.word_and_success().1
    }

    pub fn why(&self) -> String {
        match self.cause {
            Cause::Returned => "the routine has returned".to_owned(),
            Cause::Empty(_) | Cause::NoHandler(_) => self.cause.runaway().unwrap_or_default(),
            Cause::InputEnded => "the program waits for input, which has ended".to_owned(),
            Cause::Interrupted => "interrupted".to_owned(),
            Cause::Machine(Reason::Address(0)) if self.goal.ends_at_0 => Reason::Ended.to_string(),
            Cause::Machine(Reason::Budget) => format!(
                "the budget of {} instructions is used up; --max-instructions raises it",
                grouped(self.goal.budget)
            ),
            Cause::Machine(Reason::Halted(at)) if self.processor == Processor::Mos6502 => {
                format!("a JAM has stopped the processor before {at:04X}")
            }
            Cause::Machine(reason) => reason.to_string(),
        }
    }
}

/// The number of consecutive zeros that make memory count as empty. Code that a program writes does not begin with that many.
const EMPTY: u16 = 16;

/// The bits of a 6502's status that the chip lacks and that BRK pushes as 1.
const PUSHED: u8 = 0x30;
/// The flag I, which BRK sets after it has pushed the status.
const INTERRUPT: u8 = 0x04;

/// The most bytes of arguments that a routine removes from the stack.
const MOST_ARGUMENTS: u16 = 64;

/// The addresses at which a run is inspected.
#[derive(Clone, Debug)]
pub struct Sentry {
    /// The addresses at which it ends as requested.
    requested: Vec<u16>,
    caller: Option<Caller>,
    /// By address, whether code is not expected there: nothing was loaded to it, and the program has not put code in its page.
    is_unexpected: Vec<bool>,
}

/// The address that a routine returns to, and the stack pointer.
#[derive(Clone, Copy, Debug)]
pub struct Caller {
    address: u16,
    /// The stack pointer after the return.
    stack: u16,
}

impl Caller {
    /// Returns the caller whose address is at the top of the stack.
    pub fn of<C: MachineCore>(machine: &Machine<C>, address: u16) -> Self {
        Caller { address, stack: above(C::PROCESSOR, machine.core.stack(), 2) }
    }
}

/// Returns the stack pointer when some bytes are removed from the stack.
fn above(processor: Processor, stack: u16, bytes: u16) -> u16 {
    let after = stack.wrapping_add(bytes);
    match processor {
        Processor::Mos6502 => stack & 0xFF00 | after & 0xFF,
        Processor::I8080 | Processor::Z80 => after,
    }
}

impl Sentry {
    /// Returns what ends a run of a program in parts of the memory.
    pub fn new(requested: Vec<u16>, caller: Option<Caller>, loaded: &[Range<usize>]) -> Self {
        let is_loaded = |address: usize| loaded.iter().any(|part| part.contains(&address));
        let is_unexpected = (0..=0xFFFF).map(|address| !is_loaded(address)).collect();
        Sentry { requested, caller, is_unexpected }
    }

    /// Returns the addresses at which a run stops to be [judged](Self::judge).
    pub fn addresses<C: MachineCore>(&self) -> Addresses {
        let unexpected = (0..=0xFFFF_u16).filter(|address| self.is_unexpected[usize::from(*address)]);
        let caller = self.caller.iter().map(|caller| caller.address);
        // 0000 is where a BRK without a handler goes.
        let without_handler = (C::PROCESSOR == Processor::Mos6502).then_some(0);
        unexpected.chain(self.requested.iter().copied()).chain(caller).chain(without_handler).collect()
    }

    /// Whether the routine has returned: it is at the address of its caller, and this is off the stack, perhaps with arguments above it.
    pub fn has_returned<C: MachineCore>(&self, machine: &Machine<C>) -> bool {
        let (at, stack) = (machine.core.pc(), machine.core.stack());
        let is_off = |caller: &Caller| {
            (0..=MOST_ARGUMENTS).any(|bytes| above(C::PROCESSOR, caller.stack, bytes) == stack)
        };
        let is_at = |caller: &Caller| at == caller.address && is_off(caller);
        self.caller.as_ref().is_some_and(is_at) || self.requested.contains(&at)
    }

    /// Returns why a run ends before an address, or `None` if it goes on.
    pub fn judge<C: MachineCore>(&self, machine: &Machine<C>, at: u16) -> Option<Cause> {
        if self.requested.contains(&at) {
            return Some(Cause::Machine(Reason::Address(at)));
        }
        if machine.is_halted_forever() {
            return Some(Cause::Machine(Reason::Halted(at)));
        }
        if self.has_returned(machine) {
            return Some(Cause::Returned);
        }
        if let Some(at) = break_without_handler(machine) {
            return Some(Cause::NoHandler(at));
        }
        let is_runaway =
            self.is_unexpected[usize::from(at)] && !machine.core.is_halted() && is_empty(machine, at);
        is_runaway.then_some(Cause::Empty(at))
    }

    /// Expects code in the page of an address from now on. Returns whether that changes the [addresses](Self::addresses).
    pub fn expect_code(&mut self, at: u16) -> bool {
        let page = usize::from(at & 0xFF00);
        let is_new = self.is_unexpected[usize::from(at)];
        self.is_unexpected[page..page + 0x100].fill(false);
        is_new
    }
}

fn is_empty<C: MachineCore>(machine: &Machine<C>, at: u16) -> bool {
    (0..EMPTY).all(|offset| machine.peek(at.wrapping_add(offset)) == 0)
}

/// Returns the address of the BRK that a 6502 has just executed, if the vector of its handler is 0000.
fn break_without_handler<C: MachineCore>(machine: &Machine<C>) -> Option<u16> {
    let word = |low, high| u16::from_le_bytes([machine.peek(low), machine.peek(high)]);
    let has_no_handler = || machine.core.pc() == 0 && word(0xFFFE, 0xFFFF) == 0;
    if C::PROCESSOR != Processor::Mos6502 || !has_no_handler() {
        return None;
    }
    let pushed = |count: u8| 0x0100 | u16::from((machine.core.stack() as u8).wrapping_add(count));
    let at = word(pushed(2), pushed(3)).wrapping_sub(2);
    // Code at 0000 goes there also by a jump or branch. Then other bytes than the status are on the stack.
    let status = C::register("P").map_or(0, |status| (status.get)(&machine.core)) as u8;
    let is_pushed = (machine.peek(pushed(1)) ^ status) & !INTERRUPT == PUSHED && status & INTERRUPT != 0;
    (is_pushed && machine.peek(at) == 0).then_some(at)
}

/// The report of `exec`: its text is for people, its JSON for scripts.
#[derive(Serialize)]
pub struct RunReport<'a> {
    stopped: &'static str,
    why: String,
    pc: u16,
    instructions: u64,
    cycles: u64,
    registers: Map<String, Value>,
    #[serde(skip)]
    register_line: String,
    /// The registers that do not have the expected values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unexpected: Vec<Unexpected>,
    printed: &'a str,
    /// The number of bytes that were printed but are not in `printed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    printed_missing: Option<u64>,
    /// Bytes with their first addresses.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "by_address")]
    memory: Vec<(u16, Vec<u8>)>,
}

fn by_address<S: Serializer>(memory: &[(u16, Vec<u8>)], serializer: S) -> Result<S::Ok, S::Error> {
    let parts = memory.iter().map(|(at, bytes)| (format!("{at:04X}"), bytes.as_slice().into()));
    parts.collect::<Map<String, Value>>().serialize(serializer)
}

/// A register that does not have the expected value.
#[derive(Serialize)]
struct Unexpected {
    register: &'static str,
    expected: u16,
    is: u16,
    #[serde(skip)]
    digits: usize,
}

impl<'a> RunReport<'a> {
    /// Returns the report with the parts of memory at some addresses with some lengths, and with what was printed and the number
    /// of bytes missing there.
    pub fn new<C: TracedCore>(
        machine: &Machine<C>,
        stop: &Stop,
        ending: &Ending,
        dump: &[(u16, u16)],
        (printed, missing): (&'a str, u64),
    ) -> Self {
        let core = &machine.core;
        let registers = C::REGISTERS.iter();
        let bytes = |(at, length): &(u16, u16)| {
            (*at, (0..*length).map(|offset| machine.peek(at.wrapping_add(offset))).collect())
        };
        RunReport {
            stopped: ending.word_and_success().0,
            why: ending.why(),
            pc: core.pc(),
            instructions: stop.instructions,
            cycles: stop.cycles,
            registers: registers.map(|one| (one.name.to_owned(), (one.get)(core).into())).collect(),
            register_line: register_line(core),
            unexpected: Vec::new(),
            printed,
            printed_missing: Some(missing).filter(|missing| *missing > 0),
            memory: dump.iter().map(bytes).collect(),
        }
    }
}

impl RunReport<'_> {
    /// Compares registers with their expected values. Returns whether they are equal.
    pub fn expect<C: TracedCore>(
        &mut self,
        machine: &Machine<C>,
        expected: &[(String, u16)],
    ) -> Result<bool, UnknownRegister> {
        for (name, expected) in expected {
            let register = register::<C>(name)?;
            let is = (register.get)(&machine.core);
            if is != *expected {
                let (register, digits) = (register.name, register.bits.div_ceil(4) as usize);
                self.unexpected.push(Unexpected { register, expected: *expected, is, digits });
            }
        }
        Ok(self.unexpected.is_empty())
    }
}

/// Returns the registers: A and the flags that are set first, then the program counter and the pairs.
fn register_line<C: TracedCore>(core: &C) -> String {
    let value = |name: &str| C::register(name).map_or(0, |register| (register.get)(core));
    let (a, flags) = (value("A"), value(if C::register("F").is_some() { "F" } else { "P" }));
    let letters = C::PROCESSOR.flag_letters().char_indices().filter(|(_, letter)| *letter != '-');
    let flags: String =
        letters.map(|(at, letter)| if flags << at & 0x80 == 0 { '.' } else { letter }).collect();
    let line = core.register_line();
    let others = line.strip_prefix(&format!("A={a:02X} ")).unwrap_or(&line);
    format!("A={a:02X} flags={flags} PC={:04X} {others}", core.pc())
}

impl fmt::Display for RunReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [instructions, cycles] = [self.instructions, self.cycles].map(grouped);
        writeln!(f, "{}\n{instructions} instructions, {cycles} cycles", self.why)?;
        writeln!(f, "{}", self.register_line)?;
        for Unexpected { register, expected, is, digits } in &self.unexpected {
            writeln!(f, "{register} is {is:0digits$X}, not {expected:0digits$X}")?;
        }
        for (first, bytes) in &self.memory {
            for (row, bytes) in (0..).zip(bytes.chunks(16)) {
                writeln!(f, "{:04X}  {}", first.wrapping_add(16 * row), hex::bytes(bytes))?;
            }
        }
        Ok(())
    }
}
