//! Two parts that are compared: a name means one thing in both.

use arcadian_isa::Processor;

use super::{Fragment, engine};
use crate::{diagnostic::Failure, engine::Defined, options::NoFiles};

/// How often a part is read anew because constants of one are defined with constants of the other.
const MOST_ROUNDS: usize = 10;

/// A constant with its value.
type Constant = (String, i64);

/// Reads two parts. What one of them defines by EQU has its value in both. `parts` are their names, used in messages, and texts.
pub fn read_pair(parts: [(&str, &str); 2], processor: Processor) -> [Result<Fragment, Failure>; 2] {
    let definitions = |part: usize, given: &[Vec<Constant>; 2]| {
        engine(&mut NoFiles, parts[part], processor).with_constants(&given[part]).into_definitions()
    };
    let mut given: [Vec<Constant>; 2] = Default::default();
    let mut defined = [0, 1].map(|part| definitions(part, &given));
    for _ in 0..MOST_ROUNDS {
        let more =
            [missing(&defined[0], &defined[1], &given[0]), missing(&defined[1], &defined[0], &given[1])];
        if more.iter().all(Vec::is_empty) {
            break;
        }
        given.iter_mut().zip(more).for_each(|(given, more)| given.extend(more));
        defined = [0, 1].map(|part| definitions(part, &given));
    }
    let read = |part: usize, other: &[Defined]| {
        engine(&mut NoFiles, parts[part], processor).with_constants(&given[part]).into_fragment(other)
    };
    [read(0, &[]), read(1, &defined[0])]
}

/// Returns the numbers that only the other part defines.
fn missing(own: &[Defined], other: &[Defined], given: &[Constant]) -> Vec<Constant> {
    let is_known = |name: &str| {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        own.iter().any(|defined| is(&defined.name)) || given.iter().any(|(known, _)| is(known))
    };
    let numbers = other.iter().filter_map(|defined| Some((defined.name.clone(), defined.number?)));
    numbers.filter(|(name, _)| !is_known(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the parameters of both parts, or the first error.
    fn outcome(old: &str, new: &str) -> String {
        let read = read_pair([("old", old), ("new", new)], Processor::Z80);
        let shown = read.map(|read| match read {
            Ok(fragment) => fragment.parameters.join(","),
            Err(failure) => failure.diagnostics.first().map(ToString::to_string).unwrap_or_default(),
        });
        shown.join(" | ")
    }

    #[test]
    fn a_constant_of_one_part_is_that_of_the_other() {
        let cases = [
            ("K EQU 5\n LD A,K\n", " LD A,K\n", " | "),
            (" LD A,K\n", "K EQU 5\n LD A,K\n", " | "),
            (" LD A,K\n", " LD A,K\n", "K | K"),
            ("K EQU 5\nN EQU J+1\n LD A,N\n", "J EQU K+1\n LD A,N\n", " | "),
            ("K EQU 5\n LD A,K\n", "k equ 2+3\n LD A,K\n", " | "),
            ("HERE: LD A,1\n JR HERE\n", "HERE: LD A,2\n JR HERE\n", " | "),
            (
                "K EQU 5\n LD A,K\n",
                "K EQU 6\n LD A,K\n",
                " | new:1:1: error: `K` is 6 here and 5 in the other part; a name means one thing in a comparison",
            ),
            (
                "K EQU 5\n LD A,K\n",
                "K: LD A,5\n JR K\n",
                " | new:1:1: error: `K` is a label here and 5 in the other part; a name means one thing in a comparison",
            ),
        ];
        for (old, new, expected) in cases {
            assert_eq!(outcome(old, new), expected, "{old}---\n{new}");
        }
    }
}
