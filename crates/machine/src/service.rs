//! Services: operating system routines implemented by the host.
//!
//! A service is performed before the instruction at its address. That instruction, a return written by
//! [`Machine::serve`](crate::Machine::serve), is then executed and counted as usual.

use crate::core::MachineCore;
use arcadian_cpu::Bus;
use arcadian_isa::Processor;

#[cfg(doc)]
use crate::keyboard::Keyboard;
use crate::{
    backplane::Backplane,
    core::{RegisterOrPair, UnknownRegister},
    keyboard::CARRIAGE_RETURN,
    until::{Addresses, Reason},
};

/// An entry in a table of services. If several entries for one address apply, the first is performed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Service {
    /// The address.
    pub address: u16,
    /// The register value for which the entry applies; `None` for any.
    pub condition: Option<(&'static str, u16)>,
    /// The action.
    pub action: Action,
}

/// The action of a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Only returns.
    Nothing,
    /// Prints the low byte of a register.
    Print(&'static str),
    /// Prints the string at the address in a register, up to a terminator.
    PrintString {
        /// The register.
        register: &'static str,
        /// The terminator.
        terminator: u8,
    },
    /// Reads a byte of the [`Keyboard`] into the result, and prints it. Waits for it if there is none.
    ReadByte,
    /// Reads a line of the [`Keyboard`] into the buffer at the address in a register, and prints it. The first byte of the
    /// buffer is its size; the second becomes the length of the line, which follows. Waits until there is a line.
    ReadLine(&'static str),
    /// Makes the result FF if a byte of the [`Keyboard`] can be read, otherwise 0.
    Status,
    /// Direct input and output by the low byte of a register: FF reads a byte without printing it, 0 if there is none; FE is
    /// [`Action::Status`]; any other value is printed.
    Direct(&'static str),
    /// Makes this the result.
    Return(u8),
    /// Ends the run because the program has ended.
    End,
    /// Ends the run because the function with the number in this register is not supported.
    Unsupported(&'static str),
}

/// Returns the opcode that returns from a subroutine.
const fn return_opcode(processor: Processor) -> u8 {
    match processor {
        Processor::I8080 | Processor::Z80 => 0xC9,
        Processor::Mos6502 => 0x60,
    }
}

/// The console functions of CP/M's BDOS at 0005 (CP/M 2.2 Interface Guide). A program ends with function 0 or a jump to 0000.
pub const CPM: &[Service] = &[
    bdos(2, Action::Print("E")),
    bdos(9, Action::PrintString { register: "DE", terminator: b'$' }),
    bdos(0, Action::End),
    bdos(1, Action::ReadByte),
    bdos(6, Action::Direct("E")),
    bdos(10, Action::ReadLine("DE")),
    bdos(11, Action::Status),
    bdos(12, Action::Return(CPM_VERSION)),
    Service { address: BDOS, condition: None, action: Action::Unsupported("C") },
];

/// The version that function 12 returns: 2.2.
const CPM_VERSION: u8 = 0x22;

const fn bdos(function: u16, action: Action) -> Service {
    Service { address: BDOS, condition: Some(("C", function)), action }
}

/// Two routines in the ROM of the ZX Spectrum: RST 10H prints A, CHAN-OPEN at 1601H selects a channel.
pub const SPECTRUM: &[Service] = &[
    Service { address: 0x0010, condition: None, action: Action::Print("A") },
    Service { address: 0x1601, condition: None, action: Action::Nothing },
];

/// The console of programs that have no operating system, at the addresses of two routines of Commodore's KERNAL: FFD2 (CHROUT)
/// prints A, FFCF (CHRIN) reads a byte into A and prints it. The other registers keep their values. A line ends with a carriage
/// return, and a program begins a new one by a carriage return and a line feed, as under CP/M.
pub const CONSOLE: &[Service] = &[
    Service { address: 0xFFD2, condition: None, action: Action::Print("A") },
    Service { address: 0xFFCF, condition: None, action: Action::ReadByte },
];

/// A table of services with resolved registers.
#[derive(Clone, Debug)]
pub(crate) struct Services<C: MachineCore> {
    rows: Vec<Row<C>>,
    addresses: Addresses,
}

#[derive(Clone, Copy, Debug)]
struct Row<C: MachineCore> {
    address: u16,
    condition: Option<(RegisterOrPair<C>, u16)>,
    action: ResolvedAction<C>,
}

#[derive(Clone, Copy, Debug)]
enum ResolvedAction<C: MachineCore> {
    Nothing,
    Print(RegisterOrPair<C>),
    PrintString(RegisterOrPair<C>, u8),
    ReadByte(ResultRegisters<C>),
    ReadLine(RegisterOrPair<C>),
    Status(ResultRegisters<C>),
    Direct(RegisterOrPair<C>, ResultRegisters<C>),
    Return(u8, ResultRegisters<C>),
    End,
    Unsupported(RegisterOrPair<C>),
}

/// The registers that receive the result of a function: A, and at CP/M's address also L, with B and H 0.
#[derive(Clone, Copy, Debug)]
struct ResultRegisters<C: MachineCore> {
    a: RegisterOrPair<C>,
    b_and_hl: Option<[RegisterOrPair<C>; 2]>,
}

impl<C: MachineCore> ResultRegisters<C> {
    fn find(address: u16) -> Result<Self, UnknownRegister> {
        let pair = || Ok([RegisterOrPair::find("B")?, RegisterOrPair::find("HL")?]);
        let b_and_hl = (address == BDOS).then(pair).transpose()?;
        Ok(ResultRegisters { a: RegisterOrPair::find("A")?, b_and_hl })
    }

    fn set(&self, core: &mut C, byte: u8) {
        self.a.set(core, byte.into());
        if let Some([b, hl]) = &self.b_and_hl {
            b.set(core, 0);
            hl.set(core, byte.into());
        }
    }
}

impl<C: MachineCore> Default for Services<C> {
    fn default() -> Self {
        Services { rows: Vec::new(), addresses: Addresses::default() }
    }
}

impl<C: MachineCore> Services<C> {
    /// Adds services and writes a return instruction at each of their addresses.
    pub(crate) fn add(
        &mut self,
        table: &[Service],
        backplane: &mut Backplane,
    ) -> Result<(), UnknownRegister> {
        let rows = table.iter().map(Row::resolve).collect::<Result<Vec<_>, _>>()?;
        for row in rows {
            backplane.poke(row.address, return_opcode(C::PROCESSOR));
            self.addresses.insert(row.address);
            self.rows.push(row);
        }
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn contains(&self, address: u16) -> bool {
        self.addresses.contains(address)
    }

    /// Returns whether a service reads the keyboard.
    pub(crate) fn read_keyboard(&self) -> bool {
        use ResolvedAction::{Direct, ReadByte, ReadLine, Status};
        let reads = |row: &Row<C>| matches!(row.action, ReadByte(_) | ReadLine(_) | Status(_) | Direct(..));
        self.rows.iter().any(reads)
    }

    pub(crate) fn addresses(&self) -> &Addresses {
        &self.addresses
    }

    /// Performs the service at PC. Returns a reason if the run ends without the instruction.
    #[cold]
    pub(crate) fn perform(&self, core: &mut C, backplane: &mut Backplane) -> Option<Reason> {
        self.rows.iter().find(|row| row.applies(core))?.perform(core, backplane)
    }
}

impl<C: MachineCore> Row<C> {
    fn resolve(service: &Service) -> Result<Self, UnknownRegister> {
        let condition =
            service.condition.map(|(name, value)| Ok((RegisterOrPair::find(name)?, value))).transpose()?;
        let result = || ResultRegisters::find(service.address);
        let action = match service.action {
            Action::Nothing => ResolvedAction::Nothing,
            Action::Print(name) => ResolvedAction::Print(RegisterOrPair::find(name)?),
            Action::PrintString { register, terminator } => {
                ResolvedAction::PrintString(RegisterOrPair::find(register)?, terminator)
            }
            Action::ReadByte => ResolvedAction::ReadByte(result()?),
            Action::ReadLine(name) => ResolvedAction::ReadLine(RegisterOrPair::find(name)?),
            Action::Status => ResolvedAction::Status(result()?),
            Action::Direct(name) => ResolvedAction::Direct(RegisterOrPair::find(name)?, result()?),
            Action::Return(byte) => ResolvedAction::Return(byte, result()?),
            Action::End => ResolvedAction::End,
            Action::Unsupported(name) => ResolvedAction::Unsupported(RegisterOrPair::find(name)?),
        };
        Ok(Row { address: service.address, condition, action })
    }

    fn applies(&self, core: &C) -> bool {
        self.address == core.pc()
            && self.condition.is_none_or(|(register, value)| register.get(core) == value)
    }

    fn perform(&self, core: &mut C, backplane: &mut Backplane) -> Option<Reason> {
        match self.action {
            ResolvedAction::Nothing => {}
            ResolvedAction::Print(register) => backplane.printed.push(register.get(core) as u8),
            ResolvedAction::PrintString(register, terminator) => {
                return print_string(register.get(core), terminator, backplane);
            }
            ResolvedAction::ReadByte(result) => match backplane.keyboard.read() {
                Some(byte) => {
                    echo(&[byte], backplane);
                    result.set(core, byte);
                }
                None => return Some(Reason::NeedsInput),
            },
            ResolvedAction::ReadLine(register) => return read_line(register.get(core), backplane),
            ResolvedAction::Status(result) => return status(core, &result, backplane),
            ResolvedAction::Direct(register, result) => match register.get(core) as u8 {
                DIRECT_STATUS => return status(core, &result, backplane),
                DIRECT_INPUT if backplane.keyboard.asks_host() => return Some(Reason::PollsInput),
                DIRECT_INPUT => result.set(core, backplane.keyboard.read().unwrap_or(0)),
                byte => backplane.printed.push(byte),
            },
            ResolvedAction::Return(byte, result) => result.set(core, byte),
            ResolvedAction::End => return Some(Reason::Ended),
            ResolvedAction::Unsupported(register) => {
                return Some(Reason::UnknownFunction { address: self.address, number: register.get(core) });
            }
        }
        None
    }
}

/// The operands of direct input and output that print nothing.
const DIRECT_INPUT: u8 = 0xFF;
const DIRECT_STATUS: u8 = 0xFE;

fn status<C: MachineCore>(
    core: &mut C,
    result: &ResultRegisters<C>,
    backplane: &mut Backplane,
) -> Option<Reason> {
    if backplane.keyboard.asks_host() {
        return Some(Reason::PollsInput);
    }
    result.set(core, if backplane.keyboard.has_byte() { 0xFF } else { 0 });
    None
}

/// Reads a line into a buffer. Characters that do not fit are lost, as on a console that ends the line there.
fn read_line(buffer: u16, backplane: &mut Backplane) -> Option<Reason> {
    let size = backplane.peek(buffer);
    let Some(mut line) = backplane.keyboard.read_line() else { return Some(Reason::NeedsInput) };
    line.truncate(size.into());
    for (address, byte) in (1_u16..).zip([line.len() as u8].into_iter().chain(line.iter().copied())) {
        backplane.write(buffer.wrapping_add(address), byte);
    }
    line.push(CARRIAGE_RETURN);
    echo(&line, backplane);
    None
}

fn echo(bytes: &[u8], backplane: &mut Backplane) {
    let echo = backplane.keyboard.echo(bytes);
    echo.iter().for_each(|byte| backplane.printed.push(*byte));
}

fn print_string(start: u16, terminator: u8, backplane: &mut Backplane) -> Option<Reason> {
    let address = |offset: u16| start.wrapping_add(offset);
    let Some(length) = (0..=0xFFFF).find(|&offset| backplane.peek(address(offset)) == terminator) else {
        return Some(Reason::EndlessString { start });
    };
    for offset in 0..length {
        let byte = backplane.peek(address(offset));
        backplane.printed.push(byte);
    }
    None
}

/// The address of the BDOS, whose functions programs call.
pub const BDOS: u16 = 0x0005;
