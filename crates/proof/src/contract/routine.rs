//! A routine: the code of a sheet, its calling convention and its specification.

pub(crate) mod cut_point;
mod demands;
mod read;
pub(crate) mod specification;

use std::{collections::BTreeSet, ops::Range};

use arcadian_asm::{Assembly, SymbolKind, sheet::Amount};
use arcadian_isa::Processor;
use arcadian_machine::Addresses;

use crate::contract::{
    binding::{Binding, Place},
    claim::Claim,
    input_space::{InputCount, InputSpace},
    placement::{Layout, Placement, RETURN_ADDRESS},
    registers::{RegisterMap, StateByte},
    routine::{
        cut_point::CutPoint,
        specification::{Condition, Specification},
    },
    sheet_error::SheetError,
};

#[derive(Clone, Debug)]
pub struct Routine {
    /// Its label.
    pub name: String,
    pub file: String,
    /// The arguments of `arcadian step` that name it, if it is part of a binary or of a program.
    pub arguments: Option<Vec<String>>,
    /// The names of addresses in the binary that it is part of.
    pub labels: Vec<(String, u16)>,
    pub assembly: Assembly,
    pub specification: Specification,
    pub entry: u16,
    pub stated_cycles: Option<Amount>,
    /// The base address of the permuting device, if the routine needs it.
    pub(crate) device: Option<u16>,
    pub(crate) binding: Binding,
    pub(crate) cut_points: Vec<CutPoint>,
    layout: Layout,
    /// The placement that a host uses to run the routine.
    pub(crate) call_site: Placement,
}

/// The maximum size of the data of pointers, each rounded up to 4096 bytes.
const MAX_POINTEES: u32 = 0x4000;

/// Parts of the 8080's state, and their names on the Z80.
const RENAMED: [(&str, &str); 4] = [("PSW", "AF"), ("INTE", "IFF"), ("AC", "HF"), ("P", "PV")];

impl Routine {
    /// Binds an assembled sheet to a claim, ignoring the specification that its header names.
    pub fn bind(name: &str, assembly: Assembly, claim: &'static Claim) -> Result<Routine, SheetError> {
        Routine::of(name, assembly, Specification::of_claim(claim))
    }

    /// Binds an assembled sheet to the fields of a specification.
    pub(crate) fn of(
        name: &str,
        assembly: Assembly,
        specification: Specification,
    ) -> Result<Routine, SheetError> {
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
        let binding = Binding::read(&assembly, specification.inputs(), specification.outputs())
            .map_err(|error| SheetError::of_term(name, error))?;
        let cut_points = cut_point::read(name, &assembly, &specification, &binding)?;
        let stated_cycles = sheet.cycles.map(|cycles| cycles.value);
        // `pops` is about the stack with the arguments.
        let popped = if binding.has_stack { 0 } else { sheet.pops };
        let layout = Layout {
            processor: assembly.processor,
            pointees: binding.pointees(sheet.pops),
            declared: declared(&assembly, &binding, device),
            arguments: u32::from(arguments(&binding, assembly.processor).max(popped)),
            popped: u32::from(popped),
        };
        let call_site = layout.standard();
        let routine = Routine {
            name: label,
            file: file(),
            arguments: None,
            labels: Vec::new(),
            assembly,
            specification,
            entry,
            stated_cycles,
            device,
            binding,
            cut_points,
            layout,
            call_site,
        };
        routine.check_reserved(name)?;
        Ok(routine)
    }

    /// Returns a routine of the 8080 with the same bytes for the Z80. Code that does not depend on the parity of sums runs there as
    /// well. A routine of another processor is returned as it is.
    pub fn on_z80(&self) -> Result<Routine, SheetError> {
        let mut assembly = self.assembly.clone();
        if assembly.processor != Processor::I8080 {
            return Ok(self.clone());
        }
        assembly.processor = Processor::Z80;
        if let Some(sheet) = &mut assembly.sheet {
            let terms = sheet.inputs.iter_mut().chain(&mut sheet.outputs).chain(&mut sheet.clobbers);
            for term in terms {
                let renamed = RENAMED.iter().find(|(name, _)| *name == term.place);
                renamed.into_iter().for_each(|(_, name)| term.place = (*name).to_owned());
            }
        }
        Routine::of(&self.file, assembly, self.specification.clone())
    }

    pub fn processor(&self) -> Processor {
        self.assembly.processor
    }

    /// Returns the number of inputs. If `requires` excludes some, or they can only be sampled, this counts all bit patterns
    /// of the fields, valid or not.
    pub fn input_count(&self) -> InputCount {
        InputSpace::new(self.specification.inputs()).count()
    }

    pub(crate) fn has_large_products(&self) -> bool {
        let invariants = self.cut_points.iter().flat_map(|cut_point| &cut_point.invariants);
        invariants.chain(self.specification.ensures()).any(Condition::has_large_product)
    }

    /// Returns whether the header has invariants, so that the routine can be proven by induction.
    pub fn has_cut_points(&self) -> bool {
        !self.cut_points.is_empty()
    }

    /// Returns whether the header states the cycles from its labels to the return, so that its cycles can be proven by induction.
    pub(crate) fn states_remaining_cycles(&self) -> bool {
        self.cut_points.iter().any(|cut_point| cut_point.remaining.is_some())
    }

    /// Returns the routine with the universally quantified fields of its claim as inputs, and with conditions in place of the
    /// claim; and what is assumed of these fields. It is the routine itself if its claim has no such fields, and `None` if the
    /// conditions cannot be read.
    pub(crate) fn with_quantified_fields(&self) -> Option<(Routine, Vec<Condition>)> {
        let Some(least_set) = self.specification.least_set() else { return Some((self.clone(), Vec::new())) };
        let quantified = self.specification.with_quantified_fields(least_set);
        let (specification, assumed) = quantified.ok()?;
        Some((Routine { specification, ..self.clone() }, assumed))
    }

    /// Returns the name of an address: a label, or the only constant with this value.
    pub fn name_of(&self, address: u16) -> Option<&str> {
        let of_binary = self.labels.iter().find(|(_, value)| *value == address).map(|(name, _)| &**name);
        let named = || self.assembly.symbols.values().filter(|symbol| symbol.value == i32::from(address));
        let label = || named().find(|symbol| symbol.kind == SymbolKind::Label);
        let only = || named().next().filter(|_| named().count() == 1);
        of_binary.or_else(|| label().or_else(only).map(|symbol| &*symbol.name))
    }

    pub fn has_pointers(&self) -> bool {
        !self.binding.pointers.is_empty()
    }

    pub fn has_stack_arguments(&self) -> bool {
        self.layout.arguments > 0
    }

    /// Returns the number of bytes of code and tables, without gaps.
    pub fn size(&self) -> usize {
        self.assembly.size
    }

    /// Returns the bytes from the lowest to the highest address, including gaps.
    pub fn image(&self) -> &[u8] {
        &self.assembly.image
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(crate) fn patch(&mut self, address: u16, change: impl Fn(u8) -> u8) {
        let offset = usize::from(address.wrapping_sub(self.assembly.origin));
        if let Some(byte) = self.assembly.image.get_mut(offset) {
            *byte = change(*byte);
        }
    }

    /// Returns the places of the word that is the pointer of a stack in memory, the first pointer, and by how much it is higher after
    /// the return.
    pub(crate) fn memory_stack(&self) -> Option<([Place; 2], u16)> {
        let (pointer, pointee) = self.binding.pointers.first().zip(self.layout.pointees.first())?;
        self.binding.has_stack.then_some((pointer.bytes, pointee.popped as u16))
    }

    /// Returns the places of that word, and its value after the return.
    pub(crate) fn memory_stack_after(&self, placement: &Placement) -> Option<([Place; 2], u16)> {
        let ((bytes, popped), before) = self.memory_stack().zip(placement.pointers.first())?;
        Some((bytes, before.wrapping_add(popped)))
    }

    /// Returns whether an address is a byte of that word.
    pub(crate) fn is_memory_stack(&self, address: u32) -> bool {
        let is_at = |place: &Place| matches!(place, Place::Memory(at) if u32::from(*at) == address);
        self.memory_stack().is_some_and(|(bytes, _)| bytes.iter().any(is_at))
    }

    pub(crate) fn output_field(&self, byte: usize) -> Option<&str> {
        let mut first = 0;
        self.specification.outputs().iter().find_map(|field| {
            first += field.bytes();
            (byte < first).then_some(&*field.name)
        })
    }

    /// Returns whether the byte at an absolute address may change: the header lists it in `out` or `clobbers`.
    pub(crate) fn may_change(&self, address: u32) -> bool {
        let outputs = || self.binding.outputs.iter().map(|(place, _)| *place);
        self.binding.clobbered_memory.iter().any(|range| range.contains(&address))
            || outputs().any(|place| matches!(place, Place::Memory(at) if u32::from(at) == address))
    }

    /// Iterates over the addresses that are declared and may change, in order.
    pub(crate) fn changeable(&self) -> impl Iterator<Item = u16> {
        let declared = self.layout.declared.iter().cloned().flatten();
        declared.filter(|address| self.may_change(*address)).map(|address| address as u16)
    }

    /// Returns the addresses that may be executed: the bytes of the sheet and the memory that its header names.
    pub(crate) fn code(&self) -> Addresses {
        self.layout.declared.iter().cloned().flatten().map(|address| address as u16).collect()
    }

    pub(crate) fn preserved_bits(&self, registers: &RegisterMap, byte: &StateByte) -> u8 {
        let register = byte.name;
        let is_flags = register == registers.flag_register;
        let output = |place: &Place| match place {
            Place::Register(name) if *name == register => 0xFF,
            Place::Flag(n) if is_flags => 1 << n,
            _ => 0,
        };
        let is_clobbered = self.binding.clobbered_registers.contains(&register);
        let clobbered =
            if is_flags { self.binding.clobbered_flags } else { 0 } | if is_clobbered { 0xFF } else { 0 };
        let outputs = self.binding.outputs.iter().map(|(place, _)| output(place));
        byte.kept & !outputs.fold(clobbered, |all, bits| all | bits) | byte.always_kept
    }

    /// Refuses a sheet that uses addresses where the standard placement puts something.
    fn check_reserved(&self, file: &str) -> Result<(), SheetError> {
        let stack = match self.processor() {
            Processor::Mos6502 => 0x100..0x200,
            Processor::I8080 | Processor::Z80 => 0xEF00..0xF000,
        };
        let data = self.layout.pointees.iter().zip(&self.call_site.pointers);
        let data = data.map(|(pointee, pointer)| {
            let base = u32::from(*pointer) - pointee.space;
            (base..base + pointee.size(), "the data that pointers point to")
        });
        let placed: u32 =
            self.layout.pointees.iter().map(|pointee| pointee.size().next_multiple_of(0x1000)).sum();
        if placed > MAX_POINTEES {
            return Err(SheetError::TooMuchData { file: file.to_owned(), limit: MAX_POINTEES });
        }
        let device = self.device.map_or(0..0, |first| u32::from(first)..u32::from(first) + 4);
        let return_address = u32::from(RETURN_ADDRESS);
        let reserved = [
            (stack, "the stack"),
            (device, "the device"),
            (return_address..return_address + 1, "the return address"),
        ];
        let reserved: Vec<_> = reserved.into_iter().chain(data).collect();
        let conflict = |used: Range<u32>| {
            let overlaps = |range: &Range<u32>| range.start < used.end && used.start < range.end;
            let (range, owner) = reserved.iter().find(|(range, _)| overlaps(range))?;
            Some((used.start.max(range.start) as u16, *owner))
        };
        let used = code(&self.assembly).map(|address| address..address + 1).chain(self.binding.memory());
        match used.into_iter().find_map(conflict) {
            Some((address, owner)) => Err(SheetError::Reserved { file: file.to_owned(), address, owner }),
            None => Ok(()),
        }
    }
}

/// Returns the number of bytes of the arguments on the stack. The stack pointer of the 6502 points to the byte below them.
fn arguments(binding: &Binding, processor: Processor) -> u16 {
    binding.stack_end().saturating_sub(u16::from(processor == Processor::Mos6502))
}

/// Iterates over the addresses of a sheet's bytes.
fn code(assembly: &Assembly) -> impl Iterator<Item = u32> {
    (0..=0xFFFF).filter(|address| assembly.byte_at(*address).is_some()).map(u32::from)
}

/// Returns the addresses of a sheet's bytes, of the memory that its header names and of the device, as ranges in order.
fn declared(assembly: &Assembly, binding: &Binding, device: Option<u16>) -> Vec<Range<u32>> {
    let device = device.map(|first| u32::from(first)..u32::from(first) + 4);
    let named = binding.memory().chain(device).flatten().filter(|address| *address < 0x1_0000);
    let addresses: BTreeSet<_> = code(assembly).chain(named).collect();
    let mut ranges: Vec<Range<u32>> = Vec::new();
    for address in addresses {
        match ranges.last_mut() {
            Some(range) if range.end == address => range.end += 1,
            _ => ranges.push(address..address + 1),
        }
    }
    ranges
}
