//! Tries a comparison with more and more effort.

use std::collections::BTreeSet;

use arcadian_asm::fragment::{Fragment, Term, Unplaced};
use arcadian_parallel::{
    bdd::{self, Bounds},
    byte::Word,
    cancellation::is_cancelled,
    circuit::{self, Failure, Solver},
    formula::{self, Formula},
    symbol::MAX_VARIABLES,
};

use super::{reason::is_stopped, verdict::names};
use crate::{
    code::{Code, Destination},
    counterexample::{Counterexample, groups},
    difference::{Aspect, Comparer, Differences},
    explore::{explore, steps},
    infer::needs,
    operand::Assignment,
    path::{End, Exit, FIRST_PART, Limits, Place, StackApart, Style, Surroundings},
    reason::{Part, Reason},
    returns::set_tail_calls,
    state::{Component, components, undocumented_flags},
    trial::Trial,
    unknowns::{Constant, KnownRoutine, Unknowns},
    verdict::{Answer, Method, Question, Routine, Verdict},
};

/// The number of steps of operations for each node that there may be.
const STEPS_PER_NODE: u64 = 50;

#[derive(Clone, Copy)]
struct Attempt<'a> {
    question: &'a Question<'a>,
    /// The names in both parts.
    names: &'a [Constant],
    limits: Limits,
    method: Method,
    style: Style,
    /// The only state that is looked at.
    only: Option<&'a Assignment>,
}

/// The attempts: how, how paths divide, and the part of the limits (see [`Limits::of_attempt`]). A state that shows a
/// difference is looked for before much is tried.
const ATTEMPTS: [(Method, Style, usize); 7] = [
    (Method::Diagrams, Style::Apart, FIRST_PART),
    (Method::Circuits, Style::Merged, FIRST_PART),
    (Method::Trying, Style::Apart, 1),
    (Method::Circuits, Style::Merged, 1),
    (Method::Diagrams, Style::ByCases, 8),
    (Method::Diagrams, Style::Apart, 2),
    (Method::Diagrams, Style::ByCases, 1),
];

/// The number of states in which a difference is looked for.
const SEARCHED: usize = 300;

/// Tries a comparison with more and more effort.
pub(crate) fn attempts(
    question: &Question,
    names: &[Constant],
    answer: &mut Answer,
) -> Result<Verdict, Reason> {
    let mut verdict = Err(Reason::Size);
    for (method, style, part) in ATTEMPTS {
        if is_cancelled() {
            return Err(Reason::Time);
        }
        let limits = question.limits.of_attempt(part);
        let attempt = Attempt { question, names, limits, method, style, only: None };
        verdict = if method == Method::Trying {
            let Some(found) = attempt.search() else { continue };
            Attempt { only: Some(&found), ..attempt }.run(answer)
        } else {
            attempt.run(answer)
        };
        // The assumptions about pointers can exclude the state that was found.
        let is_excluded = method == Method::Trying && verdict.as_ref().err() == Some(&Reason::Apart);
        if !is_too_large(&verdict) && !is_excluded {
            break;
        }
    }
    verdict
}

fn is_too_large(verdict: &Result<Verdict, Reason>) -> bool {
    matches!(verdict, Err(Reason::Size | Reason::Paths(_) | Reason::Steps(_)))
}

/// Returns what decides formulas of too many values to try.
pub(crate) fn solver() -> Option<Box<dyn Solver>> {
    #[cfg(feature = "solver")]
    return Some(Box::new(arcadian_parallel::sat::CheckedSolver::default()));
    #[cfg(not(feature = "solver"))]
    None
}

/// Unknowns, code and states with which an attempt computes.
struct Prepared {
    unknowns: Unknowns,
    old: Code,
    new: Code,
    /// The states that the conditions allow, and those of them that are looked at.
    allowed: Formula,
    states: Formula,
    all: Vec<Component>,
    dead: Vec<(Place<Word<Formula>>, Vec<Component>)>,
}

impl Attempt<'_> {
    /// Chooses what formulas are.
    fn use_formulas(&self) {
        let Limits { nodes, gates, conflicts, tried, .. } = self.limits;
        if self.method == Method::Circuits {
            let limits = circuit::Limits { gates, conflicts, tried };
            formula::use_circuits(limits, solver());
        } else {
            formula::use_diagrams(MAX_VARIABLES, Bounds { nodes });
            bdd::limit_steps(STEPS_PER_NODE * nodes as u64);
        }
    }

    fn prepare(&self) -> Result<Prepared, Reason> {
        let question = self.question;
        self.use_formulas();
        let mut unknowns = Unknowns::new(question.old.processor, self.names);
        let code = |part: Part, own: &Fragment, other: &Fragment| {
            check_labels(own, other).map_err(|reason| part.of(reason))?;
            Code::new(own, &unknowns).map_err(|reason| part.of(reason))
        };
        let mut old = code(Part::Old, question.old, question.new)?;
        let mut new = code(Part::New, question.new, question.old)?;
        if question.has_tail_calls {
            set_tail_calls(&mut old, &mut new);
        }
        let conditions = question.requires.iter();
        let allowed = conditions.fold(Formula::TRUE, |all, condition| all & condition.states(&mut unknowns));
        let is_impossible = allowed.is_never();
        is_valid()?;
        if is_impossible {
            return Err(Reason::NeverTrue);
        }
        for Routine { name, keeps, ignores } in &question.routines {
            let address = unknowns.named(name);
            let (keeps, ignores) = (keeps.clone(), ignores.clone());
            unknowns.routines.push(KnownRoutine { address, keeps, ignores });
        }
        let place = |place: &Place| match place {
            Place::Label(label) => Place::Label(unknowns.named(label)),
            Place::End => Place::End,
            Place::Last => Place::Last,
            Place::Else => Place::Else,
        };
        let dead = question.dead.iter().map(|(at, dead)| (place(at), dead.clone())).collect();
        let states = self.only.map_or(allowed, |only| allowed & unknowns.only(only));
        let mut all = components(question.old.processor);
        if old.pushes_flags() || new.pushes_flags() {
            // A called routine may leave them for the part to push.
            all.extend(undocumented_flags(question.old.processor));
        }
        Ok(Prepared { unknowns, old, new, allowed, states, all, dead })
    }

    /// Looks for a state in which an emulator shows a difference that no register and no flag explains.
    fn search(&self) -> Option<Assignment> {
        let prepared = self.prepare().ok()?;
        prepared.trial(self.question).search(prepared.states, SEARCHED, &groups(&prepared.unknowns))
    }

    fn run(&self, answer: &mut Answer) -> Result<Verdict, Reason> {
        let mut prepared = self.prepare()?;
        answer.method = self.method;
        answer.needs.clear();
        answer.bytes = (prepared.old.len(), prepared.new.len());
        let needed =
            self.only.map(|only| prepared.trial(self.question).needed(only, &groups(&prepared.unknowns)));
        let (differences, found) = self.differences(&mut prepared, needed, answer)?;
        let (aspect, _) = differences.first();
        let dead = differences.dead();
        is_valid()?;
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
        let Prepared { unknowns, old, new, allowed, states, all, dead } = prepared;
        let volatile = &question.volatile_cells(unknowns);
        let (style, notes_accesses) = (self.style, question.has_assumed_addresses());
        let mut surroundings = Surroundings {
            keeps_returns_apart: (question.stack_apart != StackApart::No).then_some(*allowed),
            ..Surroundings::unplaced(unknowns, volatile, style, notes_accesses)
        };
        let mut ends = |part: Part, code: &Code| {
            explore(code, &mut surroundings, *states, self.limits).map_err(|reason| part.of_line(reason))
        };
        let (mut old_ends, mut new_ends) = (ends(Part::Old, old)?, ends(Part::New, new)?);
        if notes_accesses {
            *states = states_apart(question, *allowed, &mut old_ends, &mut new_ends);
            let is_impossible = states.is_never();
            is_valid()?;
            if is_impossible {
                return Err(Reason::Apart);
            }
        }
        let (processor, is_stack_live) = (question.old.processor, question.is_stack_live);
        let mut comparer = Comparer {
            unknowns,
            processor,
            live: &question.live,
            all,
            dead,
            last: exits_of_last(old, &old_ends),
            dead_memory: &question.dead_memory,
            is_stack_live,
        };
        let (differences, costs) = comparer.compare(&old_ends, &new_ends);
        is_valid()?;
        // From one state nothing follows about the others.
        let costs = costs.filter(|_| self.only.is_none());
        answer.cycles = costs.map(|costs| costs.saved);
        answer.costs = costs.map(|costs| costs.parts);
        let mut found = comparer.counterexample(differences.first().1, &old_ends, &new_ends, needed);
        is_valid()?;
        if question.infers && found.is_some() && self.only.is_none() {
            let needs = needs(unknowns, *states, differences.all());
            // What an attempt that failed has found is not true.
            is_valid()?;
            answer.needs = needs;
        }
        if let Some((counterexample, assignment)) = &mut found {
            let style = Style::Apart;
            let mut surroundings = Surroundings::unplaced(unknowns, volatile, style, notes_accesses);
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
        // R and WZ the emulator does not know.
        let is_seen = aspect.is_some() || dead.iter().any(|component| prepared.all.contains(component));
        if let Some(assignment) = found.filter(|_| is_seen) {
            trial.confirms(assignment).map_err(Reason::Disagreement)?;
        }
        // What is known of labels and routines the emulator does not know.
        let is_known =
            question.routines.is_empty() && question.dead.iter().all(|(place, _)| *place == Place::End);
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
            dead: &question.dead,
            all: &self.all,
            volatile: question.volatile_cells(&self.unknowns),
            dead_memory: &question.dead_memory,
            is_stack_live: question.is_stack_live,
        }
    }
}

/// Returns where the last instruction of a part leads outside, also if it never does: a jump to it may be from another instruction.
fn exits_of_last(code: &Code, ends: &[End]) -> Vec<Exit> {
    let target = code.instructions.last().and_then(|step| match step.target {
        Some(Destination::Outside(address)) => Some(Exit::Jump(address)),
        _ => None,
    });
    let of_last = ends.iter().filter(|end| end.path.at.checked_add(1) == Some(code.instructions.len()));
    of_last.map(|end| end.exit).chain(target).collect()
}

/// Leaves out what is assumed of pointers. Returns the states that remain for both parts. `allowed` are all states on entry: in a single
/// one, every address is known.
fn states_apart(question: &Question, allowed: Formula, old: &mut [End], new: &mut [End]) -> Formula {
    for end in old.iter_mut().chain(new.iter_mut()) {
        end.path.keep_private(&question.private, allowed);
        end.path.keep_stack_apart(question.stack_apart, allowed);
        if is_stopped() {
            break;
        }
    }
    let any = |ends: &[End]| ends.iter().fold(Formula::FALSE, |any, end| any | end.path.mask);
    any(old) & any(new)
}

/// Returns an error if the results do not count: the time is over, a limit was exceeded, or the solver was wrong.
pub(crate) fn is_valid() -> Result<(), Reason> {
    match formula::failure() {
        _ if is_cancelled() => Err(Reason::Time),
        None => Ok(()),
        Some(Failure::Limit) => Err(Reason::Size),
        Some(Failure::Unproven) => Err(Reason::Unproven),
    }
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
        costs: None,
        byte_constants,
        offset_constants,
        method: Method::Identical,
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

/// Returns whether two parts are the same instructions with the same operands.
fn is_identical(old: &Fragment, new: &Fragment) -> bool {
    let is_same = |(old, new): (&Unplaced, &Unplaced)| {
        old.row == new.row && old.displacement == new.displacement && old.value == new.value
    };
    old.parameters == new.parameters
        && old.instructions.len() == new.instructions.len()
        && old.instructions.iter().zip(&new.instructions).all(is_same)
}
