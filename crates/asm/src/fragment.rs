//! Code that is not placed: its address is not known, and names that it does not define are parameters.
//!
//! ```
//! use arcadian_asm::fragment::{Target, Term, read_fragment};
//! use arcadian_isa::Processor;
//!
//! let fragment = read_fragment("old.asm", "LOOP: LD A,SIZE+1\n JR NZ,LOOP\n JP DONE\n", Processor::Z80)?;
//! assert_eq!(fragment.parameters, ["SIZE", "DONE"]);
//! let [load, again, leave] = &fragment.instructions[..] else { panic!("three instructions") };
//! assert_eq!(load.value[..], [Term::Parameter(0), Term::Number(1), Term::Add]);
//! assert_eq!(again.target(), Some(Target::Instruction(0)));
//! assert_eq!(leave.target(), Some(Target::Parameter(1)));
//! # Ok::<(), arcadian_asm::Failure>(())
//! ```

use arcadian_isa::{Processor, Row};

use crate::diagnostic::{Diagnostic, Failure};
use crate::engine::Engine;
use crate::expression::{Expression, Step};
use crate::options::NoFiles;
use crate::sheet::{self, Hand};
use crate::source::File;
use crate::symbols::Meaning;
use crate::syntax::{Binary, Unary};
use crate::words::Words;

/// The address at which a fragment is read. Nothing depends on it.
pub(crate) const ORIGIN: u32 = 0x8000;

/// Code that is not placed.
#[derive(Clone, Debug)]
pub struct Fragment {
    /// The processor it is for.
    pub processor: Processor,
    /// Its instructions, in order.
    pub instructions: Vec<Unplaced>,
    /// The names that it uses and does not define, in the order of their first use.
    pub parameters: Vec<String>,
    /// Its labels, with the numbers of the instructions that they are before. The number after the last one is the end.
    pub labels: Vec<(String, usize)>,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
}

/// An instruction of a fragment.
#[derive(Clone, Debug)]
pub struct Unplaced {
    /// The row of its opcode.
    pub row: &'static Row,
    /// The displacement of (IX+d) and (IY+d), in postfix order; empty if it has none.
    pub displacement: Vec<Term>,
    /// The byte or word operand or the target of a branch, in postfix order; empty if it has none.
    pub value: Vec<Term>,
    /// The number of its line, from 1.
    pub line: usize,
    /// The text of its line.
    pub text: String,
}

/// The target of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// To an instruction of the fragment, or to its end.
    Instruction(usize),
    /// To a parameter.
    Parameter(usize),
    /// To an address.
    Address(u16),
}

/// A step of a computation in postfix order. Numbers have 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// A number.
    Number(i64),
    /// The value of the parameter with this number.
    Parameter(usize),
    /// The address of the instruction with this number, or of the end.
    Address(usize),
    /// An address between instructions.
    Within,
    /// The negative number.
    Minus,
    /// The complement of all bits.
    Not,
    /// Bits 0 to 7.
    Low,
    /// Bits 8 to 15.
    High,
    /// The sum of the two numbers before.
    Add,
    /// The difference.
    Subtract,
    /// The product.
    Multiply,
    /// The bits that both have.
    And,
    /// The bits that one of them has.
    Or,
    /// The bits that differ.
    Xor,
    /// A left shift.
    Left,
    /// A right shift.
    Right,
    /// Any other operation.
    Other,
}

impl Unplaced {
    /// Returns where a jump or call leads, if its operand is the address of an instruction, a parameter or a number.
    pub fn target(&self) -> Option<Target> {
        match self.value[..] {
            [Term::Address(instruction)] => Some(Target::Instruction(instruction)),
            [Term::Parameter(parameter)] => Some(Target::Parameter(parameter)),
            [Term::Number(address)] => Some(Target::Address(address as u16)),
            _ => None,
        }
    }
}

/// Reads code that is not placed. `name` is the file name used in messages.
pub fn read_fragment(name: &str, text: &str, processor: Processor) -> Result<Fragment, Failure> {
    engine(&mut NoFiles, (name, text), processor).into_fragment(&[])
}

fn engine<'h>(host: &'h mut NoFiles, (name, text): (&str, &str), processor: Processor) -> Engine<'h> {
    let file = File::new(name, text);
    let has_columns = has_columns(&file);
    Engine::new(host, Words::of(processor), file, ORIGIN, has_columns, false)
}

/// A name that a part defines.
#[derive(Clone, Debug)]
pub(crate) struct Defined {
    pub(crate) name: String,
    /// Its value, if it is a number.
    pub(crate) number: Option<i64>,
    /// Whether it is defined only once.
    pub(crate) is_fixed: bool,
}

/// The maximum number of times that a part is read anew because constants of one are defined with constants of the other.
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

/// Returns whether a text has the address columns of a sheet. Without its header, which a part of a sheet does not have, addresses that
/// begin with a digit say so: no label does.
fn has_columns(file: &File) -> bool {
    let is_address =
        |line: &str| line.starts_with(|first: char| first.is_ascii_digit()) && Hand::read(line).is_some();
    sheet::read(&file.lines).is_sheet() || file.lines.iter().any(|line| is_address(line))
}

/// The meanings of names of a fragment.
pub(crate) struct Names<'a> {
    /// The address of each instruction, and of the end.
    pub(crate) addresses: &'a [u32],
    pub(crate) parameters: Vec<String>,
}

impl Names<'_> {
    /// Translates an expression; `meaning` says what a name stands for.
    pub(crate) fn terms(
        &mut self,
        expression: &Expression,
        meaning: impl Fn(&crate::expression::Name) -> Meaning,
    ) -> Vec<Term> {
        let step = |step: &Step| match step {
            Step::Number(number) => Term::Number(*number),
            Step::Here(address) => self.address(*address),
            Step::Name(name) => match meaning(name) {
                Meaning::Address(address) => self.address(address),
                Meaning::Number(value) => Term::Number(value),
                Meaning::Placed => Term::Within,
                Meaning::Unknown => self.parameter(&name.name),
            },
            Step::Unary(unary) => Term::from(*unary),
            Step::Binary(binary, _) => Term::from(*binary),
        };
        let terms = expression.steps.iter().map(step).collect();
        self.distance_folded(terms)
    }

    fn address(&self, address: i64) -> Term {
        let found = self.addresses.iter().position(|start| i64::from(*start) == address);
        found.map_or(Term::Within, Term::Address)
    }

    fn parameter(&mut self, name: &str) -> Term {
        let known = self.parameters.iter().position(|other| other.eq_ignore_ascii_case(name));
        Term::Parameter(known.unwrap_or_else(|| {
            self.parameters.push(name.to_owned());
            self.parameters.len() - 1
        }))
    }

    /// Replaces an address plus or minus a number, as in `$+3`, by the address of the instruction there.
    fn distance_folded(&self, terms: Vec<Term>) -> Vec<Term> {
        let (Term::Address(from), distance) = (match terms[..] {
            [from, Term::Number(distance), Term::Add] => (from, distance),
            [from, Term::Number(distance), Term::Subtract] => (from, -distance),
            _ => return terms,
        }) else {
            return terms;
        };
        let address = self.addresses.get(from).map_or(-1, |start| i64::from(*start) + distance);
        vec![self.address(address)]
    }
}

impl From<Unary> for Term {
    fn from(unary: Unary) -> Term {
        match unary {
            Unary::Minus => Term::Minus,
            Unary::Not => Term::Not,
            Unary::Low => Term::Low,
            Unary::High => Term::High,
            _ => Term::Other,
        }
    }
}

impl From<Binary> for Term {
    fn from(binary: Binary) -> Term {
        match binary {
            Binary::Add => Term::Add,
            Binary::Subtract => Term::Subtract,
            Binary::Multiply => Term::Multiply,
            Binary::And => Term::And,
            Binary::Or => Term::Or,
            Binary::Xor => Term::Xor,
            Binary::Left => Term::Left,
            Binary::Right => Term::Right,
            _ => Term::Other,
        }
    }
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
