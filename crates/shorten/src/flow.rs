//! The data flow of an instruction, derived from the processor's core: the core executes the instruction on abstract bits, which
//! know only from which parts of the state they were computed.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use arcadian_cpu::{Bus, Core, Decide, Domain};

/// A set of resources. A resource is a byte of the state, or a single flag.
pub(crate) type Resources = u64;

/// An abstract bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AbstractBit {
    /// It has this value.
    Known(bool),
    /// It is bit `1` of resource `0` on entry, unchanged.
    Entry(u8, u8),
    /// It depends at most on these resources.
    Mixed(Resources),
}

use AbstractBit::{Entry, Known, Mixed};

impl AbstractBit {
    /// Returns the resources on which it depends.
    pub(crate) fn sources(self) -> Resources {
        match self {
            Known(_) => 0,
            Entry(resource, _) => 1 << resource,
            Mixed(sources) => sources,
        }
    }

    fn mix(self, other: Self) -> Self {
        Mixed(self.sources() | other.sources())
    }
}

impl From<bool> for AbstractBit {
    fn from(value: bool) -> Self {
        Known(value)
    }
}

/// Two unchanged bits that are the same are equal; two mixed ones need not be.
fn are_same(one: AbstractBit, other: AbstractBit) -> bool {
    one == other && matches!(one, Entry(..))
}

impl BitAnd for AbstractBit {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        match (self, other) {
            (Known(false), _) | (_, Known(false)) => Known(false),
            (Known(true), bit) | (bit, Known(true)) => bit,
            (one, other) if are_same(one, other) => one,
            (one, other) => one.mix(other),
        }
    }
}

impl BitOr for AbstractBit {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        match (self, other) {
            (Known(true), _) | (_, Known(true)) => Known(true),
            (Known(false), bit) | (bit, Known(false)) => bit,
            (one, other) if are_same(one, other) => one,
            (one, other) => one.mix(other),
        }
    }
}

impl BitXor for AbstractBit {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        match (self, other) {
            (Known(one), Known(other)) => Known(one ^ other),
            (Known(false), bit) | (bit, Known(false)) => bit,
            (one, other) if are_same(one, other) => Known(false),
            (one, other) => one.mix(other),
        }
    }
}

impl Not for AbstractBit {
    type Output = Self;
    fn not(self) -> Self {
        self ^ Known(true)
    }
}

/// A byte of abstract bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AbstractByte(pub(crate) [AbstractBit; 8]);

/// A word of abstract bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AbstractWord(AbstractByte, AbstractByte);

impl AbstractByte {
    fn with(self, other: Self, operation: impl Fn(AbstractBit, AbstractBit) -> AbstractBit) -> Self {
        AbstractByte(from_fn(|n| operation(self.0[n], other.0[n])))
    }

    /// Returns the value if all bits are known.
    fn known(self) -> Option<u8> {
        self.0.iter().rev().try_fold(0, |value, bit| match bit {
            Known(bit) => Some(value << 1 | u8::from(*bit)),
            _ => None,
        })
    }

    fn all(self, join: impl Fn(AbstractBit, AbstractBit) -> AbstractBit, first: AbstractBit) -> AbstractBit {
        self.0.into_iter().fold(first, join)
    }
}

impl From<u8> for AbstractByte {
    fn from(value: u8) -> Self {
        AbstractByte(from_fn(|n| Known(value >> n & 1 != 0)))
    }
}

impl From<u16> for AbstractWord {
    fn from(value: u16) -> Self {
        let [high, low] = value.to_be_bytes();
        AbstractWord(high.into(), low.into())
    }
}

impl BitAnd for AbstractByte {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.with(other, |one, other| one & other)
    }
}

impl BitOr for AbstractByte {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.with(other, |one, other| one | other)
    }
}

impl BitXor for AbstractByte {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        self.with(other, |one, other| one ^ other)
    }
}

impl Not for AbstractByte {
    type Output = Self;
    fn not(self) -> Self {
        AbstractByte(self.0.map(|bit| !bit))
    }
}

impl Shl<u32> for AbstractByte {
    type Output = Self;
    fn shl(self, by: u32) -> Self {
        AbstractByte(from_fn(|n| n.checked_sub(by as usize).map_or(Known(false), |n| self.0[n])))
    }
}

impl Shr<u32> for AbstractByte {
    type Output = Self;
    fn shr(self, by: u32) -> Self {
        AbstractByte(from_fn(|n| self.0.get(n + by as usize).copied().unwrap_or(Known(false))))
    }
}

impl Domain for AbstractByte {
    type Bit = AbstractBit;
    type Word = AbstractWord;

    fn sum(self, other: Self, mut carry: AbstractBit) -> (Self, Self) {
        let (mut sum, mut carries) = (Self::from(0), Self::from(0));
        for n in 0..8 {
            let (a, b) = (self.0[n], other.0[n]);
            sum.0[n] = a ^ b ^ carry;
            carry = (a & b) | ((a | b) & carry);
            carries.0[n] = carry;
        }
        (sum, carries)
    }

    fn bit(self, n: u32) -> AbstractBit {
        self.0[n as usize]
    }

    fn place(bit: AbstractBit, n: u32) -> Self {
        let mut byte = Self::from(0);
        byte.0[n as usize] = bit;
        byte
    }

    fn select(bit: AbstractBit, set: Self, clear: Self) -> Self {
        match bit {
            Known(true) => set,
            Known(false) => clear,
            _ => set.with(clear, |set, clear| {
                if set == clear && !matches!(set, Mixed(_)) { set } else { set.mix(clear).mix(bit) }
            }),
        }
    }

    fn is_zero(self) -> AbstractBit {
        !self.all(|one, other| one | other, Known(false))
    }

    fn is_even_parity(self) -> AbstractBit {
        !self.all(|one, other| one ^ other, Known(false))
    }

    fn join(high: Self, low: Self) -> AbstractWord {
        AbstractWord(high, low)
    }

    fn split(word: AbstractWord) -> (Self, Self) {
        (word.0, word.1)
    }

    fn offset(word: AbstractWord, by: u16) -> AbstractWord {
        let [high, low] = by.to_be_bytes();
        let (low, carries) = word.1.sum(low.into(), Known(false));
        AbstractWord(word.0.sum(high.into(), carries.bit(7)).0, low)
    }
}

/// A byte of the state: where it is and its resources.
#[derive(Clone, Debug)]
pub(crate) struct StatePart {
    pub(crate) place: BytePlace,
    /// Its bits on entry.
    pub(crate) entry: AbstractByte,
}

/// Where a byte of the state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BytePlace {
    /// A register of eight bits, or a part of one.
    Register(&'static str),
    /// The high or, if `false`, the low byte of a register of 16 bits.
    Half(&'static str, bool),
    /// A byte of memory.
    Memory(u16),
}

/// What an instruction does to the state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flow {
    /// The new value of each part.
    pub(crate) after: Vec<AbstractByte>,
    /// The resources on which a conditional branch depends, if there is one.
    pub(crate) branches_on: Option<Resources>,
    /// Whether it leaves the model: it halts, jumps, or accesses a port, an unknown address or memory that is not a part.
    pub(crate) leaves: bool,
}

/// The address of the instruction that is executed.
const CODE: u16 = 0xE000;

/// A memory with an instruction and the parts of the state that are in memory.
struct AbstractBus<'a> {
    code: &'a [u8],
    memory: Vec<(u16, AbstractByte)>,
    branches_on: Option<Resources>,
    leaves: bool,
}

impl AbstractBus<'_> {
    fn address(&self, word: AbstractWord) -> Option<u16> {
        Some(u16::from_be_bytes([word.0.known()?, word.1.known()?]))
    }

    fn code(&self, address: u16) -> Option<u8> {
        self.code.get(usize::from(address.checked_sub(CODE)?)).copied()
    }
}

impl Bus<AbstractByte> for AbstractBus<'_> {
    const SUPPLIES_OPCODES: bool = false;

    fn read(&mut self, address: AbstractWord) -> AbstractByte {
        let Some(address) = self.address(address) else {
            self.leaves = true;
            return 0.into();
        };
        if let Some(byte) = self.code(address) {
            return byte.into();
        }
        // Implied instructions of the 6502 fetch the next byte and discard it.
        let is_next = usize::from(address.wrapping_sub(CODE)) == self.code.len();
        match self.memory.iter().find(|(place, _)| *place == address) {
            Some((_, byte)) => *byte,
            None => {
                self.leaves |= !is_next;
                0.into()
            }
        }
    }

    fn write(&mut self, address: AbstractWord, value: AbstractByte) {
        let address = self.address(address);
        match self.memory.iter_mut().find(|(place, _)| Some(*place) == address) {
            Some((_, byte)) => *byte = value,
            None => self.leaves = true,
        }
    }

    fn peek(&self, address: u16) -> AbstractByte {
        self.code(address).unwrap_or(0).into()
    }

    fn input(&mut self, _: AbstractWord) -> AbstractByte {
        self.leaves = true;
        0.into()
    }

    fn output(&mut self, _: AbstractWord, _: AbstractByte) {
        self.leaves = true;
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
                self.branches_on = Some(bit.sources());
                false
            }
        }
    }

    fn concretize(&mut self, value: AbstractByte) -> u8 {
        value.known().unwrap_or_else(|| {
            self.leaves = true;
            0
        })
    }
}

/// Executes an instruction on the abstract state. Of a conditional branch it follows the path without the jump.
pub(crate) fn flow<C: Core<AbstractByte>>(code: &[u8], parts: &[StatePart]) -> Flow {
    let mut core = C::default();
    let mut bus = AbstractBus { code, memory: Vec::new(), branches_on: None, leaves: false };
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
    Flow { after: after.collect(), branches_on: bus.branches_on, leaves }
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
