//! Services: operating system routines implemented by the host.
//!
//! A service is performed before the instruction at its address. That instruction, a return written by
//! [`Machine::serve`](crate::Machine::serve), is then executed and counted as usual.

use crate::core::MachineCore;
use arcadian_cpu::Bus;

use crate::{
    addresses::Addresses, backplane::Backplane, registers::RegisterOrPair, registers::UnknownRegister,
    until::Reason,
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
    /// Ends the run because the program has ended.
    End,
    /// Ends the run because the function with the number in this register is not supported.
    Unsupported(&'static str),
}

/// The opcode of RET on the 8080 and Z80.
const RET: u8 = 0xC9;

/// The console output functions of CP/M's BDOS at 0005. A program ends with function 0 or a jump to 0000.
pub const CPM: &[Service] = &[
    Service { address: 5, condition: Some(("C", 2)), action: Action::Print("E") },
    Service {
        address: 5,
        condition: Some(("C", 9)),
        action: Action::PrintString { register: "DE", terminator: b'$' },
    },
    Service { address: 5, condition: Some(("C", 0)), action: Action::End },
    Service { address: 5, condition: None, action: Action::Unsupported("C") },
];

/// Two routines in the ROM of the ZX Spectrum: RST 10H prints A, CHAN-OPEN at 1601H selects a channel.
pub const SPECTRUM: &[Service] = &[
    Service { address: 0x0010, condition: None, action: Action::Print("A") },
    Service { address: 0x1601, condition: None, action: Action::Nothing },
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
    End,
    Unsupported(RegisterOrPair<C>),
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
            backplane.poke(row.address, RET);
            self.addresses.insert(row.address);
            self.rows.push(row);
        }
        Ok(())
    }

    /// Returns whether there is a service at an address.
    #[inline(always)]
    pub(crate) fn contains(&self, address: u16) -> bool {
        self.addresses.contains(address)
    }

    /// Returns the addresses of the services.
    pub(crate) fn addresses(&self) -> &Addresses {
        &self.addresses
    }

    /// Performs the service at PC. Returns a reason if the run ends without the instruction.
    #[cold]
    pub(crate) fn perform(&self, core: &C, backplane: &mut Backplane) -> Option<Reason> {
        self.rows.iter().find(|row| row.applies(core))?.perform(core, backplane)
    }
}

impl<C: MachineCore> Row<C> {
    fn resolve(service: &Service) -> Result<Self, UnknownRegister> {
        let condition =
            service.condition.map(|(name, value)| Ok((RegisterOrPair::find(name)?, value))).transpose()?;
        let action = match service.action {
            Action::Nothing => ResolvedAction::Nothing,
            Action::Print(name) => ResolvedAction::Print(RegisterOrPair::find(name)?),
            Action::PrintString { register, terminator } => {
                ResolvedAction::PrintString(RegisterOrPair::find(register)?, terminator)
            }
            Action::End => ResolvedAction::End,
            Action::Unsupported(name) => ResolvedAction::Unsupported(RegisterOrPair::find(name)?),
        };
        Ok(Row { address: service.address, condition, action })
    }

    fn applies(&self, core: &C) -> bool {
        self.address == core.pc()
            && self.condition.is_none_or(|(register, value)| register.get(core) == value)
    }

    fn perform(&self, core: &C, backplane: &mut Backplane) -> Option<Reason> {
        match self.action {
            ResolvedAction::Nothing => None,
            ResolvedAction::Print(register) => {
                backplane.printed.push(register.get(core).to_be_bytes()[1]);
                None
            }
            ResolvedAction::PrintString(register, terminator) => {
                print_string(register.get(core), terminator, backplane)
            }
            ResolvedAction::End => Some(Reason::Ended),
            ResolvedAction::Unsupported(register) => {
                Some(Reason::UnknownFunction { address: self.address, number: register.get(core) })
            }
        }
    }
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
