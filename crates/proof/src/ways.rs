//! Many machines on their ways through a routine.
//!
//! All begin as one group. Where a value sends some of them another way, the group parts; where groups stand at the
//! same instruction with the same stack pointer again, they become one. To make them meet, the group deepest in the
//! stack goes first, of these the one at the lowest address: whoever is ahead in a subroutine, a loop or an IF waits behind
//! it for the others.

use std::collections::BTreeMap;

use arcadian_cpu::{Core, Ran, Register};
use arcadian_machine::Addresses;

use crate::{bits::Set, many::Many, memory::Memory};

/// Machines that stand at the same instruction.
pub(crate) struct Group<C, D: Many> {
    pub(crate) core: C,
    pub(crate) who: D::Bit,
    /// What it took so far. Machines that came together may have taken different ways.
    pub(crate) took: Vec<(Ran, D::Bit)>,
}

/// Where the machines arrived.
pub(crate) enum Arrival<C, D: Many> {
    /// At the end of their ways: those who came back, and those who did not.
    There(Vec<Group<C, D>>, D::Bit),
    /// Nowhere: memory must be restored and the run begun again; the place where they parted is now known.
    Again,
    /// Nowhere: the domain has become too large.
    TooLarge,
}

/// Leads machines on their ways.
pub(crate) struct Guide {
    /// What is known of addresses: [`PARTING`], [`NOWHERE`].
    marks: Vec<u8>,
    /// Instructions that each machine may take.
    limit: u64,
    /// Where returns go.
    home: u16,
}

/// Machines are known to part here. Elsewhere they run without being watched.
const PARTING: u8 = 1;
/// No code is here: who comes here is lost.
const NOWHERE: u8 = 2;

/// So many instructions are done at a time, so that what they leave behind can be tidied up.
const STRETCH: u64 = 128;

/// Stack pointer and program counter: the group with the least goes first.
type Turn = (u16, u16);

type Groups<C, D> = BTreeMap<Turn, Vec<Group<C, D>>>;

/// More groups than this at a time are too many.
const MOST_GROUPS: usize = 4096;

impl Guide {
    /// One who watches every step.
    pub(crate) fn watchful(limit: u64, home: u16, code: &Addresses) -> Self {
        let mut guide = Self::learning(limit, home, code);
        guide.marks.iter_mut().for_each(|mark| *mark |= PARTING);
        guide
    }

    /// One who learns where machines part.
    pub(crate) fn learning(limit: u64, home: u16, code: &Addresses) -> Self {
        let mark = |address| if code.contains(address) { 0 } else { NOWHERE };
        Guide { marks: (0..=0xFFFF).map(mark).collect(), limit, home }
    }

    fn is(&self, mark: u8, address: u16) -> bool {
        self.marks[usize::from(address)] & mark != 0
    }

    /// Leads a group until all are back or can go no further.
    pub(crate) fn lead<D: Many, C: Core<D>>(
        &mut self,
        memory: &mut Memory<D>,
        start: Group<C, D>,
    ) -> Arrival<C, D> {
        let mark = D::Bit::mark();
        let mut groups = BTreeMap::from([(start.turn(), vec![start])]);
        let mut lost = D::Bit::from(false);
        let mut back: Vec<Group<C, D>> = Vec::new();
        while let Some(mut group) = next(&mut groups) {
            memory.begin(group.who);
            if !groups.is_empty() || self.is(PARTING, group.core.pc()) {
                let before = group.core;
                let step = group.core.step(memory);
                add(&mut group.took, Ran { instructions: 1, cycles: step.cycles.into(), accesses: 0 });
                if let Some((stay, leave)) = memory.parted() {
                    self.marks[usize::from(before.pc())] |= PARTING;
                    stand(&mut groups, group.part(before, leave, step.cycles));
                    group.who = stay;
                }
            } else {
                let (marks, home) = (&self.marks, self.home);
                let left = self.limit.saturating_sub(most(&group.took)).clamp(1, STRETCH);
                let ran = group.core.run(memory, left, |pc| pc == home || marks[usize::from(pc)] != 0);
                if memory.parted().is_some() {
                    self.marks[usize::from(memory.fetched)] |= PARTING;
                    return Arrival::Again;
                }
                add(&mut group.took, ran);
            }
            if memory.torn || groups.len() > MOST_GROUPS || D::Bit::is_exhausted() {
                return Arrival::TooLarge;
            }
            if group.core.pc() == self.home {
                meet(&mut back, group);
            } else if group.core.is_halted()
                || self.is(NOWHERE, group.core.pc())
                || most(&group.took) >= self.limit
            {
                lost = lost | group.who;
            } else {
                stand(&mut groups, group);
            }
            if D::Bit::is_crowded() {
                let on_their_way = groups.values().flatten().chain(&back).flat_map(Group::bits);
                D::Bit::tidy(mark, on_their_way.chain(memory.bits()).chain([lost]));
            }
        }
        Arrival::There(back, lost)
    }
}

/// Lets a group stand with others that stand where it stands: it becomes one with one of them if it can.
fn meet<D: Many, C: Core<D>>(others: &mut Vec<Group<C, D>>, group: Group<C, D>) {
    let apart = others.iter_mut().try_fold(group, |group, other| other.join(group));
    others.extend(apart);
}

fn stand<D: Many, C: Core<D>>(groups: &mut Groups<C, D>, group: Group<C, D>) {
    meet(groups.entry(group.turn()).or_default(), group);
}

/// Takes out the group whose turn it is.
fn next<D: Many, C: Core<D>>(groups: &mut Groups<C, D>) -> Option<Group<C, D>> {
    let mut first = groups.first_entry()?;
    let group = first.get_mut().pop();
    if first.get().is_empty() {
        first.remove();
    }
    group
}

fn add<B>(took: &mut [(Ran, B)], ran: Ran) {
    took.iter_mut().for_each(|(took, _)| *took = *took + ran);
}

fn most<B>(took: &[(Ran, B)]) -> u64 {
    took.iter().map(|(ran, _)| ran.instructions).max().unwrap_or(0)
}

impl<D: Many, C: Core<D>> Group<C, D> {
    /// A group at the beginning of its way.
    pub(crate) fn new(core: C, who: D::Bit) -> Self {
        Group { core, who, took: vec![(Ran::default(), who)] }
    }

    /// The bits of everything in it.
    fn bits(&self) -> impl Iterator<Item = D::Bit> {
        let words = registers::<D, C>().map(|register| D::split((register.get)(&self.core)));
        let bytes = words.flat_map(|(high, low)| [high, low]).flat_map(D::bits);
        bytes.chain(self.took.iter().map(|(_, who)| *who)).chain([self.who])
    }

    fn turn(&self) -> Turn {
        (D::agreed_word(self.core.stack(), self.who).unwrap_or(0), self.core.pc())
    }

    /// The machines that were left behind by an instruction, and stand where they stood before it.
    fn part(&mut self, core: C, who: D::Bit, cycles: u32) -> Self {
        let mut took = self.took.clone();
        for (ran, part) in &mut took {
            ran.instructions -= 1;
            ran.cycles -= u64::from(cycles);
            *part = *part & who;
        }
        took.retain(|(_, part)| *part != false.into());
        self.took.iter_mut().for_each(|(_, part)| *part = *part & !who);
        self.took.retain(|(_, part)| *part != false.into());
        Group { core, who, took }
    }

    /// Takes another group in. If the two are in different states that no register tells, the other comes back.
    fn join(&mut self, other: Self) -> Option<Self> {
        let mut core = self.core;
        for register in registers::<D, C>() {
            let (high, low) = D::split((register.get)(&self.core));
            let (other_high, other_low) = D::split((register.get)(&other.core));
            let high = D::select(other.who, other_high, high);
            (register.set)(&mut core, D::join(high, D::select(other.who, other_low, low)));
        }
        if !same_beside_registers(core, other.core) {
            return Some(other);
        }
        self.core = core;
        self.who = self.who | other.who;
        for (ran, part) in other.took {
            match self.took.iter_mut().find(|(own, _)| *own == ran) {
                Some((_, own)) => *own = *own | part,
                None => self.took.push((ran, part)),
            }
        }
        None
    }
}

/// Those of which the others are made.
fn registers<D: Many, C: Core<D>>() -> impl Iterator<Item = &'static Register<C, D>> {
    C::REGISTERS.iter().filter(|register| register.bits == 8 || register.name == "SP")
}

fn same_beside_registers<D: Many, C: Core<D>>(mut one: C, other: C) -> bool {
    for register in C::REGISTERS {
        (register.set)(&mut one, (register.get)(&other));
    }
    one == other
}
