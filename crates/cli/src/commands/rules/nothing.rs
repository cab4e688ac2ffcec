//! Whether a rule says anything: a rule is not right because all that its code computes must be dead.
//!
//! What code computes are the registers and flags that it changes, the memory that it writes, where it continues, and what is observed
//! outside. A flag that it always sets, or always clears, is not computed. The rest is found by comparisons of the code to replace: with no
//! code, and with itself followed by instructions that set or clear all flags.

use arcadian_asm::{Fragment, read_fragment};
use arcadian_compare::{Answer, Component, Question, Verdict, components};
use arcadian_isa::Processor;
use arcadian_peephole::rules::Instance;

/// Returns whether nothing remains of what the code to replace computes, if these registers and flags are dead. What cannot be found out
/// counts as if something remained; the error says that the time is over.
pub fn keeps_nothing(
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
        let all = Question { live: components(processor), ..question.clone() };
        for line in code.lines() {
            let alone = changed_by(&all, &format!("{line}\n"), "", compare)?;
            if !alone.is_some_and(|alone| alone.iter().all(|component| component.is_flag)) {
                return Ok(false);
            }
        }
    }
    let mut computed = changed.clone();
    for value in ["0", "255"] {
        if kept.is_empty() {
            break;
        }
        let Some(flags) = flags(processor, value) else { return Ok(false) };
        let more = format!("{code}{flags}");
        let Some(varying) = changed_by(question, &code, &more, compare)? else { return Ok(false) };
        computed.retain(|component| !component.is_flag || varying.contains(component));
    }
    Ok(kept.iter().all(|component| !computed.contains(component)))
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
    Ok(match answer.verdict {
        Verdict::Same => Some(Vec::new()),
        Verdict::SameIf { dead, .. } => Some(dead),
        Verdict::Different { .. } | Verdict::Undecided(_) => None,
    })
}
