//! The result of running a routine on a set of inputs with its cost, a replayed failure, and reasons why a proof failed.

use std::fmt;

use arcadian_asm::sheet::Amount;
use arcadian_isa::hex;
use arcadian_parallel::cancellation::Cancelled;

use crate::contract::{inputs::InitialState, placement::MEMORY_STACK_SPACE, routine::Routine, scope::Placed};

/// The result of running a routine on a set of inputs, by any method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckResult {
    /// An initial state from which the routine violates its contract, or `None` if no input in the set does.
    /// [`Replay`](crate::Replay) turns it into a [`Counterexample`](crate::Counterexample).
    pub failing: Option<InitialState>,
    /// Whether that run decides nothing: it needs code that the sheet lacks, or the outputs of another routine that does not return. Then
    /// no input is known that violates the contract whatever this code does.
    pub is_open: bool,
    /// The cost of the runs that returned, or `None` if there were none.
    pub cost: Option<CostRange>,
}

impl CheckResult {
    pub fn merge(self, other: CheckResult) -> Self {
        let is_first = self.is_fault() || self.failing.is_some() && !other.is_fault();
        let cost = match (self.cost, other.cost) {
            (Some(one), Some(other)) => Some(one.merge(other)),
            (one, other) => one.or(other),
        };
        let (failing, is_open) =
            if is_first { (self.failing, self.is_open) } else { (other.failing, other.is_open) };
        CheckResult { failing, is_open, cost }
    }

    /// Returns whether an input is known that violates the contract. Without one, a result may still be open.
    pub fn is_fault(&self) -> bool {
        self.failing.is_some() && !self.is_open
    }
}

impl Routine {
    /// Returns whether a result agrees with the cycles that the sheet states, or the sheet states none. The extremes of a proof must
    /// be equal to them, or within the budget; those of a part of the inputs and placements must lie within the stated range.
    pub fn matches_stated_cycles(&self, result: &CheckResult, is_proof: bool) -> bool {
        let (Some(stated), Some(cost)) = (self.stated_cycles, &result.cost) else { return true };
        let (min, max) = (cost.cycles.min, cost.cycles.max);
        if is_proof { stated.is_met_by(min, max) } else { stated.least <= min && max <= stated.most }
    }
}

impl Routine {
    /// Returns the budget of bytes that the sheet states if the code has more.
    pub fn exceeded_size(&self) -> Option<Amount> {
        let stated = self.assembly.sheet.as_ref()?.bytes.as_ref()?.value;
        (stated.is_budget && self.size() as u64 > stated.most).then_some(stated)
    }
}

/// The minimum and maximum of a quantity, each with an input that attains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extremes {
    pub min: u64,
    pub min_input: Vec<u8>,
    pub max: u64,
    pub max_input: Vec<u8>,
}

impl Extremes {
    pub fn of(value: u64, input: &[u8]) -> Self {
        Extremes { min: value, min_input: input.to_vec(), max: value, max_input: input.to_vec() }
    }

    /// Returns the extremes of both sets of inputs; of equal values the input of `self` is kept.
    pub fn merge(mut self, other: Extremes) -> Self {
        if other.min < self.min {
            (self.min, self.min_input) = (other.min, other.min_input);
        }
        if other.max > self.max {
            (self.max, self.max_input) = (other.max, other.max_input);
        }
        self
    }
}

/// Best-case and worst-case cost over the inputs that were run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostRange {
    /// Clock cycles (T-states), including the return instruction.
    pub cycles: Extremes,
    /// Executed instructions, including the return instruction.
    pub instructions: Extremes,
}

impl CostRange {
    pub fn merge(self, other: CostRange) -> Self {
        CostRange {
            cycles: self.cycles.merge(other.cycles),
            instructions: self.instructions.merge(other.instructions),
        }
    }
}

/// An input for which a routine violates its contract. Fields are name and bytes, low byte first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    pub input: Vec<(String, Vec<u8>)>,
    /// The placed items with their addresses: the data of pointers, and the stack pointer on entry and the return address unless
    /// they are the usual ones.
    pub placed: Vec<(Placed, u16)>,
    /// The other registers and flip-flops on which the fault depends, with their values on entry.
    pub registers: Vec<(&'static str, u8)>,
    /// The other bytes of memory on which it depends, with their values on entry.
    pub memory: Vec<(u16, u8)>,
    /// The expected values of the output fields that the specification determines individually.
    pub expected: Vec<(String, Vec<u8>)>,
    /// The output fields that the routine computed; empty if it did not return.
    pub found: Vec<(String, Vec<u8>)>,
    /// The violations, at least one.
    pub faults: Vec<Fault>,
    /// The number of instructions before the one that causes the first fault. `None` unless the fault was
    /// [explained](Self::explain) and occurs in a new machine with the registers and memory above.
    pub lost_after: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No return within a number of instructions; the value of PC then. With a greater limit the routine may return.
    NoReturn(u64, u16),
    /// An endless loop: the machine is in the same state twice. The value of PC there.
    Endless(u16),
    /// The processor halted; the value of PC.
    Halted(u16),
    /// PC left the code of the sheet for this address, which the input, a register or the stack has: it can be nearly any.
    LeftCode(u16),
    /// PC left the code of the sheet for this address, at which the sheet lacks code.
    Absent(u16),
    /// The same where all code must be in the sheet.
    NoCode(u16),
    Output(String),
    /// A condition of the sheet, with this text, is false.
    Ensures(String),
    /// A statement about the outputs in an example of the header, in this line, is false.
    Example(usize, String),
    /// No outputs at all satisfy the conditions of the sheet for this input.
    Contradiction,
    /// The routine that this one is compared with does not return.
    Reference(String),
    /// A register that must be preserved changed: name, value before, value after.
    Register(&'static str, u8, u8),
    /// Flags that must be preserved changed: their names, and their register with its value before and after.
    Flags(Vec<&'static str>, &'static str, u8, u8),
    /// A memory byte that must be preserved changed: address, value before, value after.
    Memory(u16, u8, u8),
    /// Memory at this address, which the header does not name, was written; and the name of the address.
    UndeclaredWrite(u16, Option<String>),
    /// The stack pointer changed: value before, value after.
    Stack(u16, u16),
    /// The stack pointer after the return is not the one that follows from `pops`: value as it should be, value as it is.
    Popped(u16, u16),
    /// The pointer of a stack in memory after the return is not the one on entry, or not as much higher as `pops` says.
    MemoryStack {
        expected: u16,
        now: u16,
    },
    /// A port, of this number, was accessed.
    Port(u8),
    /// The interrupt enable flip-flop, of this name, changed to a value. It had the other value on entry.
    InterruptEnable(&'static str, bool),
}

impl Counterexample {
    /// Returns whether the routine may satisfy its contract if it can execute more instructions.
    pub fn is_limited(&self) -> bool {
        matches!(self.faults[..], [Fault::NoReturn(..)])
    }

    /// Returns whether the routine may satisfy its contract with code that the sheet lacks.
    pub fn is_of_absent_code(&self) -> bool {
        matches!(self.faults[..], [Fault::Absent(_), ..])
    }

    /// Returns what to add to the sheet: code that it lacks, or a line of the contract if nothing is wrong but that it does not allow
    /// what changes. Of an address that can be nearly any it returns where it comes from.
    pub fn advice(&self, routine: &Routine) -> Option<String> {
        if let [Fault::LeftCode(_), ..] = self.faults[..] {
            return Some(
                "what may change leads there (the input, a register, the stack or a byte of the sheet): anything can be there".to_owned(),
            );
        }
        if let [Fault::Absent(pc), ..] = self.faults[..] {
            return Some(format!(
                "a proof knows only the sheet: add the code at {pc:04X}, or the table or vector that leads there"
            ));
        }
        let written = self.faults.iter().filter_map(|fault| match fault {
            Fault::UndeclaredWrite(_, name) => name.as_deref(),
            _ => None,
        });
        if let Some(name) = written.into_iter().find(|name| STACK_OF_CC65.contains(name)) {
            return Some(format!(
                "cc65 has arguments and local variables on a stack to which {name} points: add `;! stack: ({name})`, and `;! pops: N` for \
                 N bytes of arguments"
            ));
        }
        if let Some(name) = self.overflowed_stack(routine) {
            return Some(format!(
                "a routine may use {MEMORY_STACK_SPACE} bytes of the stack to which {name} points; this one uses more"
            ));
        }
        let mut places: Vec<String> = Vec::new();
        for fault in self.faults.iter().filter(|fault| fault.is_change()) {
            let place = fault.place(routine)?;
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let may = if let [place] = &places[..] { format!("{place} may") } else { "they may".to_owned() };
        let list = places.join(", ");
        (!places.is_empty()).then(|| format!("if {may} change, add `;! clobbers: {list}`"))
    }

    /// Returns the name of the pointer of a stack in memory if there is a write to where its next bytes would be.
    fn overflowed_stack(&self, routine: &Routine) -> Option<&str> {
        routine.memory_stack()?;
        let (stack, pointer) = self.placed.first()?;
        let is_below = |fault: &Fault| match fault {
            Fault::UndeclaredWrite(address, _) => {
                let distance = u32::from(pointer.wrapping_sub(*address));
                (MEMORY_STACK_SPACE + 1..=2 * MEMORY_STACK_SPACE).contains(&distance)
            }
            _ => false,
        };
        self.faults.iter().any(is_below).then(|| stack.name())
    }
}

/// The names that the runtime of cc65 has for the pointer of its stack.
const STACK_OF_CC65: [&str; 2] = ["sp", "c_sp"];

impl Fault {
    /// Returns whether something changes that must be preserved, and that could be allowed to.
    fn is_change(&self) -> bool {
        matches!(
            self,
            Fault::Register(..)
                | Fault::Flags(..)
                | Fault::Memory(..)
                | Fault::UndeclaredWrite(..)
                | Fault::InterruptEnable(..)
        )
    }

    /// Returns what `clobbers` names to allow a change.
    fn place(&self, routine: &Routine) -> Option<String> {
        match self {
            Fault::Register(name, ..) | Fault::InterruptEnable(name, _) => Some((*name).to_owned()),
            Fault::Flags(names, "P", ..) if names.iter().any(|name| matches!(*name, "D" | "I")) => None,
            Fault::Flags(_, register, ..) => Some((*register).to_owned()),
            Fault::Memory(address, ..) | Fault::UndeclaredWrite(address, _) => {
                routine.name_of(*address).map(|name| format!("({name})"))
            }
            _ => None,
        }
    }
}

const CONTRACT: &str = "neither in `out` nor in `clobbers`";

/// Describes flags that change in a register with these values.
fn changed_flags(names: &[&str], values: &str) -> String {
    match names {
        [name] => format!("flag {name} changes ({values}); the contract names it {CONTRACT}"),
        [names @ .., last] => {
            let names = names.join(", ");
            format!("flags {names} and {last} change ({values}); the contract names them {CONTRACT}")
        }
        [] => format!("register {values}; the contract names it {CONTRACT}"),
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NoReturn(limit, pc) => {
                write!(f, "it does not return within {limit} instructions; PC is {pc:04X} then")
            }
            Fault::Endless(pc) => write!(f, "it does not return: an endless loop contains PC {pc:04X}"),
            Fault::Halted(pc) => write!(f, "it does not return: the processor is halted at PC {pc:04X}"),
            Fault::LeftCode(pc) | Fault::NoCode(pc) => {
                write!(f, "it does not return: PC reaches {pc:04X}, where the sheet has no code")
            }
            Fault::Absent(pc) => {
                write!(f, "PC reaches {pc:04X}, where the sheet has no code: what follows is not known")
            }
            Fault::Output(field) => write!(f, "`{field}` is wrong"),
            Fault::Ensures(condition) => write!(f, "it does not ensure `{condition}`"),
            Fault::Example(line, condition) => {
                write!(f, "the example in line {line} states `{condition}`")
            }
            Fault::Contradiction => f.write_str("no output satisfies all `ensures` lines for this input"),
            Fault::Reference(name) => {
                write!(
                    f,
                    "the outputs should be {name}, which does not return for this input; correct that routine first"
                )
            }
            Fault::Register(name, before, now) => {
                write!(
                    f,
                    "register {name} changes from {before:02X} to {now:02X}; the contract names it {CONTRACT}"
                )
            }
            Fault::Flags(names, register, before, now) => {
                let values = format!("{register} from {before:02X} to {now:02X}");
                f.write_str(&changed_flags(names, &values))
            }
            Fault::Memory(address, before, now) => {
                write!(
                    f,
                    "the byte at {} changes from {before:02X} to {now:02X}; the contract names it {CONTRACT}",
                    hex::InSource((*address).into())
                )
            }
            Fault::UndeclaredWrite(address, name) => {
                let at = match name {
                    Some(name) => format!("`{name}` ({address:04X})"),
                    None => hex::InSource((*address).into()).to_string(),
                };
                write!(f, "it writes to {at}, which the contract does not name")
            }
            Fault::Stack(before, now) => {
                write!(f, "the stack pointer changes from {before:04X} to {now:04X}")
            }
            Fault::Popped(expected, now) => {
                write!(
                    f,
                    "the stack pointer after the return is {now:04X}; as `pops` says, it should be {expected:04X}"
                )
            }
            Fault::MemoryStack { expected, now } => {
                write!(
                    f,
                    "the pointer of the stack in memory is {now:04X} after the return; it should be {expected:04X}"
                )
            }
            Fault::Port(port) => {
                write!(f, "it accesses port {port:02X}, and a sheet cannot state what a port does")
            }
            Fault::InterruptEnable(name, now) => {
                let [before, now] = [!now, *now].map(|enabled| if enabled { "enabled" } else { "disabled" });
                write!(
                    f,
                    "interrupts were {before} and are {now}; the contract does not name {name} in `clobbers`"
                )
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProveError {
    #[error("its claim is not written as a formula")]
    NoFormula,
    /// The diagrams exceeded their bounds, or there were too many execution paths.
    #[error("its decision diagrams grow too large (stopped at {0} nodes)")]
    TooLarge(usize),
    /// The initial state found does not fail when it is replayed.
    #[error(
        "it depends on an unstable opcode or on memory that the header does not name, in a way that cannot be replayed"
    )]
    Unconfirmed,
    #[error(transparent)]
    NotInductive(Box<InductionFault>),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<InductionFault> for ProveError {
    fn from(fault: InductionFault) -> Self {
        ProveError::NotInductive(Box::new(fault))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InductionFault {
    /// The label at which the failing segment starts, or `None` for the entry.
    pub from: Option<String>,
    pub step: InductionStep,
    /// Values for which it fails: of the inputs, and of the state at the label.
    pub given: Vec<(String, Vec<u8>)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InductionStep {
    /// An invariant: label and condition.
    Invariant(String, String),
    /// A measure that should decrease, at a label, does not, or is negative or undefined.
    Decreases(String),
    /// Whether a condition with large products follows, at a label or after the return, is not decided: label and condition.
    Products(Option<String>, String),
    /// The code neither reaches a label with `at` nor returns as it should.
    Returns,
    Port,
    UndeclaredWrite,
    /// A postcondition, described by a clause.
    Result(String),
    /// The stack pointer at a label is not always the same distance from that on entry.
    StackDepth(String),
    /// At a label an instruction has an effect on the next one, such as EI.
    Pending,
    Unreached(String),
    Device,
    /// The cycles up to a label, or to the return, are not within what is stated.
    Cycles(Option<String>),
    /// The sheet does not state the cycles from its labels to the return.
    NoRemaining,
}

/// The size of the values that a message shows.
const MAX_SHOWN: usize = 8;

impl InductionStep {
    /// Returns whether the step may succeed if all invariants are assumed while code is explored.
    pub(super) fn may_need_all(&self) -> bool {
        matches!(self, InductionStep::Returns | InductionStep::Port | InductionStep::UndeclaredWrite)
    }

    /// Makes a fault that concerns no values.
    pub(super) fn alone(self) -> InductionFault {
        InductionFault { from: None, step: self, given: Vec::new() }
    }
}

impl std::error::Error for InductionFault {}

impl fmt::Display for InductionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from =
            self.from.as_deref().map_or("the entry".to_owned(), |label| format!("the state at {label}"));
        match &self.step {
            InductionStep::Invariant(label, text) => {
                write!(f, "the invariant `{text}` at {label} does not follow from {from}")
            }
            InductionStep::Products(label, text) => {
                let place = label.as_ref().map_or("after the return".to_owned(), |label| format!("at {label}"));
                write!(
                    f,
                    "it is not decided whether `{text}` {place} follows from {from}: its products are too large, and the \
                     equations in the invariants do not show it"
                )
            }
            InductionStep::Decreases(label) => {
                write!(f, "from {from} to {label}, the values of `decreases` do not become smaller")
            }
            InductionStep::Returns => {
                write!(f, "from {from}, some runs neither reach a label with `at` nor return as they should")
            }
            InductionStep::Port => write!(f, "from {from}, the code accesses a port"),
            InductionStep::UndeclaredWrite => {
                write!(f, "from {from}, the code writes to memory that the header does not name")
            }
            InductionStep::Result(what) => {
                write!(f, "that {what} after the return does not follow from {from}")
            }
            InductionStep::StackDepth(label) => {
                write!(f, "the stack pointer at {label} is not always the same distance from that on entry")
            }
            InductionStep::Pending => {
                f.write_str(
                "a label with `at` is at an instruction that repeats, such as LDIR, or just after one with a delayed effect, such as EI; \
                 move the label, or write the loop out",
            )
            }
            InductionStep::Unreached(label) => write!(f, "{label} is never reached"),
            InductionStep::Cycles(to) => {
                let to = to.as_deref().unwrap_or("the return");
                let stated = if self.from.is_some() { "remaining" } else { "cycles" };
                write!(f, "from {from} to {to}, a run can take fewer or more cycles than `{stated}` allows")
            }
            InductionStep::NoRemaining => {
                f.write_str("no `remaining` lines state the cycles from the labels with `at` to the return")
            }
            InductionStep::Device => f.write_str("a routine with a device cannot be proven by induction"),
        }?;
        let shown: Vec<_> = self.given.iter().filter(|(_, bytes)| bytes.len() <= MAX_SHOWN).collect();
        if shown.is_empty() {
            return Ok(());
        }
        let shown = shown.into_iter().map(|(name, bytes)| format!("{name} = {}", hex::bytes(bytes)));
        write!(f, ", for example for {}", shown.collect::<Vec<_>>().join(", "))
    }
}
