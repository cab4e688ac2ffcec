//! A domain with eight lanes: one run of a routine executes eight machines.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use arcadian_cpu::{Bus, Core, Decide, Domain, I8080, Mos6502, Z80};
use proptest::prelude::*;

const LANES: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lanes<T>([T; LANES]);

impl<T: Copy> Lanes<T> {
    fn map<R>(self, operation: impl Fn(T) -> R) -> Lanes<R> {
        Lanes(self.0.map(operation))
    }

    fn with<S: Copy, R>(self, other: Lanes<S>, operation: impl Fn(T, S) -> R) -> Lanes<R> {
        Lanes(from_fn(|lane| operation(self.0[lane], other.0[lane])))
    }
}

impl<S: Copy, T: Copy> Lanes<(S, T)> {
    fn unzip(self) -> (Lanes<S>, Lanes<T>) {
        (self.map(|pair| pair.0), self.map(|pair| pair.1))
    }
}

impl<T: Copy> From<T> for Lanes<T> {
    fn from(value: T) -> Self {
        Lanes([value; LANES])
    }
}

impl<T: Copy + BitAnd<Output = T>> BitAnd for Lanes<T> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.with(other, |one, other| one & other)
    }
}

impl<T: Copy + BitOr<Output = T>> BitOr for Lanes<T> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.with(other, |one, other| one | other)
    }
}

impl<T: Copy + BitXor<Output = T>> BitXor for Lanes<T> {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        self.with(other, |one, other| one ^ other)
    }
}

impl<T: Copy + Not<Output = T>> Not for Lanes<T> {
    type Output = Self;
    fn not(self) -> Self {
        self.map(|one| !one)
    }
}

impl Shl<u32> for Lanes<u8> {
    type Output = Self;
    fn shl(self, by: u32) -> Self {
        self.map(|one| one << by)
    }
}

impl Shr<u32> for Lanes<u8> {
    type Output = Self;
    fn shr(self, by: u32) -> Self {
        self.map(|one| one >> by)
    }
}

/// Only the required operations, each applied lane by lane; the others are the default methods of the trait.
impl Domain for Lanes<u8> {
    type Bit = Lanes<bool>;
    type Word = Lanes<u16>;

    fn sum(self, other: Self, carry: Lanes<bool>) -> (Self, Self) {
        self.with(other, |one, other| (one, other))
            .with(carry, |(one, other), carry| one.sum(other, carry))
            .unzip()
    }

    fn bit(self, n: u32) -> Lanes<bool> {
        self.map(|one| one.bit(n))
    }

    fn place(bit: Lanes<bool>, n: u32) -> Self {
        bit.map(|bit| u8::place(bit, n))
    }

    fn select(bit: Lanes<bool>, set: Self, clear: Self) -> Self {
        set.with(clear, |set, clear| (set, clear)).with(bit, |(set, clear), bit| u8::select(bit, set, clear))
    }

    fn is_zero(self) -> Lanes<bool> {
        self.map(Domain::is_zero)
    }

    fn is_even_parity(self) -> Lanes<bool> {
        self.map(Domain::is_even_parity)
    }

    fn join(high: Self, low: Self) -> Lanes<u16> {
        high.with(low, u8::join)
    }

    fn split(word: Lanes<u16>) -> (Self, Self) {
        word.map(u8::split).unzip()
    }

    fn offset(word: Lanes<u16>, by: u16) -> Lanes<u16> {
        word.map(|word| u8::offset(word, by))
    }
}

/// One memory per lane. Panics if the control flow of the lanes differs.
struct Memories(Vec<[u8; 0x10000]>);

impl Memories {
    fn new(program: &[u8]) -> Memories {
        let mut memory = [0; 0x10000];
        memory[..program.len()].copy_from_slice(program);
        Memories(vec![memory; LANES])
    }
}

impl Bus<Lanes<u8>> for Memories {
    fn read(&mut self, address: Lanes<u16>) -> Lanes<u8> {
        Lanes(from_fn(|lane| self.0[lane][usize::from(address.0[lane])]))
    }

    fn write(&mut self, address: Lanes<u16>, value: Lanes<u8>) {
        for (lane, memory) in self.0.iter_mut().enumerate() {
            memory[usize::from(address.0[lane])] = value.0[lane];
        }
    }

    fn peek(&self, address: u16) -> Lanes<u8> {
        Lanes(from_fn(|lane| self.0[lane][usize::from(address)]))
    }
}

fn unanimous<T: Copy + PartialEq>(lanes: Lanes<T>) -> T {
    assert!(lanes == lanes.0[0].into(), "the lanes diverge");
    lanes.0[0]
}

impl Decide<Lanes<u8>> for Memories {
    fn decide(&mut self, bit: Lanes<bool>) -> bool {
        unanimous(bit)
    }

    fn concretize(&mut self, value: Lanes<u8>) -> u8 {
        unanimous(value)
    }
}

struct Memory([u8; 0x10000]);

impl Bus for Memory {
    /// Code for each opcode on its own takes long to compile: it is tested in release mode.
    const IS_FAST: bool = !cfg!(debug_assertions);

    fn read(&mut self, address: u16) -> u8 {
        self.0[usize::from(address)]
    }

    fn write(&mut self, address: u16, value: u8) {
        self.0[usize::from(address)] = value;
    }

    fn peek(&self, address: u16) -> u8 {
        self.0[usize::from(address)]
    }
}

fn run<Byte: Domain, C: Core<Byte>>(cpu: &mut C, bus: &mut impl Decide<Byte>, end: u16) -> u32 {
    let mut cycles = 0;
    while cpu.pc() != end {
        cycles += cpu.step(bus).cycles;
    }
    cycles
}

/// Returns the byte with its nibbles exchanged, and bits 1 and 3 exchanged in each.
fn permuted(x: u8) -> u8 {
    let y = x.rotate_left(4);
    (y & 0x55) | (y & 0x22) << 2 | (y & 0x88) >> 2
}

/// The address of the input and output of a routine.
const DATA: usize = 0x80;

/// Runs a routine for all bytes, eight at a time and one at a time, and compares each lane with the single run.
fn check<L, S>(routine: &[u8])
where
    L: Core<Lanes<u8>>,
    S: Core,
{
    let end = u16::try_from(routine.len()).unwrap();
    for first in (0..=0xFF).step_by(LANES) {
        let mut lanes = L::default();
        let mut memories = Memories::new(routine);
        for (memory, input) in memories.0.iter_mut().zip(first..=0xFF) {
            memory[DATA] = input;
        }
        let cycles = run(&mut lanes, &mut memories, end);
        for (lane, input) in (first..=0xFF).take(LANES).enumerate() {
            let mut single = S::default();
            let mut memory = Memory([0; 0x10000]);
            memory.0[..routine.len()].copy_from_slice(routine);
            memory.0[DATA] = input;
            assert_eq!(run(&mut single, &mut memory, end), cycles);
            assert_eq!(memory.0[DATA], permuted(input));
            assert!(memories.0[lane] == memory.0);
            for (wide, narrow) in L::REGISTERS.iter().zip(S::REGISTERS) {
                assert_eq!(
                    (wide.get)(&lanes).0[lane],
                    (narrow.get)(&single),
                    "{} for {input:02X}",
                    narrow.name
                );
            }
            assert_eq!((lanes.pc(), lanes.is_halted()), (single.pc(), single.is_halted()));
        }
    }
}

#[test]
fn mos6502() {
    #[rustfmt::skip]
    let routine = [
        0xA5, 0x80,       // LDA $80
        0x0A, 0x69, 0x00, // ASL A, ADC #$00: rotates left
        0x0A, 0x69, 0x00,
        0x0A, 0x69, 0x00,
        0x0A, 0x69, 0x00,
        0x85, 0x80,       // STA $80
        0x29, 0x55,       // AND #$55
        0x48,             // PHA
        0xA5, 0x80,       // LDA $80
        0x29, 0x22,       // AND #$22
        0x0A, 0x0A,       // ASL A, ASL A
        0x85, 0x81,       // STA $81
        0x68,             // PLA
        0x05, 0x81,       // ORA $81
        0xAA,             // TAX
        0xA5, 0x80,       // LDA $80
        0x29, 0x88,       // AND #$88
        0x4A, 0x4A,       // LSR A, LSR A
        0x85, 0x80,       // STA $80
        0x8A,             // TXA
        0x05, 0x80,       // ORA $80
        0x85, 0x80,       // STA $80
    ];
    check::<Mos6502<Lanes<u8>>, Mos6502>(&routine);
}

/// The opcodes have the same effect on both processors.
#[test]
fn i8080_and_z80() {
    #[rustfmt::skip]
    let routine = [
        0x3A, 0x80, 0x00,       // LDA 0080
        0x07, 0x07, 0x07, 0x07, // RLC, four times
        0x47,                   // MOV B,A
        0xE6, 0x55,             // ANI 55
        0x4F,                   // MOV C,A
        0x78,                   // MOV A,B
        0xE6, 0x22,             // ANI 22
        0x87, 0x87,             // ADD A, ADD A
        0xB1,                   // ORA C
        0x4F,                   // MOV C,A
        0x78,                   // MOV A,B
        0xE6, 0x88,             // ANI 88
        0x0F, 0x0F,             // RRC, RRC
        0xB1,                   // ORA C
        0x27,                   // DAA, for its conditional corrections
        0x32, 0x81, 0x00,       // STA 0081
        0x78,                   // MOV A,B
        0xE6, 0x88,             // ANI 88
        0x0F, 0x0F,             // RRC, RRC
        0xB1,                   // ORA C
        0x32, 0x80, 0x00,       // STA 0080
    ];
    check::<I8080<Lanes<u8>>, I8080>(&routine);
    check::<Z80<Lanes<u8>>, Z80>(&routine);
}

fn bytes() -> impl Strategy<Value = Lanes<u8>> {
    any::<[u8; LANES]>().prop_map(Lanes)
}

fn bits() -> impl Strategy<Value = Lanes<bool>> {
    any::<[bool; LANES]>().prop_map(Lanes)
}

/// Returns the carry out of each bit, computed by adding the bits up to it.
fn carries(one: u8, other: u8, carry: bool) -> u8 {
    let out = |n: u32| {
        let mask = (2_u32 << n) - 1;
        (u32::from(one) & mask) + (u32::from(other) & mask) + u32::from(carry) > mask
    };
    (0..8).map(|n| u8::from(out(n)) << n).sum()
}

proptest! {
    #[test]
    fn default_methods_agree_with_overrides(one in bytes(), other in bytes(), bit in bits()) {
        prop_assert_eq!(one.sign_zero_parity(), one.map(Domain::sign_zero_parity));
        prop_assert_eq!(one.negative_zero(), one.map(Domain::negative_zero));
        prop_assert_eq!(one.at_least(other), one.with(other, |one, other| one >= other));
        let word = Lanes::join(one, other);
        let displaced = word.with(one, u8::displace);
        prop_assert_eq!(Lanes::displace(word, one), displaced);
        let single = one.with(other, |one, other| (one, other)).with(bit, |(one, other), bit| one.difference(other, bit));
        prop_assert_eq!(one.difference(other, bit), single.unzip());
    }

    #[test]
    fn sums_and_differences(one: u8, other: u8, carry: bool) {
        let sum = one.wrapping_add(other).wrapping_add(carry.into());
        prop_assert_eq!(one.sum(other, carry), (sum, carries(one, other, carry)));
        let difference = one.wrapping_sub(other).wrapping_sub(carry.into());
        prop_assert_eq!(one.difference(other, carry), (difference, !carries(one, !other, !carry)));
    }

    #[test]
    fn bits_and_words(one: u8, other: u8, n in 0..8_u32, by: u16) {
        prop_assert_eq!((0..8).map(|n| u8::place(one.bit(n), n)).fold(0, |all, bit| all | bit), one);
        prop_assert_eq!(u8::place(true, n).bit(n), true);
        prop_assert_eq!(u8::place(false, n), 0);
        prop_assert_eq!((u8::select(true, one, other), u8::select(false, one, other)), (one, other));
        prop_assert_eq!(one.is_zero(), one == 0);
        prop_assert_eq!(one.is_even_parity(), (0..8).filter(|n| one.bit(*n)).count() % 2 == 0);
        prop_assert_eq!(u8::split(u8::join(one, other)), (one, other));
        let word = u8::join(one, other);
        prop_assert_eq!(u8::offset(word, by), word.wrapping_add(by));
        let displaced = i32::from(word) + i32::from(one.cast_signed());
        prop_assert_eq!(i32::from(u8::displace(word, one)), displaced & 0xFFFF);
    }
}
