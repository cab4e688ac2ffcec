//! Tries every answer on independent emulators, iz80 and mos6502.

mod run;
mod world;

use std::collections::BTreeSet;

use arcadian_isa::{Page, Processor, Row};
use arcadian_parallel::{byte::Word, cancellation::is_cancelled, formula::Formula};
use arcadian_peers::{Iz80, Mos6502, Peer as Emulator};

use crate::{
    code::{ADDRESS, Code},
    counterexample::{ExitValue, Group},
    operand::Assignment,
    path::Place,
    random::Random,
    state::{Component, list},
    unknowns::Unknowns,
};
use run::{Ended, run};
use world::{Registers, World};

/// Two parts on an independent emulator.
pub(crate) struct Trial<'a> {
    pub(crate) unknowns: &'a Unknowns,
    pub(crate) old: &'a Code,
    pub(crate) new: &'a Code,
    /// The registers and flags that are compared at the end.
    pub(crate) live: &'a [Component],
    /// Those of them that are not used at some places, of which the emulator knows only the end.
    pub(crate) dead: &'a [(Place, Vec<Component>)],
    /// The registers and flags that are compared before a call.
    pub(crate) all: &'a [Component],
    pub(crate) volatile: Vec<(Word<Formula>, u32)>,
    pub(crate) dead_memory: &'a [u16],
    pub(crate) is_stack_live: bool,
}

/// Differences on the independent emulator.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Observed {
    pub(crate) components: Vec<Component>,
    /// Events, exit or memory.
    pub(crate) others: bool,
    /// The instructions that both parts executed.
    steps: usize,
}

impl Trial<'_> {
    fn processor(&self) -> Processor {
        self.unknowns.entry.processor()
    }

    /// Returns what differs from a state, or `None` if the emulator cannot tell.
    fn observe(&self, peer: &mut Peer, assignment: &Assignment, seed: u64) -> Option<Observed> {
        let cells = self.volatile.iter().map(|(first, bytes)| (assignment.word(*first), *bytes));
        let mut world = World::new(self.unknowns, assignment, seed, cells.collect());
        let mut end = |code| {
            world.begin_run();
            std::mem::swap(&mut peer.world, &mut world);
            let end = run(code, peer, assignment, self.all);
            std::mem::swap(&mut peer.world, &mut world);
            end
        };
        let (old, new) = (end(self.old)?, end(self.new)?);
        Some(Observed { steps: old.steps + new.steps, ..self.difference(&old, &new) })
    }

    fn difference(&self, old: &Ended, new: &Ended) -> Observed {
        let all = Observed { others: true, ..Observed::default() };
        if old.exit != new.exit || old.events != new.events || old.calls.len() != new.calls.len() {
            return all;
        }
        for (old, new) in old.calls.iter().zip(&new.calls) {
            if old.components != new.components || old.memory_differs(new, self.is_stack_live, &[]) {
                return all;
            }
        }
        let values = self.all.iter().zip(old.end.components.iter().zip(&new.end.components));
        let is_dead = |component| {
            let mut after = self.dead.iter().filter(|(place, _)| *place == Place::End);
            old.exit == ExitValue::End && after.any(|(_, dead)| dead.contains(component))
        };
        let components = values.filter(|(component, (old, new))| {
            old != new && self.live.contains(component) && !is_dead(component)
        });
        Observed {
            components: components.map(|(component, _)| *component).collect(),
            others: old.end.memory_differs(&new.end, self.is_stack_live, self.dead_memory),
            steps: 0,
        }
    }

    /// Returns whether the emulator shows the difference of a counterexample.
    pub(crate) fn confirms(&self, assignment: &Assignment) -> Result<(), String> {
        match self.observe(&mut Peer::new(self.processor()), assignment, 1) {
            Some(observed) if !observed.others && observed.components.is_empty() => {
                Err("an independent emulator shows no difference from the state found".to_owned())
            }
            // What the emulator cannot tell it does not contradict.
            _ => Ok(()),
        }
    }

    /// Looks for a state in a mask in which memory, exit or events differ, after as few instructions as possible. What can be 0
    /// is 0.
    pub(crate) fn search(&self, mask: Formula, count: usize, groups: &[Group]) -> Option<Assignment> {
        let mut random = Random::new(1976);
        let mut peer = Peer::new(self.processor());
        let found = (0..count).take_while(|_| !is_cancelled()).filter_map(|_| {
            let assignment = self.unknowns.random(&mut random);
            let seed = random.next();
            let is_allowed = mask.evaluate(&assignment.0);
            let observed = if is_allowed { self.observe(&mut peer, &assignment, seed) } else { None };
            observed.filter(|observed| observed.others).map(|observed| (observed.steps, assignment, seed))
        });
        let (_, found, seed) = found.min_by_key(|(steps, ..)| *steps)?;
        Some(self.simplified(found, seed, mask, groups))
    }

    /// Sets each group to 0 without which the difference is still there.
    fn simplified(&self, found: Assignment, seed: u64, mask: Formula, groups: &[Group]) -> Assignment {
        let mut peer = Peer::new(self.processor());
        groups.iter().take_while(|_| !is_cancelled()).fold(found, |found, group| {
            let mut simpler = Assignment(found.0.clone());
            simpler.clear(&group.variables());
            let is_allowed = mask.evaluate(&simpler.0);
            if is_allowed && self.differs(&mut peer, &simpler, seed) { simpler } else { found }
        })
    }

    /// Returns the variables of the groups without which a difference seems not to be there: it disappears with another value.
    pub(crate) fn needed(&self, assignment: &Assignment, groups: &[Group]) -> BTreeSet<usize> {
        const TRIED: usize = 4;
        let mut random = Random::new(1978);
        let mut peer = Peer::new(self.processor());
        let mut needed = BTreeSet::new();
        for group in groups.iter().take_while(|_| !is_cancelled()) {
            let variables = group.variables();
            let has_other = (0..TRIED).all(|_| {
                let mut other = Assignment(assignment.0.clone());
                other.set_all(&variables, &mut random);
                self.differs(&mut peer, &other, random.next())
            });
            if !has_other {
                needed.extend(variables);
            }
        }
        needed
    }

    fn differs(&self, peer: &mut Peer, assignment: &Assignment, seed: u64) -> bool {
        self.observe(peer, assignment, seed).is_some_and(|observed| observed.others)
    }

    /// Tries random and directed states in which only some registers and flags may differ.
    pub(crate) fn agrees(&self, dead: &[Component], mask: Formula, count: usize) -> Result<(), String> {
        let mut random = Random::new(1982);
        let mut peer = Peer::new(self.processor());
        for _ in (0..count).take_while(|_| !is_cancelled()) {
            let assignment = self.unknowns.random(&mut random);
            if !mask.evaluate(&assignment.0) {
                continue;
            }
            let Some(observed) = self.observe(&mut peer, &assignment, random.next()) else { continue };
            if observed.others {
                return Err("an independent emulator shows a difference in memory, exit or events".to_owned());
            }
            let unexpected: Vec<_> =
                observed.components.into_iter().filter(|component| !dead.contains(component)).collect();
            if !unexpected.is_empty() {
                let names = list(self.processor(), &unexpected);
                return Err(format!("an independent emulator shows a difference in {names}"));
            }
        }
        Ok(())
    }
}

/// The flag D in P.
const DECIMAL: u8 = 8;

/// An independent emulator, and what is around it.
pub(super) struct Peer {
    emulator: Box<dyn Emulator>,
    world: World,
    processor: Processor,
}

impl Peer {
    pub(super) fn new(processor: Processor) -> Self {
        let emulator: Box<dyn Emulator> = match Iz80::new(processor) {
            Some(cpu) => Box::new(cpu),
            None => Box::new(Mos6502::default()),
        };
        Peer { emulator, world: World::default(), processor }
    }

    pub(super) fn set_registers(&mut self, registers: &Registers) {
        self.emulator.set(registers);
    }

    pub(super) fn registers(&self) -> Registers {
        self.emulator.registers()
    }

    pub(super) fn stack(&self) -> u16 {
        self.emulator.stack()
    }

    pub(super) fn set_stack(&mut self, pointer: u16) {
        self.emulator.set_stack(pointer);
    }

    /// Executes the instruction that the world holds. Returns the address of the next one.
    pub(super) fn step(&mut self) -> Option<u16> {
        self.emulator.set_pc(ADDRESS);
        self.emulator.step(&mut self.world).then(|| self.emulator.pc())
    }

    /// Returns whether it executes an opcode as the chip does; `with_undocumented` includes the undocumented flags.
    pub(super) fn knows(&self, row: &Row, with_undocumented: bool) -> bool {
        match self.processor {
            // It exchanges with the stack in another order of accesses.
            Processor::I8080 | Processor::Z80
                if self.world.has_volatile_cells() && exchanges_with_stack(row) =>
            {
                false
            }
            Processor::I8080 => !is_wrong_in_iz80(row),
            Processor::Z80 => {
                let is_wrong = with_undocumented && has_wrong_undocumented_flags(row);
                !is_wrong && !is_wrong_in_iz80(row)
            }
            // It does not read for NOP with an operand.
            Processor::Mos6502 if row.mnemonic == "NOP" && row.length > 1 => false,
            // Nor does it perform dummy reads, and it writes once where the chip writes twice.
            Processor::Mos6502 if self.world.has_volatile_cells() && has_extra_access(row) => false,
            Processor::Mos6502 if row.mnemonic == "JAM" => false,
            // SHA, TAS, SHY, SHX, LXA and XAA depend on the chip; ARR ignores D.
            Processor::Mos6502 => {
                let is_decimal = self.emulator.get("P").is_some_and(|flags| flags & DECIMAL != 0);
                !(is_decimal && matches!(row.mnemonic, "ADC" | "SBC" | "RRA" | "ISC" | "ARR"))
            }
        }
    }
}

/// Returns whether the 6502 accesses memory more often than its operation needs.
fn has_extra_access(row: &Row) -> bool {
    use arcadian_isa::CycleKind::{Top, Uncarried, Unindexed, WriteBack};
    [Top, Uncarried, Unindexed, WriteBack].iter().any(|kind| row.bus.has(*kind))
}

/// XTHL, EX (SP),HL and EX (SP),IX.
fn exchanges_with_stack(row: &Row) -> bool {
    row.opcode == 0xE3 && matches!(row.page, Page::I8080 | Page::Z80 | Page::Dd | Page::Fd)
}

/// SCF and CCF take X and Y from Q too, BIT n,(HL) takes them from WZ.
fn has_wrong_undocumented_flags(row: &Row) -> bool {
    matches!(row.mnemonic, "SCF" | "CCF" | "BIT")
}

/// Returns whether iz80 0.5.1 is wrong about an instruction, as the tests of the cores have found: flags of `LD A,I` and `LD A,R`,
/// RETI without a copy of IFF2, block input and output, and the undocumented forms of shifts and bit operations on (IX+d).
fn is_wrong_in_iz80(row: &Row) -> bool {
    match row.page {
        Page::Ed => matches!(row.opcode, 0x57 | 0x5F) || row.mnemonic == "RETI" || row.opcode & 0xE6 == 0xA2,
        Page::DdCb | Page::FdCb => row.opcode & 7 != 6,
        _ => false,
    }
}
