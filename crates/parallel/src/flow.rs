//! The data flow of an instruction, derived from the processor's core: the core executes the instruction on abstract bits, which
//! know only from which parts of the state they were computed.
//!
//! ```
//! use arcadian_parallel::flow::{AbstractBit, AbstractByte, BytePlace, StatePart, flow};
//! use arcadian_isa::Processor;
//!
//! // Two parts, A and B, with a resource each.
//! let part = |number: u8, name| StatePart {
//!     place: BytePlace::Register(name),
//!     entry: AbstractByte(std::array::from_fn(|bit| AbstractBit::Entry(number, bit as u8))),
//! };
//! let parts = [part(0, "A"), part(1, "B")];
//!
//! // XOR B: A depends on both, B is unchanged.
//! let flow = flow(Processor::Z80, &[0xA8], &parts);
//! assert_eq!(flow.after[0].0[7].sources(), 0b11);
//! assert_eq!(flow.after[1], parts[1].entry);
//! assert!(!flow.leaves);
//! ```

mod bits;

use arcadian_cpu::{Bus, Core, Decide, I8080, Mos6502, Z80};
use arcadian_isa::Processor;

use crate::flow::bits::AbstractBit::Known;

pub use bits::{AbstractBit, AbstractByte, AbstractWord, Resources};

#[derive(Clone, Debug)]
pub struct StatePart {
    pub place: BytePlace,
    pub entry: AbstractByte,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BytePlace {
    /// A register of eight bits, or a part of one.
    Register(&'static str),
    /// The high or, if `false`, the low byte of a register of 16 bits.
    Half(&'static str, bool),
    Memory(u16),
}

/// Effects of an instruction on the state.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    pub after: Vec<AbstractByte>,
    /// The resources on which a conditional branch depends, if there is one.
    pub branches_on: Option<Resources>,
    /// The resources that are seen outside of the model: by memory that is not a part, and by ports. These are addresses and
    /// what is written.
    pub seen: Resources,
    /// Whether it leaves the model: it halts, jumps, or accesses a port, an unknown address or memory that is not a part.
    pub leaves: bool,
}

/// Returns what an instruction does to these parts of the state. Of a conditional branch it follows the path without the jump.
pub fn flow(processor: Processor, code: &[u8], parts: &[StatePart]) -> Flow {
    let code: Vec<AbstractByte> = code.iter().map(|byte| AbstractByte::from(*byte)).collect();
    flow_of(processor, &code, parts)
}

/// Returns what an instruction does whose operands may be unknown: an unknown byte has bits that depend on nothing.
pub fn flow_of(processor: Processor, code: &[AbstractByte], parts: &[StatePart]) -> Flow {
    match processor {
        Processor::I8080 => execute::<I8080<AbstractByte>>(code, parts),
        Processor::Z80 => execute::<Z80<AbstractByte>>(code, parts),
        Processor::Mos6502 => execute::<Mos6502<AbstractByte>>(code, parts),
    }
}

fn execute<C: Core<AbstractByte>>(code: &[AbstractByte], parts: &[StatePart]) -> Flow {
    let mut core = C::default();
    let mut bus = AbstractBus { code, memory: Vec::new(), branches_on: None, seen: 0, leaves: false };
    for part in parts {
        match part.place {
            BytePlace::Register(_) | BytePlace::Half(..) => set(&mut core, part.place, part.entry),
            BytePlace::Memory(address) => bus.memory.push((address, part.entry)),
        }
    }
    core.set_pc(CODE);
    core.step(&mut bus);
    let next = CODE.wrapping_add(code.len() as u16);
    let leaves = bus.leaves || core.is_halted() || core.pc() != next;
    let after = parts.iter().map(|part| match part.place {
        BytePlace::Memory(address) => {
            bus.memory.iter().find(|(place, _)| *place == address).map_or(part.entry, |(_, byte)| *byte)
        }
        place => get(&core, place).unwrap_or(part.entry),
    });
    Flow { after: after.collect(), branches_on: bus.branches_on, seen: bus.seen, leaves }
}

fn set<C: Core<AbstractByte>>(core: &mut C, place: BytePlace, value: AbstractByte) {
    match place {
        BytePlace::Register(name) => {
            if let Some(register) = C::register(name) {
                (register.set)(core, AbstractWord(0.into(), value));
            }
        }
        BytePlace::Half(name, is_high) => {
            if let Some(register) = C::register(name) {
                let AbstractWord(high, low) = (register.get)(core);
                let word = if is_high { AbstractWord(value, low) } else { AbstractWord(high, value) };
                (register.set)(core, word);
            }
        }
        BytePlace::Memory(_) => {}
    }
}

fn get<C: Core<AbstractByte>>(core: &C, place: BytePlace) -> Option<AbstractByte> {
    let word = |name: &str| C::register(name).map(|register| (register.get)(core));
    match place {
        BytePlace::Register(name) => word(name).map(|word| word.1),
        BytePlace::Half(name, true) => word(name).map(|word| word.0),
        BytePlace::Half(name, false) => word(name).map(|word| word.1),
        BytePlace::Memory(_) => None,
    }
}

/// The address of the instruction that is executed.
pub(crate) const CODE: u16 = 0xE000;

/// A memory with an instruction and the parts of the state that are in memory.
pub(crate) struct AbstractBus<'a> {
    pub(crate) code: &'a [AbstractByte],
    pub(crate) memory: Vec<(u16, AbstractByte)>,
    pub(crate) branches_on: Option<Resources>,
    pub(crate) seen: Resources,
    pub(crate) leaves: bool,
}

impl AbstractBus<'_> {
    fn address(&self, word: AbstractWord) -> Option<u16> {
        Some(u16::from_be_bytes([word.0.known()?, word.1.known()?]))
    }

    fn code(&self, address: u16) -> Option<AbstractByte> {
        self.code.get(usize::from(address.checked_sub(CODE)?)).copied()
    }
}

impl Bus<AbstractByte> for AbstractBus<'_> {
    const SUPPLIES_OPCODES: bool = false;

    fn read(&mut self, address: AbstractWord) -> AbstractByte {
        let sources = address.sources();
        let Some(address) = self.address(address) else {
            self.leaves = true;
            self.seen |= sources;
            return AbstractByte::unknown(sources);
        };
        if let Some(byte) = self.code(address) {
            return byte;
        }
        // Implied instructions of the 6502 fetch the next byte and discard it.
        let is_next = usize::from(address.wrapping_sub(CODE)) == self.code.len();
        match self.memory.iter().find(|(place, _)| *place == address) {
            Some((_, byte)) => *byte,
            None => {
                self.leaves |= !is_next;
                AbstractByte::unknown(0)
            }
        }
    }

    fn write(&mut self, address: AbstractWord, value: AbstractByte) {
        let place = self.address(address);
        match self.memory.iter_mut().find(|(known, _)| Some(*known) == place) {
            Some((_, byte)) => *byte = value,
            None => {
                self.leaves = true;
                self.seen |= address.sources() | value.sources();
            }
        }
    }

    fn peek(&self, address: u16) -> AbstractByte {
        self.code(address).unwrap_or(0.into())
    }

    fn input(&mut self, port: AbstractWord) -> AbstractByte {
        self.leaves = true;
        self.seen |= port.sources();
        AbstractByte::unknown(port.sources())
    }

    fn output(&mut self, port: AbstractWord, value: AbstractByte) {
        self.leaves = true;
        self.seen |= port.sources() | value.sources();
    }

    fn unstable(&mut self, typical: AbstractByte) -> AbstractByte {
        self.leaves = true;
        typical
    }
}

impl Decide<AbstractByte> for AbstractBus<'_> {
    fn decide(&mut self, bit: AbstractBit) -> bool {
        match bit {
            Known(value) => value,
            bit => {
                self.leaves |= self.branches_on.is_some();
                self.branches_on = Some(self.branches_on.unwrap_or(0) | bit.sources());
                false
            }
        }
    }

    fn concretize(&mut self, value: AbstractByte) -> u8 {
        value.known().unwrap_or_else(|| {
            self.leaves = true;
            self.seen |= value.sources();
            0
        })
    }
}
