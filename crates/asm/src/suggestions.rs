//! Suggestions: the nearest word, and what to write instead of a directive of ca65, ACME, DASM, 64tass, sjasmplus, zmac, M80, ASM80, SDCC,
//! Merlin, BeebAsm, WLA or NESASM.
//!
//! A word in column one can be a label, so an unknown directive there would be read as one.

use crate::syntax::is_one_of;

/// Returns the candidate with the smallest edit distance, if it is small enough to be a typing error. Ignores case.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 40;
    let word: Vec<u8> = word.bytes().map(|byte| byte.to_ascii_uppercase()).take(LONGEST).collect();
    let allowed = (word.len() / 3).clamp(1, 3);
    let near = candidates.into_iter().filter(|other| other.len().abs_diff(word.len()) <= allowed);
    // Of equally near words the one with the same letters is likelier: `LAD` is LDA. Other ties are broken alphabetically, so that the
    // result does not depend on the iteration order of a map.
    let measured =
        near.map(|other| (distance(&word, other), letters(&word) != letters(other.as_bytes()), other));
    measured.filter(|(distance, ..)| *distance <= allowed).min().map(|(.., other)| other)
}

/// Returns how often each character is in a word.
fn letters(word: &[u8]) -> [usize; 256] {
    let mut counts = [0; 256];
    word.iter().for_each(|letter| counts[usize::from(letter.to_ascii_uppercase())] += 1);
    counts
}

/// The question whether another word was meant: "did you mean `ORG`?".
pub fn did_you_mean(near: impl std::fmt::Display) -> String {
    format!("did you mean `{near}`?")
}

/// The same question at the end of a message, or nothing: "; did you mean `ORG`?".
pub fn or_near(near: Option<impl std::fmt::Display>) -> String {
    near.map_or_else(String::new, |near| format!("; {}", did_you_mean(near)))
}

/// Returns the number of insertions, deletions, substitutions and transpositions of adjacent letters.
fn distance(word: &[u8], other: &str) -> usize {
    let other: Vec<u8> = other.bytes().map(|byte| byte.to_ascii_uppercase()).collect();
    let (mut before, mut last) = (Vec::new(), (0..=other.len()).collect::<Vec<_>>());
    let get = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX / 2);
    for (i, letter) in word.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, own) in other.iter().enumerate() {
            let changed = get(&last, j) + usize::from(letter != own);
            let mut best = changed.min(get(&last, j + 1) + 1).min(get(&row, j) + 1);
            let turned = i > 0 && j > 0 && word.get(i - 1) == Some(own) && other.get(j - 1) == Some(letter);
            if turned {
                best = best.min(get(&before, j - 1) + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    get(&last, other.len())
}

/// Directives with the same replacement, a line each: those that stand alone in a line; those that take operands, or that are too good as
/// labels to be taken for directives without a dot; and what to write instead.
const GROUPS: &str = include_str!("tables/instead.txt");

/// Returns the two kinds of directives of each group, divided by blanks, and their replacement.
fn groups() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    GROUPS.lines().filter_map(|line| {
        let mut parts = line.split('|').map(str::trim);
        Some((parts.next()?, parts.next()?, parts.next()?))
    })
}

/// Returns what to write instead of a directive of another assembler, given without its dot.
pub(crate) fn instead_of(word: &str) -> Option<&'static str> {
    let group = groups().find(|(alone, others, _)| is_one_of(alone, word) || is_one_of(others, word));
    group.filter(|_| !word.is_empty()).map(|(.., instead)| instead)
}

/// Whether this is a directive of another assembler that stands alone in a line and is no likely label.
pub(crate) fn stands_alone(word: &str) -> bool {
    !word.is_empty() && groups().any(|(alone, ..)| is_one_of(alone, word))
}

#[cfg(test)]
mod tests {
    use arcadian_isa::Processor::{I8080, Mos6502, Z80};

    use super::*;
    use crate::tables::own::directive;
    use crate::words::Words;

    #[test]
    fn no_name_is_listed_twice_or_known() {
        let all = groups().flat_map(|(alone, others, _)| alone.split(' ').chain(others.split(' ')));
        let mut names: Vec<&str> = all.filter(|name| !name.is_empty()).collect();
        names.sort_unstable();
        for pair in names.windows(2) {
            assert_ne!(pair[0], pair[1]);
        }
        for name in names {
            assert_eq!(directive(name), None, "{name}");
            for processor in [I8080, Z80, Mos6502] {
                assert!(!Words::of(processor).is_bare_mnemonic(name), "{name} on the {processor}");
            }
        }
    }

    #[test]
    fn typing_errors_are_found_and_other_words_are_not() {
        let words = ["MOV", "MVI", "LXI", "routine"];
        assert_eq!(nearest("mvo", words), Some("MOV"));
        assert_eq!(nearest("routnie", words), Some("routine"));
        assert_eq!(nearest("XYZ", words), None);
        assert_eq!(nearest("", words), None);
    }
}
