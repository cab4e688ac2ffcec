//! A routine: the code of a sheet and what is claimed of it.

use std::ops::Range;

use arcadian_asm::{Assembly, Failure, Host, Options, assemble, nearest, sheet::Cycles};
use arcadian_isa::Processor;
use arcadian_machine::Addresses;

use crate::{
    binding::{Binding, BindingError, Spot},
    claim::Claim,
    claims,
    finding::Finding,
    names::Names,
    space::{Count, Space},
};

/// A routine that can be verified.
#[derive(Clone, Debug)]
pub struct Routine {
    /// Its label.
    pub name: String,
    /// The sheet, assembled.
    pub assembly: Assembly,
    /// What it must do.
    pub claim: &'static Claim,
    /// Where it begins.
    pub entry: u16,
    /// The least and greatest time that the sheet states.
    pub stated: Option<Cycles>,
    /// Where the permuting device answers, if the routine needs it.
    pub(crate) device: Option<u16>,
    pub(crate) binding: Binding,
}

/// Why a sheet is no routine that can be verified.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SheetError {
    /// It does not assemble, or its hand columns are wrong.
    #[error(transparent)]
    Assembly(#[from] Failure),
    /// It has no header, or one without a routine.
    #[error("{file} names no routine; a sheet says `;! routine: LABEL` and `;! oracle: NAME` at its top")]
    NoRoutine {
        /// The sheet.
        file: String,
    },
    /// The routine is no label of the sheet.
    #[error("{file}: the routine `{name}` is no label of the sheet")]
    NoLabel {
        /// The sheet.
        file: String,
        /// The routine.
        name: String,
    },
    /// It does not say what it must do.
    #[error(
        "{file} does not say what {name} must do; `;! oracle: NAME` does, with one of the names that `arcadian verify --claims` lists"
    )]
    NoOracle {
        /// The sheet.
        file: String,
        /// The routine.
        name: String,
    },
    /// The oracle has no such function.
    #[error("{file}: the oracle has no `{oracle}`{}", hint(.near))]
    UnknownOracle {
        /// The sheet.
        file: String,
        /// The name.
        oracle: String,
        /// A name like it.
        near: Option<String>,
    },
    /// A device that is not known.
    #[error("{file}: there is no device `{device}`; the one there is is `permuter`")]
    UnknownDevice {
        /// The sheet.
        file: String,
        /// The device.
        device: String,
    },
    /// Code or variables lie where the verifier puts its own things.
    #[error("{file}: the sheet uses {address:04X}; {reserved}")]
    Reserved {
        /// The sheet.
        file: String,
        /// An address of it.
        address: u16,
        /// Whose it is.
        reserved: &'static str,
    },
    /// The terms of the header do not fit the claim.
    #[error("{file}: {error}")]
    Binding {
        /// The sheet.
        file: String,
        /// What is wrong.
        error: BindingError,
    },
}

fn hint(near: &Option<String>) -> String {
    near.as_ref().map_or(String::new(), |near| format!("; did you mean `{near}`?"))
}

/// What the pointers of a routine point to, in these cases: in a page; across the end of one, early and late.
const PLACEMENTS: [u16; 3] = [0x4000, 0x42FE, 0x45FF];

/// How far apart the things lie that several pointers point to.
const SLOT: u16 = 0x1000;

/// Where returns go: no code may be there.
pub(crate) const HOME: u16 = 0xFFFF;

impl Routine {
    /// Reads a sheet; `name` is how messages call it.
    pub fn read(name: &str, text: &str, host: &mut dyn Host) -> Result<Routine, SheetError> {
        let assembly = assemble(name, text, &Options::default(), host)?;
        let (file, sheet) = (name.to_owned(), assembly.sheet.as_ref());
        let Some(oracle) = sheet.and_then(|sheet| sheet.oracle.as_ref()) else {
            let routine = sheet.and_then(|sheet| sheet.routine.clone());
            return Err(match routine {
                Some(name) => SheetError::NoOracle { file, name },
                None => SheetError::NoRoutine { file },
            });
        };
        let near = || nearest(&oracle.value, claims::all().map(|claim| claim.name)).map(str::to_owned);
        match claims::find(&oracle.value) {
            Some(claim) => Routine::bind(name, assembly, claim),
            None => Err(SheetError::UnknownOracle { file, oracle: oracle.value.clone(), near: near() }),
        }
    }

    /// Binds an assembled sheet to a claim, whatever its header says of the oracle.
    pub fn bind(name: &str, assembly: Assembly, claim: &'static Claim) -> Result<Routine, SheetError> {
        let file = || name.to_owned();
        let sheet = assembly.sheet.clone().unwrap_or_default();
        let label = sheet.routine.ok_or_else(|| SheetError::NoRoutine { file: file() })?;
        let no_label = || SheetError::NoLabel { file: file(), name: label.clone() };
        let entry = assembly.symbol(&label).ok_or_else(no_label)?.value.try_into().map_err(|_| no_label())?;
        let device = match sheet.device {
            None => None,
            Some((device, address)) if device == "permuter" => Some(address),
            Some((device, _)) => return Err(SheetError::UnknownDevice { file: file(), device }),
        };
        let binding =
            Binding::read(&assembly, claim).map_err(|error| SheetError::Binding { file: file(), error })?;
        let stated = sheet.cycles.map(|cycles| cycles.value);
        let routine = Routine { name: label, assembly, claim, entry, stated, device, binding };
        routine.check_places(name)?;
        Ok(routine)
    }

    /// The processor it is for.
    pub fn processor(&self) -> Processor {
        self.assembly.processor
    }

    /// Whether the sheet states the cycles that were found: exactly these, or, where not every input was tried, none that
    /// these go beyond.
    pub fn is_as_stated(&self, finding: &Finding, exact: bool) -> bool {
        let (Some(stated), Some(times)) = (self.stated, &finding.times) else { return true };
        let (least, most) = (times.cycles.min, times.cycles.max);
        match exact {
            true => (stated.least, stated.most) == (least, most),
            false => stated.least <= least && most <= stated.most,
        }
    }

    /// How many inputs its claim has; of a claim that is only sampled, how many combinations of bits.
    pub fn inputs(&self) -> Count {
        Space::new(self.claim.inputs).count()
    }

    /// The bytes of its code and tables, gaps not counted.
    pub fn size(&self) -> usize {
        self.assembly.size
    }

    /// The bytes from the lowest to the highest address.
    pub fn image(&self) -> &[u8] {
        &self.assembly.image
    }

    /// The addresses that it may use as a stack.
    pub(crate) fn stack(&self) -> Range<u32> {
        if self.processor() == Processor::Mos6502 { 0x100..0x200 } else { 0xEF00..0xF000 }
    }

    /// Where things that pointers point to are put, one case after the other.
    pub(crate) fn placements(&self) -> &'static [u16] {
        if self.binding.pointers.is_empty() { &PLACEMENTS[..1] } else { &PLACEMENTS }
    }

    /// The address of what a pointer points to.
    pub(crate) fn slot(placement: u16, pointer: usize) -> u16 {
        placement.wrapping_add(SLOT.wrapping_mul(pointer as u16))
    }

    /// Where a place in memory is.
    pub(crate) fn address(spot: Spot, placement: u16) -> Option<u16> {
        match spot {
            Spot::Memory(address) => Some(address),
            Spot::Behind(pointer, n) => Some(Self::slot(placement, pointer).wrapping_add(n)),
            Spot::Register(_) | Spot::Flag(_) => None,
        }
    }

    /// The addresses whose bytes may change: output, scratch, stack.
    pub(crate) fn may_change(&self, address: u16, placement: u16) -> bool {
        let wide = u32::from(address);
        self.stack().contains(&wide)
            || self.binding.free_memory.iter().any(|range| range.contains(&wide))
            || self.binding.outputs.iter().any(|(spot, _)| Self::address(*spot, placement) == Some(address))
    }

    /// Where code may be executed: the bytes of the sheet, and what the routine may have written, or was given.
    pub(crate) fn code(&self) -> Addresses {
        let lines = self.assembly.lines.iter();
        let own = lines.flat_map(|line| (line.address..=0xFFFF).take(line.bytes.len()));
        let given = self.binding.inputs.iter().chain(&self.binding.outputs);
        let given = given.flat_map(|(spot, _)| {
            self.placements().iter().filter_map(|placement| Self::address(*spot, *placement))
        });
        let written = self.binding.free_memory.iter().cloned().chain([self.stack()]).flatten();
        own.chain(given).chain(written.map(|address| address as u16)).collect()
    }

    /// The bits of a register that must be the same afterwards.
    pub(crate) fn kept(&self, names: &Names, register: &str) -> u8 {
        let is_flags = register == names.flag_register;
        let output = |spot: &Spot| match spot {
            Spot::Register(name) if *name == register => 0xFF,
            Spot::Flag(n) if is_flags => 1 << n,
            _ => 0,
        };
        let is_free = self.binding.free_registers.contains(&register);
        let free = if is_flags { self.binding.free_flags } else { 0 } | if is_free { 0xFF } else { 0 };
        let standing = if is_flags { names.standing_flags } else { 0 };
        let changing =
            self.binding.outputs.iter().map(|(spot, _)| output(spot)).fold(free, |all, bits| all | bits);
        !changing | standing
    }

    fn check_places(&self, file: &str) -> Result<(), SheetError> {
        let pointed = if self.binding.pointers.is_empty() { 0..0 } else { 0x4000..0x8000 };
        let device = self.device.map_or(0..0, |first| u32::from(first)..u32::from(first) + 4);
        let home = u32::from(HOME);
        let others = [
            (self.stack(), "the stack is there"),
            (pointed, "what pointers point to is put there, from 4000 to 7FFF"),
            (device, "the device answers there"),
            (home..home + 1, "returns go there"),
        ];
        let whose = |used: Range<u32>| {
            let meets = |range: &Range<u32>| range.start < used.end && used.start < range.end;
            let (range, reserved) = others.iter().find(|(range, _)| meets(range))?;
            Some((used.start.max(range.start) as u16, *reserved))
        };
        let code = (0..=0xFFFF).filter(|address| self.assembly.byte_at(*address).is_some());
        let code = code.map(|address| u32::from(address)..u32::from(address) + 1);
        match code.chain(self.binding.memory()).find_map(whose) {
            Some((address, reserved)) => {
                Err(SheetError::Reserved { file: file.to_owned(), address, reserved })
            }
            None => Ok(()),
        }
    }
}
