//! Compares what two parts do.

use arcadian_cpu::Domain;
use arcadian_isa::Processor;
use arcadian_parallel::{
    byte::ParallelBit,
    byte::Word,
    domain::ParallelDomain,
    formula::{Formula, FormulaByte},
};

use crate::{
    path::{Callee, End, Event, Exit, Path, Place},
    reason::is_stopped,
    state::Component,
    unknowns::Unknowns,
};

/// Kind of a difference that counts whatever is dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Aspect {
    /// The events that ports, volatile cells and called routines see.
    Events,
    Exit,
    Memory,
}

/// For what differs between two parts: the states on entry from which it does.
pub(crate) struct Differences {
    /// The states from which the parts continue at different places.
    pub(crate) exit: Formula,
    /// Outside something else is observed.
    pub(crate) events: Formula,
    pub(crate) memory: Formula,
    pub(crate) components: Vec<(Component, Formula)>,
}

/// Comparison of two parts, with the registers, flags and memory that are compared.
pub(crate) struct Comparer<'a> {
    pub(crate) unknowns: &'a mut Unknowns,
    pub(crate) processor: Processor,
    /// The registers and flags that are compared at the end.
    pub(crate) live: &'a [Component],
    /// The registers and flags that are compared before a call.
    pub(crate) all: &'a [Component],
    /// The registers and flags that are not used at some of the places where the parts continue.
    pub(crate) dead: &'a [(Place<Word<Formula>>, Vec<Component>)],
    /// Where the last instruction of the old part jumps or returns to.
    pub(crate) last: Vec<Exit>,
    /// The addresses of bytes that are not compared at the end.
    pub(crate) dead_memory: &'a [u16],
    /// Whether memory below the stack pointers is compared.
    pub(crate) is_stack_live: bool,
}

/// The fewest and the most cycles: of the differences, old minus new, and of both parts.
#[derive(Clone, Copy)]
pub(crate) struct Costs {
    pub(crate) saved: (i64, i64),
    pub(crate) parts: [(u64, u64); 2],
}

impl Differences {
    /// Returns the first that matters whatever is dead, and its states; or, if only registers and flags differ, the states in
    /// which they do.
    pub(crate) fn first(&self) -> (Option<Aspect>, Formula) {
        let aspects =
            [(Aspect::Events, self.events), (Aspect::Exit, self.exit), (Aspect::Memory, self.memory)];
        let first = aspects.into_iter().find(|(_, states)| !states.is_never());
        first.map_or_else(
            || (None, self.components.iter().fold(Formula::FALSE, |any, (_, states)| any | *states)),
            |(aspect, states)| (Some(aspect), states),
        )
    }

    /// Returns the states in which anything differs.
    pub(crate) fn all(&self) -> Formula {
        let components = self.components.iter().fold(Formula::FALSE, |any, (_, states)| any | *states);
        self.events | self.exit | self.memory | components
    }

    /// Returns the registers and flags that differ from some state.
    pub(crate) fn dead(&self) -> Vec<Component> {
        let differing = self.components.iter().filter(|(_, states)| !states.is_never());
        differing.map(|(component, _)| *component).collect()
    }
}

impl Comparer<'_> {
    pub(crate) fn compare(&mut self, old: &[End], new: &[End]) -> (Differences, Option<Costs>) {
        let mut differences = Differences {
            exit: Formula::FALSE,
            events: Formula::FALSE,
            memory: Formula::FALSE,
            components: self.live.iter().map(|component| (*component, Formula::FALSE)).collect(),
        };
        let mut costs = None;
        for old in old {
            for new in new {
                if is_stopped() {
                    return (differences, None);
                }
                let mask = old.path.mask & new.path.mask;
                if mask.is_never() {
                    continue;
                }
                add_costs(&mut costs, old, new, mask);
                self.compare_ends(old, new, mask, &mut differences);
            }
        }
        let count = |ends: &[End]| ends.iter().map(|end| end.path.costs.len()).max().unwrap_or(0);
        let is_known = count(old) * count(new) <= MAX_COST_PAIRS;
        (differences, costs.filter(|_| is_known))
    }

    fn compare_ends(&mut self, old: &End, new: &End, mask: Formula, differences: &mut Differences) {
        let events = mask & self.events_differ(&old.path, &new.path, mask);
        differences.events = differences.events | events;
        let mask = mask & !events;
        let exit = mask & exits_differ(old.exit, new.exit);
        differences.exit = differences.exit | exit;
        let mask = mask & !exit;
        if mask == Formula::FALSE || old.exit == Exit::Stop {
            return;
        }
        differences.memory = differences.memory | self.memory_differs_at_end(&old.path, &new.path, mask);
        let dead = self.dead_after(old);
        for (component, differs) in &mut differences.components {
            if dead.contains(component) {
                continue;
            }
            *differs = *differs | mask & component_differs(*component, &old.path, &new.path);
        }
    }

    /// Returns the registers and flags that are not used where the old part continues.
    pub(crate) fn dead_after(&self, end: &End) -> Vec<Component> {
        let is_at = |place: &Place<Word<Formula>>| matches!(place, Place::Label(label) if end.exit == Exit::Jump(*label));
        let is_at_label = self.dead.iter().any(|(place, _)| is_at(place));
        let is_there = |place: &Place<Word<Formula>>| match place {
            Place::Label(_) => is_at(place),
            Place::Else => !is_at_label,
            Place::End => end.exit == Exit::End,
            Place::Last => end.exit == Exit::End || self.last.contains(&end.exit),
        };
        let there = self.dead.iter().filter(|(place, _)| is_there(place));
        there.flat_map(|(_, dead)| dead.iter().copied()).collect()
    }

    fn events_differ(&mut self, old: &Path, new: &Path, mask: Formula) -> Formula {
        if old.events.len() != new.events.len() {
            return Formula::TRUE;
        }
        let pairs = old.events.iter().zip(&new.events);
        pairs.fold(Formula::FALSE, |differs, (old, new)| {
            if mask & !differs == Formula::FALSE {
                differs
            } else {
                differs | self.event_differs(old, new, mask & !differs)
            }
        })
    }

    fn event_differs(&mut self, old: &Event, new: &Event, mask: Formula) -> Formula {
        match (old, new) {
            (Event::Input(old), Event::Input(new)) | (Event::Read(old), Event::Read(new)) => {
                !FormulaByte::words_equal(*old, *new)
            }
            (Event::Output(address, old), Event::Output(other, new))
            | (Event::Write(address, old), Event::Write(other, new)) => {
                !FormulaByte::words_equal(*address, *other) | !old.equals(*new)
            }
            (Event::Call(old_callee, old), Event::Call(new_callee, new)) => {
                let differs = callees_differ(*old_callee, *new_callee);
                let ignored =
                    old_callee.routine(self.unknowns).map_or(Vec::new(), |known| known.ignores.clone());
                let seen = self.all.iter().filter(|component| !ignored.contains(component));
                let registers = seen.map(|component| component_differs(*component, old, new));
                let differs = registers.fold(differs, |any, bit| any | bit);
                differs | self.memory_differs(old, new, mask)
            }
            _ => Formula::TRUE,
        }
    }

    /// Returns where memory differs at the end: except in bytes that are not used afterwards.
    fn memory_differs_at_end(&mut self, old: &Path, new: &Path, mask: Formula) -> Formula {
        let is_dead = |address: &Word<Formula>, dead: &[u16]| {
            FormulaByte::constant_word(*address, mask).is_some_and(|address| dead.contains(&address))
        };
        let differences = self.memory_differences(old, new, mask);
        let live = differences.into_iter().filter(|(address, _)| !is_dead(address, self.dead_memory));
        live.fold(Formula::FALSE, |any, (_, differs)| any | differs)
    }

    fn memory_differs(&mut self, old: &Path, new: &Path, mask: Formula) -> Formula {
        let differences = self.memory_differences(old, new, mask);
        differences.into_iter().fold(Formula::FALSE, |any, (_, differs)| any | differs)
    }

    /// Returns the addresses at which memory can differ, those that a part wrote, with the states in which it does.
    pub(crate) fn memory_differences(
        &mut self,
        old: &Path,
        new: &Path,
        mask: Formula,
    ) -> Vec<(Word<Formula>, Formula)> {
        let free = self.free_stacks(old, new, mask);
        let mut addresses = old.memory.written();
        addresses
            .extend(new.memory.written().into_iter().filter(|address| !old.memory.has_written(*address)));
        // A called routine does not look at the return addresses of the part.
        let is_return =
            |address| old.has_return_address_at(address, mask) && new.has_return_address_at(address, mask);
        addresses.retain(|address| !is_return(*address));
        let mut differences = Vec::new();
        for address in addresses {
            if is_stopped() {
                break;
            }
            let is_free = self.is_free(address, &free);
            if is_free.constant(mask) == Some(true) {
                continue;
            }
            let one = old.memory.read(address, mask, self.unknowns);
            let other = new.memory.read(address, mask, self.unknowns);
            let differs = mask & !one.equals(other);
            if differs != Formula::FALSE {
                differences.push((address, differs & !is_free));
            }
        }
        differences
    }

    /// Returns the stack pointers of both parts with what is known of the number of bytes below each that the parts have used as a
    /// stack.
    fn free_stacks(&self, old: &Path, new: &Path, mask: Formula) -> [FreeStack; 2] {
        [old, new].map(|path| {
            let pointer = path.core.stack();
            let mut free = FreeStack { pointer, depth: 0, used: Vec::new() };
            if self.is_stack_live {
                return free;
            }
            for used in old.stacks.iter().chain(&new.stacks) {
                let distance = self.stack_distance(pointer, *used);
                match FormulaByte::constant_word(distance, mask) {
                    Some(distance) => {
                        free.depth = free.depth.max(u16::try_from(distance.cast_signed()).unwrap_or(0));
                    }
                    None if !free.used.contains(&distance) => free.used.push(distance),
                    None => {}
                }
            }
            free
        })
    }

    /// Returns the distance from a stack pointer down to another, as a word with a sign.
    fn stack_distance(&self, pointer: Word<Formula>, used: Word<Formula>) -> Word<Formula> {
        match self.processor {
            Processor::Mos6502 => {
                let (one, other) = (FormulaByte::split(pointer).1, FormulaByte::split(used).1);
                let distance = one.difference(other, false.into()).0;
                FormulaByte::join(
                    FormulaByte::select(distance.bit(7), FormulaByte::from(0xFF), FormulaByte::from(0)),
                    distance,
                )
            }
            _ => FormulaByte::words_difference(pointer, used),
        }
    }

    /// Returns where an address is one of the bytes below both stack pointers that the parts have used as a stack: nothing is on
    /// either stack there.
    fn is_free(&self, address: Word<Formula>, [old, new]: &[FreeStack; 2]) -> Formula {
        let is_free = self.is_below(address, old);
        if old == new || is_free == Formula::FALSE {
            return is_free;
        }
        is_free & self.is_below(address, new)
    }

    /// Returns where an address is one of the free bytes below a stack pointer.
    fn is_below(&self, address: Word<Formula>, free: &FreeStack) -> Formula {
        if free.depth == 0 && free.used.is_empty() {
            return Formula::FALSE;
        }
        // On the 6502 the byte at the stack pointer is the first free one.
        let (distance, is_in_stack) = match self.processor {
            Processor::Mos6502 => {
                let ((high, low), (_, pointer)) =
                    (FormulaByte::split(address), FormulaByte::split(free.pointer));
                let distance = pointer.difference(low, false.into()).0;
                (FormulaByte::join(FormulaByte::from(0), distance), high.equals(FormulaByte::from(1)))
            }
            _ => {
                let first = FormulaByte::offset(address, 1);
                (FormulaByte::words_difference(free.pointer, first), Formula::TRUE)
            }
        };
        let is_near = FormulaByte::word_is_below(distance, free.depth.into());
        // How deep the other pointers are below this one depends on the state: not at all where the distance is negative.
        let is_near = free.used.iter().fold(is_near, |any, depth| {
            let (high, low) = FormulaByte::split(*depth);
            let (own_high, own_low) = FormulaByte::split(distance);
            let borrow = own_low.difference(low, false.into()).1.bit(7);
            any | own_high.difference(high, borrow).1.bit(7) & !high.bit(7)
        });
        is_in_stack & is_near
    }
}

/// The bytes below a stack pointer that the parts have used as a stack.
#[derive(PartialEq, Eq)]
struct FreeStack {
    pointer: Word<Formula>,
    /// Their number in every state.
    depth: u16,
    /// Distances down to other stack pointers that depend on the state.
    used: Vec<Word<Formula>>,
}

/// The number of pairs of costs of two merged paths up to which it is decided which of them occur together.
const MAX_COST_PAIRS: usize = 100;

/// Adds the cycles in the states of a mask.
fn add_costs(costs: &mut Option<Costs>, old: &End, new: &End, mask: Formula) {
    if old.path.costs.len() * new.path.costs.len() > MAX_COST_PAIRS {
        return;
    }
    for old in &old.path.costs {
        for new in &new.path.costs {
            if !(mask & old.mask & new.mask).is_never() {
                let cycles = old.cycles as i64 - new.cycles as i64;
                let (fewer, more) = (new.crossings as i64, old.crossings as i64);
                let saved = (cycles - fewer, cycles + more);
                let parts = [old, new].map(|cost| (cost.cycles, cost.cycles + cost.crossings));
                let known = costs.unwrap_or(Costs { saved, parts });
                let [old, new] = [0, 1].map(|part| joined(known.parts[part], parts[part]));
                *costs = Some(Costs { saved: joined(known.saved, saved), parts: [old, new] });
            }
        }
    }
}

/// Returns the range of two ranges.
fn joined<T: Ord>((least, most): (T, T), (first, last): (T, T)) -> (T, T) {
    (least.min(first), most.max(last))
}

fn exits_differ(old: Exit, new: Exit) -> Formula {
    match (old, new) {
        (Exit::Jump(old), Exit::Jump(new)) => !FormulaByte::words_equal(old, new),
        _ => (old != new).into(),
    }
}

fn callees_differ(old: Callee, new: Callee) -> Formula {
    match (old, new) {
        (Callee::Routine(old), Callee::Routine(new)) => !FormulaByte::words_equal(old, new),
        _ => (old != new).into(),
    }
}

pub(crate) fn component_differs(component: Component, old: &Path, new: &Path) -> Formula {
    if component.name == "SP" {
        return !FormulaByte::words_equal(old.core.stack(), new.core.stack());
    }
    let mask = FormulaByte::from(component.mask as u8);
    !((old.core.get(component.register) ^ new.core.get(component.register)) & mask).is_zero()
}
