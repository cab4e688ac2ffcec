//! The address of an instance in the view Compare of the page.

use std::fmt::Write;

use arcadian_compare::conditions;
use arcadian_files::escape;
use arcadian_isa::Processor;

use crate::rules::{
    instances::{Assume, Instance},
    rule::Reach,
};

/// Returns the part of an address, after that of the page, that opens an instance.
pub(crate) fn link(processor: Processor, instance: &Instance) -> String {
    let mut link = format!("#compare?cpu={}", escape::percent(processor.to_string().bytes(), &[]));
    let mut add = |name: &str, value: &str| {
        let _ = write!(link, "&{name}={}", escape::percent(value.bytes(), &[]));
    };
    add("old", &instance.old);
    add("new", &instance.new);
    // The view cannot say where they are not used.
    let is_everywhere = instance.reach == Reach::Everywhere || !leaves(&instance.old);
    for name in instance.dead.iter().filter(|_| is_everywhere) {
        add("dead", name.strip_prefix("F.").unwrap_or(name));
    }
    let requires: Vec<String> =
        instance.requires.iter().filter_map(|assume| condition(assume, instance)).collect();
    if !requires.is_empty() {
        add("requires", &requires.join(", "));
    }
    link
}

/// Returns whether code jumps or returns.
fn leaves(code: &str) -> bool {
    let is_jump = |line: &str| ["jp", "jr", "ret", "djnz"].iter().any(|name| line.trim().starts_with(name));
    code.lines().any(is_jump)
}

/// Returns what is assumed as a condition on entry, if it can be written as one.
fn condition(assume: &Assume, instance: &Instance) -> Option<String> {
    let text = match assume {
        Assume::Between { low, value, high } if *low >= 0 => {
            format!("{value} >= {low}, {value} <= {high}")
        }
        Assume::Equal(left, right) => format!("{left} = {right}"),
        Assume::Differ(left, right) => format!("{left} != {right}"),
        _ => return None,
    };
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let names =
        text.split(|c| !is_part(c)).filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
    let is_used = |name: &str| instance.old.contains(name) || instance.new.contains(name);
    (conditions(&text).is_ok() && names.clone().all(is_used)).then_some(text)
}

#[cfg(test)]
mod tests {
    use crate::rules::term::Term;

    use super::*;

    #[test]
    fn everything_is_in_the_address() {
        let instance = Instance {
            old: "\tld a,N1+1\n".to_owned(),
            new: "\tor a\n".to_owned(),
            dead: vec!["A".to_owned(), "F.CY".to_owned()],
            requires: vec![
                Assume::Differ(Term::name("N1"), Term::Number(5)),
                Assume::Differ(Term::name("N2"), Term::Number(5)),
                Assume::Between { low: -128, value: Term::name("N1"), high: 127 },
            ],
            ..Instance::default()
        };
        let expected = "#compare?cpu=Z80&old=%09ld%20a%2CN1%2B1%0A&new=%09or%20a%0A&dead=A&dead=CY\
                        &requires=N1%20%21%3D%205";
        assert_eq!(link(Processor::Z80, &instance), expected);
    }
}
