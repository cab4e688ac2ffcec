//! The question and the answer.

use std::collections::BTreeSet;

use arcadian_asm::fragment::{Fragment, Target, Term, Unplaced};
use arcadian_isa::{Control, Operand};
use arcadian_parallel::{
    bdd::{self, BddRef, Bounds},
    byte::Word,
    symbol::MAX_VARIABLES,
};

use crate::{
    assignment::Assignment,
    code::Code,
    condition::Condition,
    counterexample::{Counterexample, groups},
    difference::{Aspect, Comparer, Differences},
    explore::explore,
    infer::needs,
    path::{End, Limits, Surroundings},
    reason::{Part, Reason},
    state::{Component, components},
    steps::steps,
    trial::Trial,
    unknowns::{Constant, KnownRoutine, Unknowns},
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
    /// Whether no pointer leads to what the parts push. Otherwise each may.
    pub is_stack_apart: bool,
    /// The first and last addresses of bytes to which no pointer leads: only instructions with a known address access them.
    pub private: Vec<(u16, u16)>,
    /// The addresses of bytes that are not used afterwards.
    pub dead_memory: Vec<u16>,
    /// Whether a jump to a routine that a part calls is a call and a return: the routine returns, and it uses neither its return
    /// address nor what is above it on the stack.
    pub has_tail_calls: bool,
    /// The first and last addresses of cells where each access counts.
    pub volatile: Vec<(u16, u16)>,
    /// The registers and flags that are not used at labels outside.
    pub dead_at: Vec<(String, Vec<Component>)>,
    /// The registers and flags that are not used where the parts end in another way than by a jump to one of these labels.
    pub dead_else: Vec<Component>,
    /// What is known of called routines.
    pub routines: Vec<Routine>,
    /// What is true on entry.
    pub requires: Vec<Condition>,
    /// Whether conditions on entry are looked for under which the parts are the same.
    pub infers: bool,
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
    /// The fewest and the most cycles that the new part saves; negative if it takes more.
    pub cycles: Option<(i64, i64)>,
    /// The constants that are assumed to be bytes, because an instruction uses them as such.
    pub byte_constants: Vec<String>,
    /// The constants that are assumed to be from -128 to 127, because an instruction uses them as displacements.
    pub offset_constants: Vec<String>,
    /// Sets of conditions on entry, if they were looked for: with all conditions of a set the parts are the same.
    pub needs: Vec<Vec<String>>,
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

impl<'a> Question<'a> {
    /// Asks whether two parts of code for the same processor are the same in everything.
    pub fn new(old: &'a Fragment, new: &'a Fragment) -> Self {
        Question {
            old,
            new,
            live: components(old.processor),
            is_stack_live: false,
            is_stack_apart: false,
            private: Vec::new(),
            dead_memory: Vec::new(),
            has_tail_calls: false,
            volatile: Vec::new(),
            dead_at: Vec::new(),
            dead_else: Vec::new(),
            routines: Vec::new(),
            requires: Vec::new(),
            infers: false,
            trials: 4096,
            limits: Limits::default(),
        }
    }
}

/// How a comparison is tried.
struct Attempt<'a> {
    question: &'a Question<'a>,
    /// The names in both parts.
    names: &'a [Constant],
    limits: Limits,
    /// Whether paths divide where equal addresses make a difference.
    is_by_cases: bool,
    /// The only state that is looked at.
    only: Option<&'a Assignment>,
}

/// The attempts after the first one: the part of the nodes, and whether paths divide by equal addresses.
const ATTEMPTS: [(usize, bool); 3] = [(8, true), (2, false), (1, true)];

/// The number of states in which a difference is looked for before more is tried.
const SEARCHED: usize = 300;

/// Compares two parts. The thread's decision diagrams are reset.
pub fn compare(question: &Question) -> Answer {
    let names = names(question);
    let limited = |is: fn(&Constant) -> bool| {
        names.iter().filter(|constant| is(constant)).map(|constant| constant.name.clone()).collect()
    };
    let byte_constants = limited(|constant| constant.is_byte);
    let offset_constants = limited(|constant| constant.is_offset);
    let undecided = Verdict::Undecided(Reason::Size);
    let mut answer = Answer {
        verdict: undecided,
        bytes: (0, 0),
        cycles: None,
        byte_constants,
        offset_constants,
        needs: Vec::new(),
    };
    if is_identical(question.old, question.new) {
        let bytes = question.old.instructions.iter().map(|each| usize::from(each.row.length)).sum();
        return Answer { verdict: Verdict::Same, bytes: (bytes, bytes), cycles: Some((0, 0)), ..answer };
    }
    let verdict = attempts(question, &names, &mut answer);
    answer.verdict = verdict.unwrap_or_else(Verdict::Undecided);
    answer
}

/// Whether two parts are the same instructions with the same operands.
fn is_identical(old: &Fragment, new: &Fragment) -> bool {
    let is_same = |(old, new): (&Unplaced, &Unplaced)| {
        old.row == new.row && old.displacement == new.displacement && old.value == new.value
    };
    old.parameters == new.parameters
        && old.instructions.len() == new.instructions.len()
        && old.instructions.iter().zip(&new.instructions).all(is_same)
}

/// Tries a comparison with more and more effort. In between an emulator looks for a state that shows a difference.
fn attempts(question: &Question, names: &[Constant], answer: &mut Answer) -> Result<Verdict, Reason> {
    let Limits { instructions, paths, nodes } = question.limits;
    let limits = Limits { instructions: instructions / 16, paths: paths / 5, nodes: nodes / 16 };
    let first = Attempt { question, names, limits, is_by_cases: false, only: None };
    let mut verdict = first.run(answer);
    if !is_too_large(&verdict) {
        return verdict;
    }
    if let Some(found) = first.search() {
        let only = Attempt { only: Some(&found), limits: question.limits, ..first };
        let verdict = only.run(answer);
        // The assumptions about pointers can exclude the state.
        if !is_too_large(&verdict) && verdict.as_ref().err() != Some(&Reason::Apart) {
            return verdict;
        }
    }
    for (part, is_by_cases) in ATTEMPTS {
        let limits = Limits { nodes: nodes / part, ..question.limits };
        verdict = Attempt { question, names, limits, is_by_cases, only: None }.run(answer);
        if !is_too_large(&verdict) {
            break;
        }
    }
    verdict
}

fn is_too_large(verdict: &Result<Verdict, Reason>) -> bool {
    matches!(verdict, Err(Reason::Size | Reason::Paths(_) | Reason::Steps(_)))
}

/// What an attempt computes with.
struct Prepared {
    unknowns: Unknowns,
    old: Code,
    new: Code,
    /// The states that are looked at.
    states: BddRef,
    all: Vec<Component>,
    dead_at: Vec<(Word<BddRef>, Vec<Component>)>,
}

impl Attempt<'_> {
    /// Creates what is unknown, and the code.
    fn prepare(&self) -> Result<Prepared, Reason> {
        let question = self.question;
        bdd::reset(MAX_VARIABLES, Bounds { nodes: self.limits.nodes });
        let mut unknowns = Unknowns::new(question.old.processor, self.names);
        let code = |part: Part, own: &Fragment, other: &Fragment| {
            check_labels(own, other).map_err(|reason| part.of(reason))?;
            Code::new(own, &unknowns).map_err(|reason| part.of(reason))
        };
        let mut old = code(Part::Old, question.old, question.new)?;
        let mut new = code(Part::New, question.new, question.old)?;
        if question.has_tail_calls {
            let called: Vec<_> = old.called().chain(new.called()).collect();
            old.set_tail_calls(&called);
            new.set_tail_calls(&called);
        }
        let conditions = question.requires.iter();
        let states = conditions.fold(BddRef::TRUE, |all, condition| all & condition.states(&mut unknowns));
        is_valid()?;
        if states == BddRef::FALSE {
            return Err(Reason::NeverTrue);
        }
        for Routine { name, keeps, ignores } in &question.routines {
            let address = unknowns.named(name);
            let (keeps, ignores) = (keeps.clone(), ignores.clone());
            unknowns.routines.push(KnownRoutine { address, keeps, ignores });
        }
        let dead_at =
            question.dead_at.iter().map(|(label, dead)| (unknowns.named(label), dead.clone())).collect();
        let states = self.only.map_or(states, |only| states & unknowns.only(only));
        Ok(Prepared { unknowns, old, new, states, all: components(question.old.processor), dead_at })
    }

    /// Looks for a state in which an emulator shows a difference that no register and no flag explains.
    fn search(&self) -> Option<Assignment> {
        let prepared = self.prepare().ok()?;
        prepared.trial(self.question).search(prepared.states, SEARCHED, &groups(&prepared.unknowns))
    }

    fn run(&self, answer: &mut Answer) -> Result<Verdict, Reason> {
        let mut prepared = self.prepare()?;
        answer.bytes = (prepared.old.len(), prepared.new.len());
        let needed =
            self.only.map(|only| prepared.trial(self.question).needed(only, &groups(&prepared.unknowns)));
        let (differences, found) = self.differences(&mut prepared, needed, answer)?;
        let (aspect, _) = differences.first();
        let dead = differences.dead();
        self.check(&prepared, aspect, &dead, found.as_ref().map(|(_, assignment)| assignment))?;
        match (aspect, found) {
            // From one state this says nothing about the others.
            (None, _) if self.only.is_some() => Err(Reason::Size),
            (_, None) => Ok(Verdict::Same),
            (None, Some((counterexample, _))) => Ok(Verdict::SameIf { dead, counterexample }),
            (Some(aspect), Some((counterexample, _))) => Ok(Verdict::Different { aspect, counterexample }),
        }
    }

    /// Executes both parts and compares what they do.
    fn differences(
        &self,
        prepared: &mut Prepared,
        needed: Option<BTreeSet<usize>>,
        answer: &mut Answer,
    ) -> Result<(Differences, Option<(Counterexample, Assignment)>), Reason> {
        let question = self.question;
        let Prepared { unknowns, old, new, states, all, dead_at } = prepared;
        let volatile = &question.volatile;
        let mut surroundings = Surroundings { unknowns, volatile, is_by_cases: self.is_by_cases };
        let mut old_ends = explore(old, &mut surroundings, *states, self.limits)?;
        let mut new_ends = explore(new, &mut surroundings, *states, self.limits)?;
        if question.is_stack_apart || !question.private.is_empty() {
            for end in old_ends.iter_mut().chain(&mut new_ends) {
                end.path.keep_private(&question.private);
                if question.is_stack_apart {
                    end.path.keep_stack_apart();
                }
            }
            let any = |ends: &[End]| ends.iter().fold(BddRef::FALSE, |any, end| any | end.path.mask);
            *states = any(&old_ends) & any(&new_ends);
            is_valid()?;
            if *states == BddRef::FALSE {
                return Err(Reason::Apart);
            }
        }
        let (processor, is_stack_live) = (question.old.processor, question.is_stack_live);
        let mut comparer = Comparer {
            unknowns,
            processor,
            live: &question.live,
            all,
            dead_at,
            dead_else: &question.dead_else,
            dead_memory: &question.dead_memory,
            is_stack_live,
        };
        let (differences, saved) = comparer.compare(&old_ends, &new_ends);
        is_valid()?;
        // From one state nothing follows about the others.
        answer.cycles = if self.only.is_none() { saved } else { None };
        let mut found = comparer.counterexample(differences.first().1, &old_ends, &new_ends, needed);
        is_valid()?;
        if question.infers && found.is_some() && self.only.is_none() {
            answer.needs = needs(unknowns, *states, differences.all());
            is_valid()?;
        }
        if let Some((counterexample, assignment)) = &mut found {
            let mut surroundings = Surroundings { unknowns, volatile, is_by_cases: false };
            let mut steps = |fragment, code| steps(fragment, code, &mut surroundings, assignment, all);
            counterexample.old_steps = steps(question.old, old);
            counterexample.new_steps = steps(question.new, new);
            is_valid()?;
        }
        Ok((differences, found))
    }

    /// Tries the answer on an independent emulator.
    fn check(
        &self,
        prepared: &Prepared,
        aspect: Option<Aspect>,
        dead: &[Component],
        found: Option<&Assignment>,
    ) -> Result<(), Reason> {
        let question = self.question;
        let trial = prepared.trial(question);
        if let Some(assignment) = found {
            trial.confirms(assignment).map_err(Reason::Disagreement)?;
        }
        // What is known of labels and routines the emulator does not know.
        let is_known =
            question.routines.is_empty() && question.dead_at.is_empty() && question.dead_else.is_empty();
        if aspect.is_none() && is_known && self.only.is_none() {
            trial.agrees(dead, prepared.states, question.trials).map_err(Reason::Disagreement)?;
        }
        Ok(())
    }
}

impl Prepared {
    fn trial<'a>(&'a self, question: &'a Question) -> Trial<'a> {
        Trial {
            unknowns: &self.unknowns,
            old: &self.old,
            new: &self.new,
            live: &question.live,
            all: &self.all,
            volatile: &question.volatile,
            dead_memory: &question.dead_memory,
            is_stack_live: question.is_stack_live,
        }
    }
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

/// Returns the names of both parts.
fn names(question: &Question) -> Vec<Constant> {
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
    names
}

/// Returns the first name in the conditions that is neither a register nor a flag nor a constant of the code.
pub fn unknown_in_conditions(question: &Question) -> Option<String> {
    let names = names(question);
    let constants =
        question.requires.iter().flat_map(|condition| condition.constants(question.old.processor));
    let is_known = |name: &String| names.iter().any(|known| known.name.eq_ignore_ascii_case(name));
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

/// Whether a part jumps to a routine that a part calls, so that [`Question::has_tail_calls`] makes a difference.
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

/// Refuses a label of one part that the other uses: its address is not outside of both.
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
