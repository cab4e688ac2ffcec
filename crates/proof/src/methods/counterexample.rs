//! A replayed failure, and what is wrong in it.

use std::fmt;

use crate::contract::places::Placed;

/// An input for which a routine violates its contract. Fields are name and bytes, low byte first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The input fields.
    pub input: Vec<(String, Vec<u8>)>,
    /// What was placed and where: the data of pointers, and the stack pointer on entry and the return address unless they are
    /// the usual ones.
    pub placed: Vec<(Placed, u16)>,
    /// The other registers and flip-flops on which the fault depends, with their values on entry.
    pub registers: Vec<(&'static str, u8)>,
    /// The other bytes of memory on which it depends, with their values on entry.
    pub memory: Vec<(u16, u8)>,
    /// The output fields as they should be, as far as the specification determines them one by one.
    pub expected: Vec<(String, Vec<u8>)>,
    /// The output fields that the routine computed; empty if it did not return.
    pub found: Vec<(String, Vec<u8>)>,
    /// The violations, at least one.
    pub faults: Vec<Fault>,
    /// The number of instructions before the one that causes the first fault. `None` unless the fault was
    /// [explained](Self::explain) and occurs in a new machine with the registers and memory above.
    pub lost_after: Option<u64>,
}

/// A violation of a sheet's contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It did not return within a number of instructions; the value of PC then. With a greater limit it may.
    NoReturn(u64, u16),
    /// It can never return: the machine is twice in the same state. The value of PC there.
    Endless(u16),
    /// The processor halted; the value of PC.
    Halted(u16),
    /// PC left the code of the sheet for this address.
    LeftCode(u16),
    /// An output field differs.
    Output(String),
    /// A condition of the sheet, with this text, is false.
    Ensures(String),
    /// What an example of the header, in this line, states of the outputs is false.
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
    /// Memory at this address, which the header does not name, was written.
    UndeclaredWrite(u16),
    /// The stack pointer changed: value before, value after.
    Stack(u16, u16),
    /// The stack pointer after the return is not the one that follows from `pops`: value as it should be, value as it is.
    Popped(u16, u16),
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
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const CONTRACT: &str = "neither in `out` nor in `clobbers`";
        match self {
            Fault::NoReturn(limit, pc) => {
                write!(f, "it does not return within {limit} instructions; PC is {pc:04X} then")
            }
            Fault::Endless(pc) => write!(f, "it does not return: an endless loop contains PC {pc:04X}"),
            Fault::Halted(pc) => write!(f, "it does not return: the processor is halted at PC {pc:04X}"),
            Fault::LeftCode(pc) => {
                write!(f, "it does not return: PC reaches {pc:04X}, where the sheet has no code")
            }
            Fault::Output(field) => write!(f, "`{field}` is wrong"),
            Fault::Ensures(condition) => write!(f, "it does not ensure `{condition}`"),
            Fault::Example(line, condition) => {
                write!(f, "the example in line {line} states `{condition}`")
            }
            Fault::Contradiction => f.write_str("no output satisfies all `ensures` lines for this input"),
            Fault::Reference(name) => write!(f, "{name}, which it is compared with, does not return"),
            Fault::Register(name, before, now) => {
                write!(
                    f,
                    "register {name} changes from {before:02X} to {now:02X}; the sheet names it {CONTRACT}"
                )
            }
            Fault::Flags(names, register, before, now) => {
                let values = format!("{register} from {before:02X} to {now:02X}");
                match &names[..] {
                    [name] => write!(f, "flag {name} changes ({values}); the sheet names it {CONTRACT}"),
                    [names @ .., last] => {
                        let names = names.join(", ");
                        write!(
                            f,
                            "flags {names} and {last} change ({values}); the sheet names them {CONTRACT}"
                        )
                    }
                    [] => write!(f, "register {values}; the sheet names it {CONTRACT}"),
                }
            }
            Fault::Memory(address, before, now) => {
                write!(
                    f,
                    "the byte at {address:04X} changes from {before:02X} to {now:02X}; the sheet names it {CONTRACT}"
                )
            }
            Fault::UndeclaredWrite(address) => {
                write!(f, "it writes to {address:04X}, which is neither in the sheet nor named by its header")
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
            Fault::Port(port) => {
                write!(f, "it accesses port {port:02X}, and a sheet cannot state what a port does")
            }
            Fault::InterruptEnable(name, now) => {
                let [before, now] = [!now, *now].map(|enabled| if enabled { "enabled" } else { "disabled" });
                write!(
                    f,
                    "interrupts were {before} and are {now}; the sheet does not name {name} in `clobbers`"
                )
            }
        }
    }
}
