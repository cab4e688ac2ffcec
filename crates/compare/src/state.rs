//! The state of a processor: its parts, their names, which of them are compared, and how code begins.

use arcadian_cpu::Domain;
use arcadian_isa::Processor;
use arcadian_parallel::{any_core::AnyCore, formula::FormulaByte};

/// Something that a comparison compares: a register of eight or sixteen bits, or a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Component {
    /// Its name: `A`, `SP`, `CY`.
    pub name: &'static str,
    /// The register that it is or that holds it.
    pub(crate) register: &'static str,
    /// The bits that count.
    pub(crate) mask: u16,
    pub is_flag: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {processor} has no register or flag `{name}`; write {}", known(*.processor))]
pub struct UnknownName {
    pub name: String,
    pub processor: Processor,
}

/// The registers that are compared, without those that hold flags.
const I8080: &[&str] = &["A", "B", "C", "D", "E", "H", "L", "SP", "INTE"];
const Z80: &[&str] = &[
    "A", "B", "C", "D", "E", "H", "L", "IXH", "IXL", "IYH", "IYL", "SP", "I", "A'", "F'", "B'", "C'", "D'",
    "E'", "H'", "L'", "IFF1", "IFF2", "IM",
];
const MOS6502: &[&str] = &["A", "X", "Y", "S"];

/// Two registers with one name: the name, the high and the low register.
pub(crate) type Pair = (&'static str, [&'static str; 2]);

/// The pairs of registers that hold a number of 16 bits, in the order in which conditions name them, as in `HL != DE`.
const I8080_PAIRS: &[Pair] = &[("HL", ["H", "L"]), ("DE", ["D", "E"]), ("BC", ["B", "C"])];
const Z80_PAIRS: &[Pair] = &[
    ("HL", ["H", "L"]),
    ("DE", ["D", "E"]),
    ("BC", ["B", "C"]),
    ("IX", ["IXH", "IXL"]),
    ("IY", ["IYH", "IYL"]),
    ("BC'", ["B'", "C'"]),
    ("DE'", ["D'", "E'"]),
    ("HL'", ["H'", "L'"]),
];

/// Names of the Z80 for two registers that are no number of 16 bits.
const Z80_GROUPS: &[Pair] = &[("AF'", ["A'", "F'"]), ("IFF", ["IFF1", "IFF2"])];

/// Returns the pairs of registers that a processor has. The 6502 has none: `DE` is nothing there, although D is a flag.
pub(crate) fn pairs(processor: Processor) -> &'static [Pair] {
    match processor {
        Processor::I8080 => I8080_PAIRS,
        Processor::Z80 => Z80_PAIRS,
        Processor::Mos6502 => &[],
    }
}

/// The undocumented flags X and Y of the Z80: copies of bits of results, and of WZ.
const UNDOCUMENTED: u16 = 0x28;

pub(crate) fn flag_register(processor: Processor) -> &'static str {
    match processor {
        Processor::I8080 | Processor::Z80 => "F",
        Processor::Mos6502 => "P",
    }
}

/// Returns what is compared: the registers, then the flags from bit 7 down. The undocumented flags X and Y of the Z80, WZ, R and
/// Q are not.
pub fn components(processor: Processor) -> Vec<Component> {
    let registers = match processor {
        Processor::I8080 => I8080,
        Processor::Z80 => Z80,
        Processor::Mos6502 => MOS6502,
    };
    let register = |name: &&'static str| {
        let mask = if *name == "F'" { !UNDOCUMENTED } else { 0xFFFF };
        Component { name, register: name, mask, is_flag: false }
    };
    let holder = flag_register(processor);
    let flag = |(name, bit): &(&'static str, u32)| Component {
        name,
        register: holder,
        mask: 1 << bit,
        is_flag: true,
    };
    let is_documented = |component: &Component| component.mask != 0x20 && component.mask != 0x08;
    let is_compared = |component: &Component| processor != Processor::Z80 || is_documented(component);
    let flags = processor.flags().iter().map(flag).filter(is_compared);
    registers.iter().map(register).chain(flags).collect()
}

/// Returns the undocumented flags of the Z80, X and Y.
pub(crate) fn undocumented_flags(processor: Processor) -> Vec<Component> {
    let flags = processor.flags().iter().map(|(name, bit)| (*name, 1 << bit));
    let flags = flags.filter(|(_, mask)| processor == Processor::Z80 && mask & UNDOCUMENTED != 0);
    flags.map(|(name, mask)| Component { name, register: "F", mask, is_flag: true }).collect()
}

/// Returns what is not compared, but matters where an instruction makes it seen: R, WZ and Q of the Z80, and the flags X and Y.
pub fn hidden(processor: Processor) -> Vec<Component> {
    let registers = if processor == Processor::Z80 { &["R", "WZH", "WZL", "Q"][..] } else { &[] };
    let register = |name: &&'static str| Component { name, register: name, mask: 0xFF, is_flag: false };
    registers.iter().map(register).chain(undocumented_flags(processor)).collect()
}

/// Returns the components that a name denotes: a register, a pair, a flag, or all flags. Case is ignored.
pub fn named(processor: Processor, name: &str) -> Result<Vec<Component>, UnknownName> {
    let all = components(processor);
    let is = |other: &str| other.eq_ignore_ascii_case(name);
    let groups = if processor == Processor::Z80 { Z80_GROUPS } else { &[] };
    let mut named = pairs(processor).iter().chain(groups);
    let group = named.find(|(group, _)| is(group)).map_or(&[][..], |(_, members)| members);
    let is_all_flags = is(flag_register(processor));
    // AF and PSW are A with all flags.
    let is_word = processor == Processor::Z80 && is("AF") || processor == Processor::I8080 && is("PSW");
    let found = all.into_iter().filter(|component| {
        is(component.name)
            || group.contains(&component.name)
            || component.is_flag && (is_all_flags || is_word)
            || component.name == "A" && is_word
    });
    let found: Vec<_> = found.collect();
    if found.is_empty() { Err(UnknownName { name: name.to_owned(), processor }) } else { Ok(found) }
}

fn known(processor: Processor) -> String {
    let all: Vec<_> = components(processor).iter().map(|component| component.name).collect();
    format!("{}, or {} for all flags", all.join(", "), flag_register(processor))
}

/// Writes a list of components, with `F` or `P` if all flags are among them.
pub fn list(processor: Processor, components: &[Component]) -> String {
    let all = self::components(processor);
    let has_all_flags =
        all.iter().filter(|component| component.is_flag).all(|flag| components.contains(flag));
    let mut names: Vec<_> = components
        .iter()
        .filter(|component| !(has_all_flags && component.is_flag))
        .map(|component| component.name)
        .collect();
    names.extend(has_all_flags.then(|| flag_register(processor)));
    match &names[..] {
        [] => String::new(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}

/// Returns a core of which every part is unknown; `fresh` returns unknown bytes.
pub(crate) fn unknown_core(
    processor: Processor,
    fresh: &mut dyn FnMut() -> FormulaByte,
) -> AnyCore<FormulaByte> {
    let mut core = AnyCore::new(processor);
    let initial = core;
    core.combine(&initial, |name, _, _| {
        let byte = fresh();
        let limited = |mask: u8| byte & FormulaByte::from(mask);
        let zero = FormulaByte::from(0);
        let low = match (processor, name) {
            (_, "SP") => return FormulaByte::join(fresh(), byte),
            // Bit 1 is always set, bits 3 and 5 are always clear.
            (Processor::I8080, "F") => limited(0xD5) | FormulaByte::from(0x02),
            // Bits 4 and 5 exist only in the pushed copy.
            (Processor::Mos6502, "P") => limited(0xCF),
            (_, "IFF1" | "IFF2" | "INTE" | "Q") => limited(1),
            // 0, 1 or 2.
            (_, "IM") => limited(2) | (limited(1) & !(byte >> 1)),
            _ => byte,
        };
        FormulaByte::join(zero, low)
    });
    core
}

/// Returns the number of bytes of a core.
pub(crate) fn byte_count(processor: Processor) -> usize {
    let has_long_pointer = processor != Processor::Mos6502;
    AnyCore::<FormulaByte>::new(processor).words().len() + usize::from(has_long_pointer)
}

/// Returns the names of the registers of eight bits, and of latches.
pub(crate) fn register_names(processor: Processor) -> impl Iterator<Item = &'static str> {
    let mut names: Vec<_> = components(processor).iter().map(|component| component.register).collect();
    names.retain(|name| *name != "SP");
    names.dedup();
    names.into_iter()
}
