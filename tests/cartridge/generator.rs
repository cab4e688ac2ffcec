//! Random programs and entries, from a grammar.

use std::sync::LazyLock;

use super::grammar::{Grammar, Random, Source};

static PROGRAMS: LazyLock<Grammar> = LazyLock::new(|| Grammar::new(&[include_str!("programs.txt")]));

/// Fills a text with the rules of the grammar.
pub(super) fn fill(random: &Random, text: &'static str) -> String {
    Source::new(&PROGRAMS, random).fill(text)
}

/// Returns the lines of a program. Subroutines begin at line 500.
pub(super) fn program(random: &Random) -> Vec<String> {
    let mut lines = block(random, 10, 3 + random.below(10));
    lines.push("400 STOP".to_owned());
    for number in [500, 600] {
        lines.extend(block(random, number, 1 + random.below(3)));
        lines.push(format!("{} RETURN", number + 90));
    }
    lines
}

/// Returns lines from a number on; some are a loop.
fn block(random: &Random, number: usize, count: usize) -> Vec<String> {
    let (mut source, mut open) = (Source::new(&PROGRAMS, random), None);
    let mut texts: Vec<String> = Vec::new();
    for _ in 0..count {
        texts.push(match (open.take(), random.below(7)) {
            (None, 0) => {
                let name = source.fill("{variable}");
                source.bound = vec![("v", name.clone())];
                open = Some(name);
                source.fill("{for}")
            }
            (Some(name), 0 | 1) => format!("NEXT {name}"),
            (name, _) => {
                open = name;
                source.fill("{statements}")
            }
        });
    }
    texts.extend(open.map(|name| format!("NEXT {name}")));
    (number..).zip(texts).map(|(number, text)| format!("{number} {text}")).collect()
}

/// A rule that nothing applies is an error of the grammar, and so is a name without a rule.
#[test]
fn programs_and_entries_apply_every_rule() {
    let random = Random::new(1);
    let mut source = Source::new(&PROGRAMS, &random);
    source.bound = vec![("v", "A".to_owned())];
    for _ in 0..1000 {
        source.fill("{keys}{for}{statements}{more}{damage}{edits}{entries}{game}");
    }
    assert!(source.unused_rules().is_empty(), "{:?}", source.unused_rules());
}
