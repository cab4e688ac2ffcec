//! What an operating system would have done at certain addresses.
//!
//! A service acts before the instruction at its address is executed, and the instruction, usually a planted return,
//! is executed as any other: instructions and cycles count as they would on a machine with such a routine.

use arcadian_cpu::{Bus, Core};

use crate::{
    addresses::Addresses, backplane::Backplane, registers::UnknownRegister, registers::Value, until::Reason,
};

/// One row of a table of services. Of several rows for one address the first that fits acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Service {
    /// The address.
    pub at: u16,
    /// Only when this register has this value.
    pub when: Option<(&'static str, u16)>,
    /// What is done.
    pub act: Act,
}

/// What a service does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Nothing: the planted byte is all that is needed.
    Nothing,
    /// Prints the low byte of a register.
    Print(&'static str),
    /// Prints from the address in a register up to, not including, a byte.
    PrintString {
        /// The register.
        from: &'static str,
        /// The byte.
        end: u8,
    },
    /// Ends the run: the program is done.
    End,
    /// Ends the run: what the number in this register stands for is not served.
    Refuse(&'static str),
}

/// The return of the 8080 and Z80.
const RET: u8 = 0xC9;

/// What programs for CP/M ask for at 0005. They are done at function 0, or when they come to 0000.
pub const CPM: &[Service] = &[
    Service { at: 5, when: Some(("C", 2)), act: Act::Print("E") },
    Service { at: 5, when: Some(("C", 9)), act: Act::PrintString { from: "DE", end: b'$' } },
    Service { at: 5, when: Some(("C", 0)), act: Act::End },
    Service { at: 5, when: None, act: Act::Refuse("C") },
];

/// Two routines in the ROM of the ZX Spectrum: printing A, and choosing where to print.
pub const SPECTRUM: &[Service] = &[
    Service { at: 0x0010, when: None, act: Act::Print("A") },
    Service { at: 0x1601, when: None, act: Act::Nothing },
];

/// A table with its registers looked up.
#[derive(Clone, Debug)]
pub(crate) struct Services<C: Core> {
    rows: Vec<Row<C>>,
    marks: Addresses,
}

#[derive(Clone, Copy, Debug)]
struct Row<C: Core> {
    at: u16,
    when: Option<(Value<C>, u16)>,
    does: Does<C>,
}

#[derive(Clone, Copy, Debug)]
enum Does<C: Core> {
    Nothing,
    Print(Value<C>),
    PrintString(Value<C>, u8),
    End,
    Refuse(Value<C>),
}

impl<C: Core> Default for Services<C> {
    fn default() -> Self {
        Services { rows: Vec::new(), marks: Addresses::default() }
    }
}

impl<C: Core> Services<C> {
    /// Adds rows and plants a return at each address.
    pub(crate) fn add(
        &mut self,
        table: &[Service],
        backplane: &mut Backplane,
    ) -> Result<(), UnknownRegister> {
        let rows = table.iter().map(Row::of).collect::<Result<Vec<_>, _>>()?;
        for row in rows {
            backplane.poke(row.at, RET);
            self.marks.insert(row.at);
            self.rows.push(row);
        }
        Ok(())
    }

    /// Whether something is to be done before the instruction at this address.
    #[inline(always)]
    pub(crate) fn at(&self, address: u16) -> bool {
        self.marks.contains(address)
    }

    /// The addresses at which there is a service.
    pub(crate) fn marks(&self) -> &Addresses {
        &self.marks
    }

    /// Does it. A reason means that the run ends without the instruction.
    #[cold]
    pub(crate) fn perform(&self, core: &C, backplane: &mut Backplane) -> Option<Reason> {
        self.rows.iter().find(|row| row.fits(core))?.perform(core, backplane)
    }
}

impl<C: Core> Row<C> {
    fn of(service: &Service) -> Result<Self, UnknownRegister> {
        let when = service.when.map(|(name, value)| Ok((Value::of(name)?, value))).transpose()?;
        let does = match service.act {
            Act::Nothing => Does::Nothing,
            Act::Print(name) => Does::Print(Value::of(name)?),
            Act::PrintString { from, end } => Does::PrintString(Value::of(from)?, end),
            Act::End => Does::End,
            Act::Refuse(name) => Does::Refuse(Value::of(name)?),
        };
        Ok(Row { at: service.at, when, does })
    }

    fn fits(&self, core: &C) -> bool {
        self.at == core.pc() && self.when.is_none_or(|(register, value)| register.get(core) == value)
    }

    fn perform(&self, core: &C, backplane: &mut Backplane) -> Option<Reason> {
        match self.does {
            Does::Nothing => None,
            Does::Print(register) => {
                backplane.printed.push(register.get(core).to_be_bytes()[1]);
                None
            }
            Does::PrintString(register, end) => print_string(register.get(core), end, backplane),
            Does::End => Some(Reason::Done),
            Does::Refuse(register) => Some(Reason::Unserved { at: self.at, number: register.get(core) }),
        }
    }
}

fn print_string(start: u16, end: u8, backplane: &mut Backplane) -> Option<Reason> {
    let address = |offset: u16| start.wrapping_add(offset);
    let Some(length) = (0..=0xFFFF).find(|&offset| backplane.peek(address(offset)) == end) else {
        return Some(Reason::EndlessString { start });
    };
    for offset in 0..length {
        let byte = backplane.peek(address(offset));
        backplane.printed.push(byte);
    }
    None
}
