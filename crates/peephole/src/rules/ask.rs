//! Compares the parts of an instance of a rule, and finds whether the rule says anything: a rule is not right because all that its code
//! computes must be dead.
//!
//! Code computes the registers and flags that it changes, the memory that it writes, where it continues, and events outside. A flag that
//! it always sets, or always clears, is not computed. The rest is found by comparisons of the code to replace: with no code, and with
//! itself followed by instructions that set or clear all flags.

use std::collections::BTreeSet;

use arcadian_asm::fragment::{Fragment, read_fragment};
use arcadian_compare::{
    Answer, Aspect, Component, Condition, Counterexample, Limits, Place, Question, Reason, Routine,
    StackApart, Verdict, can_have_tail_calls, components,
};
use arcadian_isa::{Control, Processor};

use crate::rules::{
    instances::{Assume, Entry, Instance},
    rule::{Format, Reach},
    scope::{concrete, has_wildcard, names},
};

/// The greatest number of constants that are tried with both signs.
const MOST: usize = 8;

/// Returns whether the conditions of an instance hold exactly for the constants of a counterexample, each with or without its sign. A constant that
/// does not matter can be any.
fn can_be(instance: &Instance, counterexample: &Counterexample) -> bool {
    let constants: Vec<(&str, u16)> = counterexample
        .entry
        .iter()
        .filter(|value| value.is_constant)
        .map(|value| (value.name.as_str(), value.value))
        .collect();
    if constants.len() > MOST {
        return true;
    }
    (0..1_usize << constants.len()).any(|signs| {
        let of = |name: &str| {
            let at = constants.iter().position(|(other, _)| other.eq_ignore_ascii_case(name))?;
            let value = constants[at].1;
            Some(if signs >> at & 1 == 0 { i64::from(value) } else { i64::from(value as i16) })
        };
        instance.requires.iter().all(|assume| assume.holds(&of) != Some(false))
    })
}

/// The number of states in which each instance is tried on an independent emulator.
const TRIALS: usize = 64;

/// Limits on the work for an instance: rules are short, and there are many instances.
const LIMITS: Limits = Limits {
    instructions: 2_000,
    paths: 400,
    nodes: 1_600_000,
    gates: 400_000,
    conflicts: 50_000,
    tried: 1 << 26,
};

/// Assumptions about the stack under which the parts are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StackUse {
    /// No pointer leads to what the code pushes.
    pub is_apart: bool,
    /// Routines to which the code jumps return, and take nothing from the stack.
    pub has_tail_calls: bool,
}

/// An answer, and the answer without the assumptions about the stack, if they were made.
pub(crate) struct InstanceAnswer {
    pub(crate) answer: Answer,
    pub(crate) without: Option<Answer>,
    pub(crate) stack: StackUse,
    /// The instance with an instruction in place of a wildcard, if that is what is compared.
    pub(crate) concrete: Option<Instance>,
    /// Whether all that the code computes must be dead.
    pub(crate) keeps_nothing: bool,
    /// The labels to which nothing else may jump.
    pub(crate) sole: Vec<String>,
}

/// Compares the parts of an instance, from the beginning and from each label to which other code can jump. The error says why they cannot be
/// compared.
pub(crate) fn ask(
    processor: Processor,
    format: Format,
    instance: &Instance,
    compare: &mut dyn FnMut(&Question) -> Option<Answer>,
) -> Result<InstanceAnswer, String> {
    let mut answered = ask_from_start(processor, instance, compare)?;
    for entry in &instance.entries {
        if dead_of(&answered.answer).is_none() {
            break;
        }
        let entered = entered_at(processor, instance, &entry.label);
        let found = ask_from_start(processor, &entered, compare)
            .map_err(|reason| format!("after a jump to {} from elsewhere: {reason}", entry.written))?;
        answered = answered.entered(format, entry, entered, found)?;
    }
    Ok(answered)
}

/// Returns the instance that begins with a jump to a label. Where the new code does not have it, the jump leads nowhere.
fn entered_at(processor: Processor, instance: &Instance, label: &str) -> Instance {
    let jump = if processor == Processor::Z80 { "jp" } else { "jmp" };
    let code = |code: &str| {
        let is_there = code.lines().any(|line| line.strip_suffix(':') == Some(label));
        format!("\t{jump} {}{label}\n{code}", if is_there { "" } else { "MISSING_" })
    };
    Instance { old: code(&instance.old), new: code(&instance.new), ..instance.clone() }
}

fn ask_from_start(
    processor: Processor,
    instance: &Instance,
    compare: &mut dyn FnMut(&Question) -> Option<Answer>,
) -> Result<InstanceAnswer, String> {
    let read = |name: &str, text: &str| -> Result<Fragment, String> {
        let read = read_fragment(name, text, processor);
        read.map_err(|failure| {
            let first = failure.diagnostics.first().map(|found| found.fault.to_string());
            format!("the code cannot be read: {}", first.unwrap_or_default())
        })
    };
    let (old, new) = (read("old", &instance.old)?, read("new", &instance.new)?);
    let mut question = Question::new(&old, &new);
    question.trials = TRIALS;
    question.limits = LIMITS;
    let dead = names(processor, &instance.dead)?;
    match instance.reach {
        Reach::Following => question.dead.push((Place::End, dead)),
        Reach::LastLine if leaves_before_end(&old) => question.dead.push((Place::Last, dead)),
        Reach::LastLine | Reach::Everywhere => question.live.retain(|component| !dead.contains(component)),
    }
    for assume in &instance.requires {
        assumed(processor, &mut question, assume)?;
    }
    let mut answered = decide(&mut question, instance, compare)?;
    if let Verdict::Different { counterexample, .. } | Verdict::SameIf { counterexample, .. } =
        &answered.answer.verdict
        && !can_be(instance, counterexample)
    {
        return Err("they differ only where a sum of its conditions is no number of 16 bits".to_owned());
    }
    if let Verdict::SameIf { dead, .. } = &answered.answer.verdict
        && answered.concrete.is_none()
    {
        answered.keeps_nothing = keeps_nothing(&question, instance, dead, compare)?;
    }
    Ok(answered)
}

/// Returns whether an instruction before the last one jumps or returns.
fn leaves_before_end(code: &Fragment) -> bool {
    let before = code.instructions.split_last().map_or(&[][..], |(_, before)| before);
    before.iter().any(|each| matches!(Control::of(each.row), Control::Branch | Control::Computed))
}

/// Compares. A difference that depends on what the code does not show does not refute the rule.
fn decide(
    question: &mut Question,
    instance: &Instance,
    compare: &mut dyn FnMut(&Question) -> Option<Answer>,
) -> Result<InstanceAnswer, String> {
    let mut ask = |question: &Question| compare(question).ok_or_else(|| "the time is over".to_owned());
    let answer = ask(question)?;
    if !is_different(&answer) {
        return Ok(with_pointers_apart(question, instance, answer, &mut ask));
    }
    if has_wildcard(instance) {
        return refuting(question.old.processor, instance, compare).ok_or_else(|| {
            "it depends on what the instructions of a wildcard do to memory and the stack".to_owned()
        });
    }
    let (calls, new_calls) = (called(&instance.old), called(&instance.new));
    if calls != new_calls {
        let other = || "one side calls a routine that the other one jumps to or does not call".to_owned();
        question.has_tail_calls = can_have_tail_calls(question);
        let tail = if question.has_tail_calls { ask(question)? } else { return Err(other()) };
        let stack = StackUse { has_tail_calls: true, is_apart: false };
        return settled(answer, tail, stack).ok_or_else(other);
    }
    let is_seen_by_callee = matches!(answer.verdict, Verdict::Different { aspect: Aspect::Events, .. });
    if is_seen_by_callee && !calls.is_empty() {
        return Err("it depends on what the called routine uses".to_owned());
    }
    question.stack_apart = StackApart::Pushed;
    let apart = ask(question)?;
    if let Verdict::Undecided(reason) = &apart.verdict
        && *reason != Reason::Apart
    {
        return Err(format!("whether it depends on pointers to the stack: {reason}"));
    }
    let stack = StackUse { is_apart: true, has_tail_calls: false };
    let different = InstanceAnswer::plain(answer.clone());
    Ok(settled(answer, apart, stack).unwrap_or(different))
}

/// Returns the answer if no pointer leads to what is pushed, where less must be dead then.
fn with_pointers_apart(
    question: &mut Question,
    instance: &Instance,
    answer: Answer,
    ask: &mut dyn FnMut(&Question) -> Result<Answer, String>,
) -> InstanceAnswer {
    let count = |answer: &Answer| dead_of(answer).map(<[_]>::len);
    let before = count(&answer).filter(|count| *count > 0 && instance.old.contains("push "));
    let Some(before) = before else { return InstanceAnswer::plain(answer) };
    question.stack_apart = StackApart::Pushed;
    let apart = ask(question).ok().filter(|apart| count(apart).is_some_and(|after| after < before));
    let stack = StackUse { is_apart: true, has_tail_calls: false };
    match apart {
        Some(apart) => InstanceAnswer { without: Some(answer), stack, ..InstanceAnswer::plain(apart) },
        None => InstanceAnswer::plain(answer),
    }
}

/// Returns the answer under an assumption, if it is that the parts are the same.
fn settled(without: Answer, answer: Answer, stack: StackUse) -> Option<InstanceAnswer> {
    dead_of(&answer).is_some().then(|| InstanceAnswer {
        without: Some(without),
        stack,
        ..InstanceAnswer::plain(answer)
    })
}

impl InstanceAnswer {
    fn plain(answer: Answer) -> Self {
        InstanceAnswer {
            answer,
            without: None,
            stack: StackUse::default(),
            concrete: None,
            keeps_nothing: false,
            sole: Vec::new(),
        }
    }

    /// Returns the answer that also counts what the parts do after a jump to one of their labels.
    fn entered(
        mut self,
        format: Format,
        entry: &Entry,
        entered: Instance,
        found: InstanceAnswer,
    ) -> Result<InstanceAnswer, String> {
        if let Verdict::Undecided(reason) = &found.answer.verdict {
            return Err(format!("after a jump to {} from elsewhere: {reason}", entry.written));
        }
        let before = dead_of(&self.answer).unwrap_or_default().to_vec();
        let dead = dead_of(&found.answer);
        let is_new = |component: &&Component| !before.contains(component);
        let more: Option<Vec<Component>> = dead.map(|dead| dead.iter().filter(is_new).copied().collect());
        let is_covered = found.stack == StackUse::default() || found.stack == self.stack;
        // That only flags differ is seldom about the jump.
        let needs_sole = |each: &Component| !each.is_flag || could_state(format, &entered, *each);
        match more.filter(|more| is_covered && !more.iter().any(needs_sole)) {
            Some(more) if more.is_empty() => {}
            Some(more) => match &mut self.answer.verdict {
                Verdict::SameIf { dead, .. } => dead.extend(more),
                verdict => {
                    *verdict = found.answer.verdict;
                    self.concrete = Some(entered);
                }
            },
            None if entry.is_stated => return Ok(InstanceAnswer { concrete: Some(entered), ..found }),
            None => {
                self.sole.push(entry.written.clone());
                self.without = Some(found.answer);
                self.concrete = Some(entered);
            }
        }
        Ok(self)
    }
}

/// Returns what must be dead so that the parts are the same, if they are.
fn dead_of(answer: &Answer) -> Option<&[Component]> {
    match &answer.verdict {
        Verdict::Same => Some(&[]),
        Verdict::SameIf { dead, .. } => Some(dead),
        Verdict::Different { .. } | Verdict::Undecided(_) => None,
    }
}

/// Returns whether a rule could say that a register or flag is dead. A rule that is not silent on flags could name all of them.
pub(crate) fn could_state(format: Format, instance: &Instance, component: Component) -> bool {
    let at_labels = instance.requires.iter().filter_map(|assume| match assume {
        Assume::DeadAt { what, .. } => Some(what),
        _ => None,
    });
    let mut names = at_labels.chain([&instance.dead]).flatten();
    let mut names_flags = || names.any(|name| name == "F" || name.starts_with("F."));
    // Each return uses SP, so that no rule is meant to change it.
    format.states_dead(component.is_flag) || component.name == "SP" || component.is_flag && names_flags()
}

/// Returns the answer with an instruction in place of a wildcard for which the parts are not the same.
fn refuting(
    processor: Processor,
    instance: &Instance,
    compare: &mut dyn FnMut(&Question) -> Option<Answer>,
) -> Option<InstanceAnswer> {
    concrete(processor, instance).into_iter().find_map(|concrete| {
        let answered = ask_from_start(processor, &concrete, compare).ok()?;
        let is_refuted = answered.stack == StackUse::default()
            && matches!(answered.answer.verdict, Verdict::Different { .. } | Verdict::SameIf { .. });
        is_refuted.then_some(InstanceAnswer { concrete: Some(concrete), ..answered })
    })
}

fn is_different(answer: &Answer) -> bool {
    matches!(answer.verdict, Verdict::Different { .. })
}

fn called(code: &str) -> BTreeSet<&str> {
    let lines = code.lines().map(str::trim);
    let calls = lines.filter_map(|line| line.strip_prefix("call ").or_else(|| line.strip_prefix("rst ")));
    calls.map(|operands| operands.rsplit(',').next().unwrap_or_default().trim()).collect()
}

/// Adds what holds where a rule is used.
fn assumed(processor: Processor, question: &mut Question, assume: &Assume) -> Result<(), String> {
    let unreadable = || format!("`{assume}` cannot be computed");
    match assume {
        Assume::Between { low, value, high } => {
            // A range of at least 65,536 numbers excludes no number of 16 bits.
            if high - low < 0xFFFF {
                let value = value.to_string();
                question.requires.push(Condition::between(*low, &value, *high).ok_or_else(unreadable)?);
            }
        }
        Assume::Equal(left, right) => {
            question.requires.push(
                Condition::related(&left.to_string(), true, &right.to_string()).ok_or_else(unreadable)?,
            );
        }
        Assume::Differ(left, right) => {
            question.requires.push(
                Condition::related(&left.to_string(), false, &right.to_string()).ok_or_else(unreadable)?,
            );
        }
        Assume::DeadAt { label, what } => {
            question.dead.push((Place::Label(label.clone()), names(processor, what)?));
        }
        // They are compared from the labels to which other code can jump.
        Assume::References { .. } => {}
        // What is not compared is left out: fewer assumptions cannot make anything the same.
        Assume::Keeps { function, what } => {
            let keeps = compared(processor, what);
            routine(question, function).keeps.extend(keeps);
        }
        Assume::Ignores { function, what } => {
            let ignores = compared(processor, what);
            routine(question, function).ignores.extend(ignores);
        }
    }
    Ok(())
}

fn routine<'q>(question: &'q mut Question, name: &str) -> &'q mut Routine {
    let place = question.routines.iter().position(|routine| routine.name == name);
    let place = place.unwrap_or_else(|| {
        question.routines.push(Routine { name: name.to_owned(), keeps: Vec::new(), ignores: Vec::new() });
        question.routines.len() - 1
    });
    &mut question.routines[place]
}

/// Returns the registers and flags of a list, without memory and what is not compared.
fn compared(processor: Processor, list: &[String]) -> Vec<Component> {
    list.iter().filter_map(|name| names(processor, std::slice::from_ref(name)).ok()).flatten().collect()
}

/// Returns whether nothing remains of what the code to replace computes, if these registers and flags are dead. What cannot be found out
/// counts as if something remained; the error says that the time is over.
fn keeps_nothing(
    question: &Question,
    instance: &Instance,
    dead: &[Component],
    compare: &mut dyn FnMut(&Question) -> Option<Answer>,
) -> Result<bool, String> {
    let processor = question.old.processor;
    let code = without_end(instance);
    let Some(changed) = changed_by(question, &code, "", compare)? else { return Ok(false) };
    let kept: Vec<&Component> = changed.iter().filter(|component| !dead.contains(component)).collect();
    if changed.is_empty() || kept.iter().any(|component| !component.is_flag) {
        return Ok(false);
    }
    // Two complements cancel out, although they compute: only code of which each instruction changes flags and nothing else computes flags
    // and nothing else.
    if dead.iter().all(|component| component.is_flag) {
        let all = Question { live: components(processor), dead: Vec::new(), ..question.clone() };
        for line in code.lines() {
            let alone = changed_by(&all, &format!("{line}\n"), "", compare)?;
            if !alone.is_some_and(|alone| alone.iter().all(|component| component.is_flag)) {
                return Ok(false);
            }
        }
    }
    if kept.is_empty() {
        return Ok(true);
    }
    // After `scf`, `ccf` computes CY, although both together always clear it.
    let lines: Vec<String> =
        code.lines().map(|line| format!("{line}\n")).filter(|line| *line != code).collect();
    for part in lines.iter().chain([&code]) {
        let computed = computed_flags(question, part, compare)?;
        if computed.is_none() && *part == code {
            return Ok(false);
        }
        if kept.iter().any(|kept| computed.iter().flatten().any(|other| other == *kept)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the flags that code computes, if it changes registers and flags only: those that it does not set, or clear, in every state.
fn computed_flags(
    question: &Question,
    code: &str,
    compare: &mut dyn FnMut(&Question) -> Option<Answer>,
) -> Result<Option<Vec<Component>>, String> {
    let mut computed = changed_by(question, code, "", compare)?;
    for value in ["0", "255"] {
        let Some(flags) = flags(question.old.processor, value) else { return Ok(None) };
        let varying = changed_by(question, code, &format!("{code}{flags}"), compare)?;
        let (Some(all), Some(varying)) = (&mut computed, varying) else { return Ok(None) };
        all.retain(|component| component.is_flag && varying.contains(component));
    }
    Ok(computed)
}

/// Returns the code to replace without an instruction at its end that leaves it, if the new code ends in the same one.
fn without_end(instance: &Instance) -> String {
    let lines: Vec<&str> = instance.old.lines().collect();
    let Some((last, before)) = lines.split_last() else { return String::new() };
    let is_end = *last == "\tret" || last.starts_with("\tjp ") && !last.contains(',');
    let kept = if is_end && instance.new.lines().last() == Some(*last) { before } else { &lines[..] };
    kept.iter().fold(String::new(), |text, line| text + line + "\n")
}

/// Returns instructions that give all flags a value and change no other register.
fn flags(processor: Processor, value: &str) -> Option<String> {
    let [push_flags, pop_flags, push, pop, load] = match processor {
        Processor::Z80 => ["push af", "pop af", "push hl", "pop hl", "ld l,"],
        Processor::I8080 => ["push psw", "pop psw", "push h", "pop h", "mvi l,"],
        Processor::Mos6502 => return None,
    };
    Some(format!("\t{push}\n\t{push_flags}\n\t{pop}\n\t{load}{value}\n\t{push}\n\t{pop_flags}\n\t{pop}\n"))
}

/// Returns the registers and flags that code changes, if that is all that it does.
fn changed_by(
    question: &Question,
    code: &str,
    other: &str,
    compare: &mut dyn FnMut(&Question) -> Option<Answer>,
) -> Result<Option<Vec<Component>>, String> {
    let read = |text: &str| -> Option<Fragment> { read_fragment("rule", text, question.old.processor).ok() };
    let (Some(old), Some(new)) = (read(code), read(other)) else { return Ok(None) };
    let question = Question { old: &old, new: &new, ..question.clone() };
    let answer = compare(&question).ok_or_else(|| "the time is over".to_owned())?;
    Ok(dead_of(&answer).map(<[_]>::to_vec))
}
