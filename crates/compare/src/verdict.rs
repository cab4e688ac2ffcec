//! The question and the answer.

use arcadian_asm::fragment::{Fragment, Term};
use arcadian_isa::Operand;
use arcadian_parallel::{
    bdd::{self, BddRef, Bounds},
    symbol::MAX_VARIABLES,
};

use crate::{
    code::Code,
    condition::Condition,
    counterexample::Counterexample,
    difference::Comparer,
    path::{Limits, Surroundings, explore},
    reason::Reason,
    state::{Component, components},
    steps::steps,
    trial::Trial,
    unknowns::{KnownRoutine, Unknowns},
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
    /// The first and last addresses of cells where each access counts.
    pub volatile: Vec<(u16, u16)>,
    /// The registers and flags that are not used at labels outside.
    pub dead_at: Vec<(String, Vec<Component>)>,
    /// What is known of called routines.
    pub routines: Vec<Routine>,
    /// What is true on entry.
    pub requires: Vec<Condition>,
    /// The number of states in which an answer is tried on an independent emulator.
    pub trials: usize,
    /// Limits on the work.
    pub limits: Limits,
}

/// What is known of a called routine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Routine {
    /// Its name in the code.
    pub name: String,
    /// The registers and flags that it does not change.
    pub keeps: Vec<Component>,
    /// The registers and flags that it does not depend on.
    pub ignores: Vec<Component>,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Whether the parts are the same.
    pub verdict: Verdict,
    /// The bytes of the old and the new part.
    pub bytes: (usize, usize),
    /// The fewest and the most cycles that the new part saves; negative if it takes more. An indexed access of the 6502 that crosses a
    /// page counts as one that does not.
    pub cycles: Option<(i64, i64)>,
    /// The constants that are assumed to be bytes, because an instruction uses them as such.
    pub byte_constants: Vec<String>,
}

/// Whether two parts are the same.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// From every state.
    Same,
    /// Only some registers and flags differ: the parts are the same if nothing uses these afterwards.
    SameIf {
        /// The registers and flags. Each of them differs from some state.
        dead: Vec<Component>,
        /// A state that shows it.
        counterexample: Counterexample,
    },
    /// They differ in something else.
    Different {
        /// In what.
        aspect: Aspect,
        /// A state that shows it.
        counterexample: Counterexample,
    },
    /// It is not known.
    Undecided(Reason),
}

/// What differs, whatever is dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// What ports, volatile cells and called routines see.
    Events,
    /// Where the parts continue.
    Exit,
    /// Memory.
    Memory,
}

impl<'a> Question<'a> {
    /// Asks whether two parts of code for the same processor are the same in everything.
    pub fn new(old: &'a Fragment, new: &'a Fragment) -> Self {
        Question {
            old,
            new,
            live: components(old.processor),
            is_stack_live: false,
            volatile: Vec::new(),
            dead_at: Vec::new(),
            routines: Vec::new(),
            requires: Vec::new(),
            trials: 4096,
            limits: Limits::default(),
        }
    }
}

/// How a comparison is tried: with which part of the nodes, and whether paths divide by equal addresses.
const ATTEMPTS: [(usize, bool); 4] = [(16, false), (8, true), (2, false), (1, true)];

/// Compares two parts. The thread's decision diagrams are reset.
pub fn compare(question: &Question) -> Answer {
    let names = names(question);
    let byte_constants = names.iter().filter(|(_, is_byte)| *is_byte).map(|(name, _)| name.clone()).collect();
    let undecided = Verdict::Undecided(Reason::Size);
    let mut answer = Answer { verdict: undecided, bytes: (0, 0), cycles: None, byte_constants };
    for (part, is_by_cases) in ATTEMPTS {
        bdd::reset(MAX_VARIABLES, Bounds { nodes: question.limits.nodes / part });
        let mut unknowns = Unknowns::new(question.old.processor, &names);
        let decided = decide(question, &mut unknowns, is_by_cases, &mut answer);
        let is_too_large = matches!(decided, Err(Reason::Size | Reason::Paths(_)));
        answer.verdict = decided.unwrap_or_else(Verdict::Undecided);
        if !is_too_large {
            break;
        }
    }
    answer
}

fn decide(
    question: &Question,
    unknowns: &mut Unknowns,
    is_by_cases: bool,
    answer: &mut Answer,
) -> Result<Verdict, Reason> {
    check_labels(question.old, question.new)?;
    check_labels(question.new, question.old)?;
    let (old, new) = (Code::new(question.old, unknowns)?, Code::new(question.new, unknowns)?);
    answer.bytes = (old.len(), new.len());
    let states =
        question.requires.iter().fold(BddRef::TRUE, |all, condition| all & condition.states(unknowns));
    is_valid()?;
    if states == BddRef::FALSE {
        return Err(Reason::NeverTrue);
    }
    for Routine { name, keeps, ignores } in &question.routines {
        let address = unknowns.named(name);
        unknowns.routines.push(KnownRoutine { address, keeps: keeps.clone(), ignores: ignores.clone() });
    }
    let dead_at: Vec<_> =
        question.dead_at.iter().map(|(label, dead)| (unknowns.named(label), dead.clone())).collect();
    let mut surroundings = Surroundings { unknowns, volatile: &question.volatile, is_by_cases };
    let old_ends = explore(&old, &mut surroundings, states, question.limits)?;
    let new_ends = explore(&new, &mut surroundings, states, question.limits)?;
    let all = components(question.old.processor);
    let mut comparer = Comparer {
        unknowns,
        processor: question.old.processor,
        live: &question.live,
        all: &all,
        dead_at: &dead_at,
        is_stack_live: question.is_stack_live,
    };
    let (differences, saved) = comparer.compare(&old_ends, &new_ends);
    is_valid()?;
    answer.cycles = saved;
    let (aspect, differing) = differences.first();
    let dead = differences.dead();
    let mut found = comparer.counterexample(differing, &old_ends, &new_ends);
    is_valid()?;
    if let Some((counterexample, assignment)) = &mut found {
        let mut surroundings = Surroundings { unknowns, volatile: &question.volatile, is_by_cases };
        let mut steps = |fragment, code| steps(fragment, code, &mut surroundings, assignment, &all);
        counterexample.old_steps = steps(question.old, &old);
        counterexample.new_steps = steps(question.new, &new);
        is_valid()?;
    }
    let trial = Trial {
        unknowns,
        old: &old,
        new: &new,
        live: &question.live,
        all: &all,
        volatile: &question.volatile,
        is_stack_live: question.is_stack_live,
    };
    if let Some((_, assignment)) = &found {
        trial.confirms(assignment).map_err(Reason::Disagreement)?;
    }
    if aspect.is_none() && question.routines.is_empty() && question.dead_at.is_empty() {
        trial.agrees(&dead, states, question.trials).map_err(Reason::Disagreement)?;
    }
    Ok(match (aspect, found) {
        (_, None) => Verdict::Same,
        (None, Some((counterexample, _))) => Verdict::SameIf { dead, counterexample },
        (Some(aspect), Some((counterexample, _))) => Verdict::Different { aspect, counterexample },
    })
}

/// What was computed counts only if no limit was exceeded.
fn is_valid() -> Result<(), Reason> {
    if arcadian_parallel::cancellation::is_cancelled() {
        Err(Reason::Time)
    } else if bdd::is_aborted() {
        Err(Reason::Size)
    } else {
        Ok(())
    }
}

/// Returns the names of both parts, and whether they stand for bytes: whether an instruction uses one alone where only a byte fits.
fn names(question: &Question) -> Vec<(String, bool)> {
    let mut names: Vec<(String, bool)> = Vec::new();
    for fragment in [question.old, question.new] {
        for (number, name) in fragment.parameters.iter().enumerate() {
            let is_byte = fragment.instructions.iter().any(|instruction| {
                let takes_byte = instruction.row.operands().iter().any(|operand| is_byte(*operand));
                takes_byte && instruction.value[..] == [Term::Parameter(number)]
            });
            match names.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
                Some((_, known)) => *known |= is_byte,
                None => names.push((name.clone(), is_byte)),
            }
        }
    }
    names
}

/// Returns the first name in the conditions that is neither a register nor a flag nor a constant of the code.
pub fn unknown_in_conditions(question: &Question) -> Option<String> {
    let names = names(question);
    let constants =
        question.requires.iter().flat_map(|condition| condition.constants(question.old.processor));
    let is_known = |name: &String| names.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
    constants.into_iter().find(|name| !is_known(name))
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

/// A label of one part that the other uses is no address outside.
fn check_labels(user: &Fragment, definer: &Fragment) -> Result<(), Reason> {
    let defines = |name: &str| definer.labels.iter().any(|(label, _)| label.eq_ignore_ascii_case(name));
    for instruction in &user.instructions {
        for term in instruction.value.iter().chain(&instruction.displacement) {
            if let Term::Parameter(number) = term
                && let Some(label) = user.parameters.get(*number).filter(|name| defines(name))
            {
                return Err(Reason::ForeignLabel { line: instruction.line, label: label.clone() });
            }
        }
    }
    Ok(())
}
