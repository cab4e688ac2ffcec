//! Bits of any kind, so that the cores are compiled once for all: each copy of them takes seconds and much code.
//!
//! A bit-slice, a decision diagram and a wire of a circuit are handles of 32 bits. The lowest one complements the bit. Which of
//! them a [`Handle`] is depends on what runs on this thread.

use std::{
    cell::Cell,
    ops::{BitAnd, BitOr, BitXor, Not},
};

use arcadian_cpu::{Bus, Decide, DomainMap};

use crate::{
    bdd::BddRef,
    bitslice::BitSlice,
    byte::{Byte, ParallelBit, ParallelBus, Word},
};

#[cfg(feature = "circuits")]
use crate::{
    circuit::Wire,
    formula::{self, Formula},
};

/// A bit of the kind that runs on this thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle(u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandleKind {
    /// [`BitSlice`].
    Slices,
    /// [`BddRef`].
    Diagrams,
    /// [`Wire`].
    #[cfg(feature = "circuits")]
    Circuits,
}

thread_local! {
    static KIND: Cell<HandleKind> = const { Cell::new(HandleKind::Slices) };
}

pub(crate) fn with_kind<T>(kind: HandleKind, compute: impl FnOnce() -> T) -> T {
    let before = KIND.replace(kind);
    let result = compute();
    KIND.set(before);
    result
}

pub trait HandleBit: ParallelBit {
    fn kind() -> HandleKind;

    fn to_handle(self) -> Handle;

    fn from_handle(handle: Handle) -> Self;
}

macro_rules! handle_bits {
    ($($bit:ty: $kind:expr),*) => {
        $(impl HandleBit for $bit {
            #[inline(always)]
            fn kind() -> HandleKind {
                $kind
            }

            #[inline(always)]
            fn to_handle(self) -> Handle {
                Handle(self.number())
            }

            #[inline(always)]
            fn from_handle(handle: Handle) -> Self {
                Self::from_number(handle.0)
            }
        })*
    };
}

handle_bits!(BitSlice: HandleKind::Slices, BddRef: HandleKind::Diagrams);

#[cfg(feature = "circuits")]
handle_bits!(Wire: HandleKind::Circuits, Formula: formula_kind());

#[cfg(feature = "circuits")]
fn formula_kind() -> HandleKind {
    if formula::is_circuit() { HandleKind::Circuits } else { HandleKind::Diagrams }
}

/// Computes with bits of the kind that runs on this thread.
macro_rules! dispatch {
    ($($operand:ident),* => $result:expr) => {
        match KIND.get() {
            HandleKind::Slices => {
                $(let $operand = BitSlice::from_handle($operand);)*
                $result.to_handle()
            }
            HandleKind::Diagrams => {
                $(let $operand = BddRef::from_handle($operand);)*
                $result.to_handle()
            }
            #[cfg(feature = "circuits")]
            HandleKind::Circuits => {
                $(let $operand = Wire::from_handle($operand);)*
                $result.to_handle()
            }
        }
    };
}

impl From<bool> for Handle {
    #[inline(always)]
    fn from(value: bool) -> Self {
        // In all kinds.
        Handle(value.into())
    }
}

impl BitAnd for Handle {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        let one = self;
        dispatch!(one, other => one & other)
    }
}

impl BitOr for Handle {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        let one = self;
        dispatch!(one, other => one | other)
    }
}

impl BitXor for Handle {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        let one = self;
        dispatch!(one, other => one ^ other)
    }
}

impl Not for Handle {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        // In all kinds.
        Handle(self.0 ^ 1)
    }
}

impl ParallelBit for Handle {
    fn select(self, set: Self, clear: Self) -> Self {
        let condition = self;
        dispatch!(condition, set, clear => condition.select(set, clear))
    }
}

pub(crate) struct ToHandles;

pub(crate) struct FromHandles;

fn word<A: ParallelBit, B: ParallelBit>(word: Word<A>, byte: impl Fn(Byte<A>) -> Byte<B>) -> Word<B> {
    match word {
        Word::Concrete(value) => Word::Concrete(value),
        Word::Bytes(high, low) => Word::Bytes(byte(high), byte(low)),
    }
}

impl<B: HandleBit> DomainMap<Byte<B>, Byte<Handle>> for ToHandles {
    fn byte(&self, byte: Byte<B>) -> Byte<Handle> {
        Byte(byte.0.map(B::to_handle))
    }

    fn bit(&self, bit: B) -> Handle {
        bit.to_handle()
    }

    fn word(&self, from: Word<B>) -> Word<Handle> {
        word(from, |byte| self.byte(byte))
    }
}

impl<B: HandleBit> DomainMap<Byte<Handle>, Byte<B>> for FromHandles {
    fn byte(&self, byte: Byte<Handle>) -> Byte<B> {
        Byte(byte.0.map(B::from_handle))
    }

    fn bit(&self, bit: Handle) -> B {
        B::from_handle(bit)
    }

    fn word(&self, from: Word<Handle>) -> Word<B> {
        word(from, |byte| self.byte(byte))
    }
}

/// Computes a function of bytes for bits of a kind.
pub fn compute<B: HandleBit>(
    function: fn(&[Byte<Handle>], &mut [Byte<Handle>]),
    input: &[Byte<B>],
    output: &mut [Byte<B>],
) {
    let handles = |bytes: &[Byte<B>]| bytes.iter().map(|byte| ToHandles.byte(*byte)).collect::<Vec<_>>();
    let mut computed = handles(output);
    with_kind(B::kind(), || function(&handles(input), &mut computed));
    output.iter_mut().zip(computed).for_each(|(byte, computed)| *byte = FromHandles.byte(computed));
}

/// A bus as cores on handles need it.
pub(crate) struct HandleBus<'a, B: HandleBit>(pub(crate) &'a mut dyn ParallelBus<Byte<B>>);

/// Translates what a bus returns.
fn to<B: HandleBit>(byte: Byte<B>) -> Byte<Handle> {
    ToHandles.byte(byte)
}

/// Translates what a core gives to a bus.
fn from<B: HandleBit>(byte: Byte<Handle>) -> Byte<B> {
    FromHandles.byte(byte)
}

fn word_from<B: HandleBit>(word: Word<Handle>) -> Word<B> {
    DomainMap::<Byte<Handle>, Byte<B>>::word(&FromHandles, word)
}

impl<B: HandleBit> ParallelBus<Byte<Handle>> for HandleBus<'_, B> {
    fn read(&mut self, address: Word<Handle>) -> Byte<Handle> {
        to(self.0.read(word_from(address)))
    }

    fn write(&mut self, address: Word<Handle>, value: Byte<Handle>) {
        self.0.write(word_from(address), from(value));
    }

    fn peek(&self, address: u16) -> Byte<Handle> {
        to(self.0.peek(address))
    }

    fn fetch(&mut self, address: u16) -> Byte<Handle> {
        to(self.0.fetch(address))
    }

    fn fetch_unused(&mut self, address: u16) {
        self.0.fetch_unused(address);
    }

    fn read_unused(&mut self, address: Word<Handle>) {
        self.0.read_unused(word_from(address));
    }

    fn input(&mut self, port: Word<Handle>) -> Byte<Handle> {
        to(self.0.input(word_from(port)))
    }

    fn output(&mut self, port: Word<Handle>, value: Byte<Handle>) {
        self.0.output(word_from(port), from(value));
    }

    fn unstable(&mut self, typical: Byte<Handle>) -> Byte<Handle> {
        to(self.0.unstable(from(typical)))
    }

    fn refresh(&mut self, counted: Byte<Handle>) -> Byte<Handle> {
        to(self.0.refresh(from(counted)))
    }

    fn decide(&mut self, bit: Handle) -> bool {
        self.0.decide(B::from_handle(bit))
    }

    fn concretize(&mut self, value: Byte<Handle>) -> u8 {
        self.0.concretize(from(value))
    }

    fn concretize_word(&mut self, word: Word<Handle>) -> u16 {
        self.0.concretize_word(word_from(word))
    }
}

/// A bus of handles as the cores need it.
pub(crate) struct ConnectedBus<'a>(pub(crate) &'a mut dyn ParallelBus<Byte<Handle>>);

impl Bus<Byte<Handle>> for ConnectedBus<'_> {
    const SUPPLIES_OPCODES: bool = false;

    fn read(&mut self, address: Word<Handle>) -> Byte<Handle> {
        self.0.read(address)
    }

    fn write(&mut self, address: Word<Handle>, value: Byte<Handle>) {
        self.0.write(address, value);
    }

    fn peek(&self, address: u16) -> Byte<Handle> {
        self.0.peek(address)
    }

    fn fetch(&mut self, address: u16) -> Byte<Handle> {
        self.0.fetch(address)
    }

    fn fetch_unused(&mut self, address: u16) {
        self.0.fetch_unused(address);
    }

    fn read_unused(&mut self, address: Word<Handle>) {
        self.0.read_unused(address);
    }

    fn input(&mut self, port: Word<Handle>) -> Byte<Handle> {
        self.0.input(port)
    }

    fn output(&mut self, port: Word<Handle>, value: Byte<Handle>) {
        self.0.output(port, value);
    }

    fn unstable(&mut self, typical: Byte<Handle>) -> Byte<Handle> {
        self.0.unstable(typical)
    }

    fn refresh(&mut self, counted: Byte<Handle>) -> Byte<Handle> {
        self.0.refresh(counted)
    }
}

impl Decide<Byte<Handle>> for ConnectedBus<'_> {
    fn decide(&mut self, bit: Handle) -> bool {
        self.0.decide(bit)
    }

    fn concretize(&mut self, value: Byte<Handle>) -> u8 {
        self.0.concretize(value)
    }

    fn concretize_word(&mut self, word: Word<Handle>) -> u16 {
        self.0.concretize_word(word)
    }
}
