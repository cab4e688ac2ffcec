//! Bits of many machines side by side, with small numbers for names.
//!
//! A core moves its values far more often than it computes with them, so a bit is a plain number, as in `diagrams`. What
//! it stands for, a bit of each machine, is in a table of the thread. A shift, a copy or a mask touches no plane.

use std::{
    array::from_fn,
    cell::RefCell,
    ops::{BitAnd, BitOr, BitXor, Not},
};

use crate::bits::Set;

/// How many machines go in step at most: enough of them to make little of what each instruction costs once.
pub const LANES: usize = 64 * WORDS;

const WORDS: usize = 64;

/// A bit of each machine; of the first in bit 0 of the first word.
pub(crate) type Words = [u64; WORDS];

/// A bit of each machine by its name: twice the number of a plane, and one more if it is the plane's opposite.
///
/// In the table the first machine's bit is clear. So what is the same in all machines is never kept: it is 0 or 1, and
/// nothing else is. Beyond that, equal names are equal bits, but not the other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plane(u32);

/// So many planes are no reason to look for some that nobody needs: they fit the host's second cache.
const FEW: usize = 2048;

struct Table {
    /// Words of a plane that are in use.
    width: usize,
    /// The first one is clear.
    planes: Vec<Words>,
    /// So many of them have names, but for those that are free again.
    named: usize,
    free: Vec<usize>,
    /// With so many it is time to tidy.
    many: usize,
}

/// All ones or all zeros.
fn fill(bit: u64) -> u64 {
    0_u64.wrapping_sub(bit & 1)
}

impl Table {
    fn new() -> Self {
        Table { width: WORDS, planes: vec![[0; WORDS]], named: 1, free: Vec::new(), many: FEW }
    }

    /// The number of a plane that may be overwritten.
    fn place(&mut self) -> usize {
        let place = self.free.last().copied().unwrap_or(self.named);
        if place == self.planes.len() {
            self.planes.push([0; WORDS]);
        }
        place
    }

    /// Names what was written to that plane; `any` has all its bits.
    fn name(&mut self, place: usize, any: u64) -> Plane {
        if any == 0 {
            return Plane::CLEAR;
        }
        if self.free.pop().is_none() {
            self.named += 1;
        }
        Plane((place as u32) << 1)
    }

    /// An operation on two planes, not on their opposites, that gives 0 for 0 and 0.
    fn combine(&mut self, one: Plane, other: Plane, operation: impl Fn(u64, u64) -> u64) -> Plane {
        let place = self.place();
        // A name of another thread can only come from a bit kept too long; it means nothing here.
        let Ok([into, one, other]) = self.planes.get_disjoint_mut([place, one.number(), other.number()])
        else {
            return Plane::CLEAR;
        };
        let mut any = 0;
        for ((into, one), other) in into[..self.width].iter_mut().zip(one).zip(other) {
            *into = operation(*one, *other);
            any |= *into;
        }
        self.name(place, any)
    }

    fn keep(&mut self, words: Words) -> Plane {
        let place = self.place();
        let opposite = fill(words[0]);
        self.planes[place] = words.map(|word| word ^ opposite);
        let any = self.planes[place].iter().take(self.width).fold(0, |any, word| any | word);
        self.name(place, any).turned(opposite)
    }

    fn words(&self, plane: Plane) -> Words {
        let mut words = self.planes.get(plane.number()).copied().unwrap_or([0; WORDS]);
        words.iter_mut().for_each(|word| *word ^= fill(plane.0.into()));
        words[self.width..].fill(0);
        words
    }

    fn tidy(&mut self, floor: usize, live: impl Iterator<Item = Plane>) {
        let mut needed = vec![false; self.named];
        needed.iter_mut().take(floor).for_each(|needed| *needed = true);
        for plane in live {
            if let Some(needed) = needed.get_mut(plane.number()) {
                *needed = true;
            }
        }
        self.free = (0..self.named).rev().filter(|place| !needed[*place]).collect();
        self.many = FEW + 2 * (self.named - self.free.len());
    }

    fn release(&mut self, floor: usize) {
        self.named = floor;
        self.free.clear();
        self.many = FEW;
    }
}

thread_local! {
    static TABLE: RefCell<Table> = RefCell::new(Table::new());
}

fn with<R>(act: impl FnOnce(&mut Table) -> R) -> R {
    TABLE.with(|table| act(&mut table.borrow_mut()))
}

/// Begins to work with so many machines, but at least one and at most [`LANES`]. Planes named before are forgotten.
pub(crate) fn begin(machines: u64) {
    with(|table| {
        table.release(1);
        table.width = machines.div_ceil(64).clamp(1, WORDS as u64) as usize;
    });
}

/// Forgets all planes named since the [`Set::mark`] that gave this number.
pub(crate) fn release(mark: usize) {
    with(|table| table.release(mark));
}

impl Plane {
    const CLEAR: Plane = Plane(0);
    const SET: Plane = Plane(1);

    fn number(self) -> usize {
        self.0 as usize >> 1
    }

    fn is_opposite(self) -> bool {
        self.0 & 1 != 0
    }

    /// It, or its opposite if bit 0 of a number is set.
    fn turned(self, opposite: u64) -> Self {
        Plane(self.0 ^ (opposite & 1) as u32)
    }

    /// The bits of the machines; clear where there is none.
    pub(crate) fn words(self) -> Words {
        with(|table| table.words(self))
    }

    /// These bits of the machines.
    pub(crate) fn of_words(word: impl FnMut(usize) -> u64) -> Self {
        let words = from_fn(word);
        with(|table| table.keep(words))
    }

    /// Where a function of the lane is true.
    pub(crate) fn from_fn(condition: impl Fn(usize) -> bool) -> Self {
        Plane::of_words(|word| {
            (0..64).rev().fold(0, |bits, n| bits << 1 | u64::from(condition(64 * word + n)))
        })
    }

    /// A bit of the lane's own number.
    pub(crate) fn of_lane_bit(n: usize) -> Self {
        const WITHIN: [u64; 6] = [
            0xAAAA_AAAA_AAAA_AAAA,
            0xCCCC_CCCC_CCCC_CCCC,
            0xF0F0_F0F0_F0F0_F0F0,
            0xFF00_FF00_FF00_FF00,
            0xFFFF_0000_FFFF_0000,
            0xFFFF_FFFF_0000_0000,
        ];
        match WITHIN.get(n) {
            Some(within) => Plane::of_words(|_| *within),
            None => Plane::of_words(|word| fill((word >> (n - WITHIN.len())) as u64)),
        }
    }

    /// The lanes where it is set.
    pub(crate) fn lanes(self) -> impl Iterator<Item = usize> {
        self.words().into_iter().enumerate().flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                let lane = (bits != 0).then(|| 64 * word + bits.trailing_zeros() as usize);
                bits &= bits.wrapping_sub(1);
                lane
            })
        })
    }

    /// The first lane where it is set.
    pub(crate) fn first(self) -> Option<usize> {
        self.lanes().next()
    }
}

impl Set for Plane {
    fn mark() -> usize {
        with(|table| table.named)
    }

    fn is_crowded() -> bool {
        with(|table| table.named - table.free.len() > table.many)
    }

    fn tidy(mark: usize, live: impl Iterator<Item = Self>) {
        let live: Vec<_> = live.collect();
        with(|table| table.tidy(mark, live.into_iter()));
    }
}

impl From<bool> for Plane {
    #[inline(always)]
    fn from(bit: bool) -> Self {
        Plane(bit.into())
    }
}

impl Not for Plane {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Plane(self.0 ^ 1)
    }
}

impl BitAnd for Plane {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        match (self, other) {
            (Plane::CLEAR, _) | (_, Plane::CLEAR) => Plane::CLEAR,
            (Plane::SET, plane) | (plane, Plane::SET) => plane,
            _ if self == other => self,
            _ if self == !other => Plane::CLEAR,
            _ => with(|table| match (self.is_opposite(), other.is_opposite()) {
                (false, false) => table.combine(self, other, |one, other| one & other),
                (false, true) => table.combine(self, other, |one, other| one & !other),
                (true, false) => table.combine(self, other, |one, other| !one & other),
                (true, true) => !table.combine(self, other, |one, other| one | other),
            }),
        }
    }
}

impl BitOr for Plane {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        !(!self & !other)
    }
}

impl BitXor for Plane {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        match (self, other) {
            (Plane::CLEAR, plane) | (plane, Plane::CLEAR) => plane,
            (Plane::SET, plane) | (plane, Plane::SET) => !plane,
            _ if self.number() == other.number() => Plane::from(self != other),
            _ => {
                let turned = (self.0 ^ other.0).into();
                with(|table| table.combine(self, other, |one, other| one ^ other)).turned(turned)
            }
        }
    }
}
