//! The question and the answer.

use std::collections::BTreeSet;

use arcadian_asm::fragment::{Fragment, Target, Term, Unplaced};
use arcadian_isa::{Control, Operand, Page, Row};
use arcadian_parallel::{byte::Word, formula::Formula};

use crate::{
    condition::Condition,
    counterexample::Counterexample,
    difference::Aspect,
    path::{Limits, Place, StackApart},
    reason::Reason,
    state::{Component, components},
    unknowns::{Constant, START, Unknowns},
};

/// Two parts, and what counts.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The code that is there.
    pub old: &'a Fragment,
    /// The code that may replace it.
    pub new: &'a Fragment,
    /// The registers and flags that are compared at the end.
    pub live: Vec<Component>,
    /// Whether memory below the stack pointer is compared, as deep as the parts use it.
    pub is_stack_live: bool,
    /// To which pushed bytes no pointer leads.
    pub stack_apart: StackApart,
    /// The first and last addresses of bytes to which no pointer leads: only instructions with a known address access them.
    pub private: Vec<(u16, u16)>,
    /// The addresses of bytes that are not used afterwards.
    pub dead_memory: Vec<u16>,
    /// Whether a jump to a routine that a part calls is a call and a return: the routine returns, and it uses neither its return
    /// address nor what is above it on the stack.
    pub has_tail_calls: bool,
    /// The cells where each access counts.
    pub volatile: Vec<Volatile>,
    /// The registers and flags that are not used at some of the places where the parts continue.
    pub dead: Vec<(Place, Vec<Component>)>,
    pub routines: Vec<Routine>,
    pub requires: Vec<Condition>,
    /// Whether conditions on entry are looked for under which the parts are the same.
    pub infers: bool,
    /// The number of states in which an answer is tried on an independent emulator.
    pub trials: usize,
    pub limits: Limits,
}

/// Cells where each access counts.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(untagged)]
pub enum Volatile {
    /// The first and the last address.
    Range(u16, u16),
    /// A constant of the code, and the number of bytes from its address on.
    Named(String, u16),
}

impl std::fmt::Display for Volatile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Volatile::Range(first, last) => write!(f, "{first:04X}-{last:04X}"),
            Volatile::Named(name, bytes) => write!(f, "{name}:{bytes}"),
        }
    }
}

impl Question<'_> {
    /// Returns the addresses of the volatile cells, with the number of bytes from each on. Names that no part uses have none.
    pub(crate) fn volatile_cells(&self, unknowns: &Unknowns) -> Vec<(Word<Formula>, u32)> {
        let is_used =
            |name: &String| unknowns.parameters.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
        let cells = self.volatile.iter().filter_map(|cells| match cells {
            Volatile::Range(first, last) => Some((Word::Concrete(*first), u32::from(*last - *first) + 1)),
            Volatile::Named(name, bytes) => is_used(name).then(|| (unknowns.named(name), u32::from(*bytes))),
        });
        cells.collect()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Routine {
    pub name: String,
    /// The registers and flags that it does not change.
    pub keeps: Vec<Component>,
    /// The registers and flags that it does not depend on.
    pub ignores: Vec<Component>,
}

#[derive(Clone, Debug)]
pub struct Answer {
    pub verdict: Verdict,
    /// The bytes of the old and the new part.
    pub bytes: (usize, usize),
    /// The fewest and the most cycles that the new part saves; negative if it takes more.
    pub cycles: Option<(i64, i64)>,
    /// The fewest and the most cycles of the old and of the new part; `None` if they were not executed.
    pub costs: Option<[(u64, u64); 2]>,
    /// The constants that are assumed to be bytes, because an instruction uses them as such.
    pub byte_constants: Vec<String>,
    /// The constants that are assumed to be from -128 to 127, because an instruction uses them as displacements.
    pub offset_constants: Vec<String>,
    pub method: Method,
    /// Sets of conditions on entry, if they were looked for: with all conditions of a set the parts are the same.
    pub needs: Vec<Vec<String>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// The parts are the same instructions.
    Identical,
    Diagrams,
    /// By a state that shows a difference, found by trying.
    Trying,
    /// By circuits: a SAT solver with checked proofs decides what they do, or all values of what they depend on are tried.
    Circuits,
}

#[derive(Clone, Debug)]
pub enum Verdict {
    /// From every state.
    Same,
    /// Only some registers and flags differ: the parts are the same if nothing uses these afterwards.
    SameIf {
        /// The registers and flags. Each of them differs from some state.
        dead: Vec<Component>,
        counterexample: Counterexample,
    },
    /// Something other than registers and flags differs.
    Different {
        aspect: Aspect,
        counterexample: Counterexample,
    },
    Undecided(Reason),
}

impl<'a> Question<'a> {
    /// Asks whether two parts of code for the same processor are the same in everything.
    pub fn new(old: &'a Fragment, new: &'a Fragment) -> Self {
        Question {
            old,
            new,
            live: components(old.processor),
            is_stack_live: false,
            stack_apart: StackApart::No,
            private: Vec::new(),
            dead_memory: Vec::new(),
            has_tail_calls: false,
            volatile: Vec::new(),
            dead: Vec::new(),
            routines: Vec::new(),
            requires: Vec::new(),
            infers: false,
            trials: 4096,
            limits: Limits::default(),
        }
    }
}

impl Question<'_> {
    /// Returns whether something is assumed of the addresses that the parts access.
    pub(crate) fn has_assumed_addresses(&self) -> bool {
        self.stack_apart != StackApart::No || !self.private.is_empty()
    }
}

pub(crate) fn names(question: &Question) -> Vec<Constant> {
    let mut names: Vec<Constant> = Vec::new();
    for fragment in [question.old, question.new] {
        for (number, name) in fragment.parameters.iter().enumerate() {
            let alone = [Term::Parameter(number)];
            let uses = fragment.instructions.iter();
            let is_byte = uses.clone().any(|each| {
                each.value[..] == alone && each.row.operands().iter().any(|operand| is_byte(*operand))
            });
            let is_offset = uses.clone().any(|each| each.displacement[..] == alone);
            match names.iter_mut().find(|known| known.name.eq_ignore_ascii_case(name)) {
                Some(known) => {
                    known.is_byte |= is_byte;
                    known.is_offset |= is_offset;
                }
                None => names.push(Constant { name: name.clone(), is_byte, is_offset }),
            }
        }
    }
    // Only if it counts: each name is sixteen variables.
    if [question.old, question.new].into_iter().any(|part| calls_inside(part) || shows_jumps(part)) {
        names.push(Constant { name: START.to_owned(), is_byte: false, is_offset: false });
    }
    names
}

fn calls_inside(part: &Fragment) -> bool {
    let is_call = |each: &&Unplaced| Control::of(each.row) == Control::Call;
    part.instructions.iter().filter(is_call).any(|each| matches!(each.target(), Some(Target::Instruction(_))))
}

/// Returns whether the target of a jump inside a part of the Z80 can be seen: BIT n,(HL) copies bits of WZ to flags, and PUSH AF pushes
/// them.
fn shows_jumps(part: &Fragment) -> bool {
    let has = |is: fn(&Row) -> bool| part.instructions.iter().any(|each| is(each.row));
    has(|row| row.page == Page::Cb && row.mnemonic == "BIT" && row.opcode & 7 == 6)
        && has(|row| row.page == Page::Z80 && row.mnemonic == "PUSH" && row.opcode == 0xF5)
}

/// Returns the first name in the conditions that is neither a register nor a flag nor a constant of the code.
pub fn unknown_in_conditions(question: &Question) -> Option<String> {
    let constants =
        question.requires.iter().flat_map(|condition| condition.constants(question.old.processor));
    unknown(question, constants)
}

/// Returns the first name of volatile cells that no part uses.
pub fn unknown_volatile(question: &Question) -> Option<String> {
    let named = question.volatile.iter().filter_map(|cells| match cells {
        Volatile::Range(..) => None,
        Volatile::Named(name, _) => Some(name.clone()),
    });
    unknown(question, named)
}

fn unknown(question: &Question, mut of: impl Iterator<Item = String>) -> Option<String> {
    let names = names(question);
    of.find(|name| !names.iter().any(|known| known.name.eq_ignore_ascii_case(name)))
}

fn is_byte(operand: Operand) -> bool {
    use arcadian_isa::Mode;
    match operand {
        Operand::Byte | Operand::Port => true,
        Operand::Mos(mode) => matches!(
            mode,
            Mode::Immediate
                | Mode::ZeroPage
                | Mode::ZeroPageX
                | Mode::ZeroPageY
                | Mode::IndirectX
                | Mode::IndirectY
        ),
        _ => false,
    }
}

/// Returns whether a part jumps to a routine that a part calls, so that [`Question::has_tail_calls`] makes a difference.
pub fn can_have_tail_calls(question: &Question) -> bool {
    let unplaced = || question.old.instructions.iter().chain(&question.new.instructions);
    let target = |part: &Fragment, each: &Unplaced| match each.target()? {
        Target::Parameter(number) => part.parameters.get(number).map(|name| name.to_ascii_uppercase()),
        Target::Address(address) => Some(address.to_string()),
        Target::Instruction(_) => None,
    };
    let targets = |control: Control| {
        let parts = [question.old, question.new].into_iter();
        parts.flat_map(move |part| {
            let of_kind = part.instructions.iter().filter(move |each| Control::of(each.row) == control);
            of_kind.filter_map(move |each| target(part, each))
        })
    };
    let restarts = unplaced().filter_map(|each| match Control::of(each.row) {
        Control::Restart(address) => Some(address.to_string()),
        _ => None,
    });
    let called: BTreeSet<String> = targets(Control::Call).chain(restarts).collect();
    targets(Control::Branch).any(|target| called.contains(&target))
}
