//! Options of a search: the goal and its cost, the space, and its constants. Also the reasons that a search cannot start.

use std::ops::Add;

use arcadian_isa::{Mode, Operand, Row};
use arcadian_proof::{InitialState, ProveError, Routine, SpecificationFault};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The quantity that is minimized. Default: bytes.
    pub goal: Goal,
    /// The maximum number of instructions before the return. Default: 4.
    pub max_instructions: usize,
    /// The immediate bytes that are tried in addition to those of the given code. Default: [`ConstantSet::Common`].
    pub constants: ConstantSet,
    /// Whether undocumented instructions are tried. Default: no.
    pub undocumented: bool,
    /// Whether parts of the given code are replaced, instead of all of it. The code must be straight-line. Default: no.
    pub windows: bool,
    /// Whether conditional forward jumps and conditional returns are tried. Default: yes.
    pub branches: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            goal: Goal::Bytes,
            max_instructions: 4,
            constants: ConstantSet::Common,
            undocumented: false,
            windows: false,
            branches: true,
        }
    }
}

/// A set of immediate bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConstantSet {
    /// [`COMMON_CONSTANTS`].
    Common,
    /// All 256 bytes.
    All,
    List(Vec<u8>),
}

/// The immediate bytes that are tried by default: powers of two and masks.
pub const COMMON_CONSTANTS: [u8; 14] =
    [0x00, 0x01, 0x02, 0x04, 0x08, 0x0F, 0x10, 0x20, 0x40, 0x7F, 0x80, 0xF0, 0xFE, 0xFF];

/// The immediate words that are tried in addition to those of the given code.
pub const COMMON_WORDS: [u16; 4] = [0x0000, 0x0001, 0x00FF, 0xFFFF];

/// The maximum number of numbers that are combined, and of immediate bytes made of them.
const MAX_NUMBERS: usize = 8;
const MAX_BYTES: usize = 48;

/// Returns the constants that are not among the known ones: of each number its neighbors, negative and complement, of two numbers
/// their sum, difference and exclusive or. What is derived from fewer numbers comes first.
pub(crate) fn derived(numbers: &[i64], known: &Constants) -> Constants {
    let numbers: Vec<i64> = numbers.iter().copied().take(MAX_NUMBERS).collect();
    let single = numbers.iter().flat_map(|k| [*k, k >> 8, 0x100 - k, k + 1, k - 1, !k]);
    let pairs = numbers.iter().flat_map(|k| numbers.iter().map(move |l| (*k, *l)));
    let combined =
        pairs.filter(|(k, l)| k != l).flat_map(|(k, l)| [k - l, k - l + 1, k - l - 1, k + l, k ^ l]);
    let mut bytes: Vec<u8> = Vec::new();
    for value in single.chain(combined) {
        let byte = value.to_le_bytes()[0];
        if !known.bytes.contains(&byte) && !bytes.contains(&byte) && bytes.len() < MAX_BYTES {
            bytes.push(byte);
        }
    }
    let words = numbers.iter().flat_map(|k| [*k, 0x1_0000 - k, k - 1, k + 1]);
    let mut words: Vec<u16> = words
        .filter_map(|word| u16::try_from(word).ok())
        .filter(|word| !known.words.contains(word))
        .collect();
    words.sort_unstable();
    words.dedup();
    bytes.sort_unstable();
    Constants { bytes, words }
}

fn numbers_of_contract(sheet: &str) -> Vec<i64> {
    let conditions =
        sheet.lines().filter_map(|line| line.strip_prefix(";!")?.split_once(':')).filter(|(key, _)| {
            ["requires", "ensures"].iter().any(|condition| key.trim().eq_ignore_ascii_case(condition))
        });
    let words = conditions.flat_map(|(_, text)| text.split(|c: char| !c.is_ascii_alphanumeric() && c != '$'));
    let mut numbers: Vec<i64> = words
        .filter_map(arcadian_asm::number)
        .map(i64::from)
        .filter(|number| (2..=0xFFFF).contains(number))
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Returns the immediate operands: those of the options and those of the given code.
pub(crate) fn constants(given: &Routine, options: &Options) -> Constants {
    let mut bytes = match &options.constants {
        ConstantSet::Common => COMMON_CONSTANTS.to_vec(),
        ConstantSet::All => (0..=0xFF).collect(),
        ConstantSet::List(bytes) => bytes.clone(),
    };
    let mut words = COMMON_WORDS.to_vec();
    let own = immediates(given);
    bytes.extend(own.bytes);
    words.extend(own.words);
    bytes.sort_unstable();
    bytes.dedup();
    words.sort_unstable();
    words.dedup();
    Constants { bytes, words }
}

fn immediates(given: &Routine) -> Constants {
    let mut own = Constants::default();
    for line in &given.assembly.lines {
        let Some(row) = line.row else { continue };
        let Ok(instruction) = given.processor().decode(&line.bytes) else { continue };
        if has_immediate_byte(row) {
            own.bytes.push(instruction.value as u8);
        } else if has_immediate_word(row) {
            own.words.push(instruction.value);
        }
    }
    own
}

fn has_immediate_byte(row: &Row) -> bool {
    row.operands().iter().any(|operand| matches!(operand, Operand::Byte | Operand::Mos(Mode::Immediate)))
}

fn has_immediate_word(row: &Row) -> bool {
    matches!(row.operands(), [Operand::Reg(_), Operand::Word])
}

pub(crate) fn numbers(sheet: &str, given: &Routine) -> Vec<i64> {
    let immediates = immediates(given);
    let mut numbers: Vec<i64> = immediates.bytes.iter().map(|byte| i64::from(*byte)).collect();
    numbers.extend(immediates.words.iter().map(|word| i64::from(*word)));
    numbers.extend(numbers_of_contract(sheet));
    numbers.sort_unstable();
    numbers.dedup();
    numbers.retain(|number| *number > 1);
    numbers
}

/// The cost of code: its size, and the clock cycles of its slowest path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cost {
    pub bytes: u32,
    /// The clock cycles (T-states) of the slowest path.
    pub cycles: u32,
}

impl Add for Cost {
    type Output = Cost;

    fn add(self, other: Cost) -> Cost {
        Cost { bytes: self.bytes + other.bytes, cycles: self.cycles + other.cycles }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// The size; of equal sizes the cycles.
    #[default]
    Bytes,
    /// The cycles of the slowest path; of equal cycles the size.
    Cycles,
}

impl Goal {
    /// Returns a number that orders costs.
    pub(crate) fn key(self, cost: Cost) -> u64 {
        let (bytes, cycles) = (u64::from(cost.bytes), u64::from(cost.cycles));
        match self {
            Goal::Bytes => bytes << 32 | cycles,
            Goal::Cycles => cycles << 32 | bytes,
        }
    }
}

/// The immediate operands that are tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Constants {
    pub(crate) bytes: Vec<u8>,
    pub(crate) words: Vec<u16>,
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ShortenError {
    /// The given routine violates its contract.
    #[error("{name} does not satisfy its contract; `arcadian verify` shows a counterexample")]
    Wrong { name: String, failing: Box<InitialState> },
    /// What the given routine does is not known.
    #[error("{0} leads to code that is not there; `arcadian verify` shows where")]
    Absent(String),
    #[error("{name} cannot be proven, so no other code can be: {error}")]
    NotProven { name: String, error: ProveError },
    #[error("{0} does not take the cycles that its header states; `arcadian verify` shows them")]
    WrongCycles(String),
    /// No input satisfies the conditions of the header, or these say nothing about an output.
    #[error("{name}: {fault}")]
    Contract { name: String, fault: SpecificationFault },
    /// The conditions cannot be evaluated for a test.
    #[error("the conditions of {0} are too large for a search")]
    Conditions(String),
    #[error(
        "{0} is given pointers; shorten searches code for registers, flags and memory at fixed addresses"
    )]
    Pointers(String),
    #[error("{0} has arguments on the stack, which the search does not simulate")]
    StackArguments(String),
    #[error(
        "{0} returns a result on the stack; shorten searches code for registers, flags and memory at fixed addresses"
    )]
    StackResult(String),
    #[error("{0} uses a device, which the search does not simulate")]
    Device(String),
    #[error("the header names {bytes} bytes of memory; shorten simulates up to {limit}")]
    TooMuchMemory { bytes: usize, limit: usize },
    #[error(
        "{0} has branches, data, or instructions that code for its contract must not contain, or may change itself; only straight-line code has windows"
    )]
    NotStraight(String),
    /// The search has no memory for longer sequences.
    #[error("the memory does not suffice for longer sequences")]
    NoMemory,
    #[error("{0} did not return for a test input: this is a bug in the verifier")]
    NoReturn(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_check_has_its_constants() {
        let sheet = ";! ensures: c = if x >= 65 and x <= $5A then 1 else 0 ; 99\n; 7\n";
        assert_eq!(numbers_of_contract(sheet), [65, 90, 99]);
        let constants = derived(&[65, 91], &Constants { bytes: vec![1, 65], words: vec![65] });
        for byte in [0x100 - 65, 0x100 - 91, 91 - 65, 91, 64, 90, 66, 0xFF - 65, 65 ^ 91] {
            assert!(constants.bytes.contains(&(byte as u8)), "{byte}");
        }
        assert!(!constants.bytes.contains(&65) && !constants.bytes.contains(&1));
    }
}
