//! How programs of one kind are written and counted.

use super::Space;
use crate::notation::Notation;

/// What the commands, the views and the parser of expressions need to know about a kind of program.
#[derive(Debug)]
pub struct Language {
    /// The name in a title: `8080`, `BASIC`.
    pub name: &'static str,
    /// What such a program is: `8080 machine code`.
    pub description: &'static str,
    /// What steps are called: instructions, statements.
    pub steps: &'static str,
    /// What the clock counts: cycles, T-states.
    pub cycles: &'static str,
    /// How numbers are written.
    pub notation: Notation,
    /// Characters that announce the base of a number, in addition to `$`: the character, the base and its name.
    pub bases: &'static [(char, u32, &'static str)],
    /// Arrays: the opening bracket with the array's name, and what it indexes. `)` closes all of them.
    pub arrays: &'static [(&'static str, Space)],
    /// Whether `#` means "not equal".
    pub has_hash_operator: bool,
}
