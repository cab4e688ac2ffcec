//! Conditions on the state on entry, as in `HL != DE` or `B != 0, D = 0`.

use arcadian_asm::fragment::{Term, read_fragment};
use arcadian_cpu::Domain;
use arcadian_isa::Processor;
use arcadian_parallel::{
    domain::ParallelDomain,
    formula::{Formula, FormulaByte},
};

use crate::{operand, state, unknowns::Unknowns};

/// A condition: two numbers of 16 bits and how they are related.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    left: Sum,
    relation: Relation,
    right: Sum,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Equal,
    Different,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// Terms, each added, subtracted or combined bit by bit with what is before it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sum(Vec<(char, Operand)>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Operand {
    Number(u16),
    /// A register, a pair, a flag or a constant.
    Name(String),
    /// The byte of memory at an address.
    Memory(Sum),
    /// An expression of the assembler, with its names.
    Computed(Vec<Term>, Vec<String>),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ConditionError {
    /// The error, and what to write instead.
    pub message: String,
    pub at: usize,
}

impl Condition {
    /// Returns the condition that a value is from `low` to `high`, as numbers of 16 bits. The value is an expression of the
    /// assembler with constants; `None` if it cannot be read.
    pub fn between(low: i64, value: &str, high: i64) -> Option<Condition> {
        let distance = u16::try_from(high - low).ok()?;
        let difference = Sum(vec![('+', computed(value)?), ('-', Operand::Number(low as u16))]);
        let right = Sum(vec![('+', Operand::Number(distance))]);
        Some(Condition { left: difference, relation: Relation::LessOrEqual, right })
    }

    /// Returns the condition that two expressions of the assembler are equal, or that they are different.
    pub fn related(left: &str, is_equal: bool, right: &str) -> Option<Condition> {
        let relation = if is_equal { Relation::Equal } else { Relation::Different };
        let side = |text| Some(Sum(vec![('+', computed(text)?)]));
        Some(Condition { left: side(left)?, relation, right: side(right)? })
    }
}

/// Reads an expression of the assembler as the operand of an instruction.
fn computed(text: &str) -> Option<Operand> {
    let fragment = read_fragment("condition", &format!(" LD HL,{text}\n"), Processor::Z80).ok()?;
    let [instruction] = &fragment.instructions[..] else { return None };
    // A register in place of a number has no value.
    let is_number = !instruction.value.is_empty();
    is_number.then(|| Operand::Computed(instruction.value.clone(), fragment.parameters))
}

/// The signs of relations. A longer sign is before its beginning, so that `<=` is not read as `<`.
const RELATIONS: &[(&str, Relation)] = &[
    ("!=", Relation::Different),
    ("<>", Relation::Different),
    ("<=", Relation::LessOrEqual),
    (">=", Relation::GreaterOrEqual),
    ("==", Relation::Equal),
    ("=", Relation::Equal),
    ("<", Relation::Less),
    (">", Relation::Greater),
];

/// Reads conditions that must all be true, separated by commas or `&&`.
pub fn conditions(text: &str) -> Result<Vec<Condition>, ConditionError> {
    let mut reader = Reader { text, at: 0 };
    let mut all = Vec::new();
    loop {
        let left = reader.sum(true)?;
        let relation = reader.relation()?;
        let right = reader.sum(true)?;
        all.push(Condition { left, relation, right });
        reader.skip_spaces();
        if reader.at == text.len() {
            return Ok(all);
        }
        if !reader.takes(",") && !reader.takes("&&") {
            return Err(reader.error("a comma, `&&` or the end is expected here"));
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn error(&self, message: &str) -> ConditionError {
        ConditionError { message: message.to_owned(), at: self.at }
    }

    fn skip_spaces(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn takes(&mut self, sign: &str) -> bool {
        self.skip_spaces();
        let is_next = self.rest().starts_with(sign);
        self.at += if is_next { sign.len() } else { 0 };
        is_next
    }

    fn relation(&mut self) -> Result<Relation, ConditionError> {
        let found = RELATIONS.iter().find(|(sign, _)| self.takes(sign));
        found
            .map(|(_, relation)| *relation)
            .ok_or_else(|| self.error("a relation is expected here: =, !=, <, <=, > or >=, as in `HL != DE`"))
    }

    /// Reads a sum; memory is not read at an address from memory.
    fn sum(&mut self, may_read: bool) -> Result<Sum, ConditionError> {
        let mut terms = vec![('+', self.operand(may_read)?)];
        loop {
            self.skip_spaces();
            let is_and = self.rest().starts_with("&&");
            let sign = self.rest().chars().next().filter(|sign| "+-&|^".contains(*sign) && !is_and);
            let Some(sign) = sign else { return Ok(Sum(terms)) };
            self.at += 1;
            terms.push((sign, self.operand(may_read)?));
        }
    }

    fn operand(&mut self, may_read: bool) -> Result<Operand, ConditionError> {
        if self.takes("(") {
            if !may_read {
                return Err(
                    self.error("an address is a register or a number here, not itself read from memory")
                );
            }
            let address = self.sum(false)?;
            if !self.takes(")") {
                return Err(self.error("a `)` is missing here"));
            }
            return Ok(Operand::Memory(address));
        }
        self.skip_spaces();
        let is_part = |c: char| c.is_ascii_alphanumeric() || "_$.'%@?".contains(c);
        let word: String = self.rest().chars().take_while(|c| is_part(*c)).collect();
        if word.is_empty() {
            return Err(
                self.error("a register, a flag, a constant, a number or `(address)` is expected here")
            );
        }
        let start = self.at;
        self.at += word.len();
        if word.starts_with(|c: char| c.is_ascii_digit() || c == '$') {
            let number = arcadian_asm::number(&word).and_then(|number| u16::try_from(number).ok());
            return number.map(Operand::Number).ok_or(ConditionError {
                message: format!(
                    "`{word}` is not a number up to 65535; hexadecimal numbers are 0FFH, $FF or 0xFF"
                ),
                at: start,
            });
        }
        Ok(Operand::Name(word))
    }
}

impl Condition {
    /// Returns the names that are neither registers nor flags.
    pub fn constants(&self, processor: Processor) -> Vec<String> {
        let mut names = Vec::new();
        for sum in [&self.left, &self.right] {
            sum.constants(processor, &mut names);
        }
        names
    }

    /// Returns the states in which it is true.
    pub(crate) fn states(&self, unknowns: &mut Unknowns) -> Formula {
        let (left, right) = (self.left.value(unknowns), self.right.value(unknowns));
        let equal = FormulaByte::words_equal(left, right);
        let (one, other) = (FormulaByte::split(left), FormulaByte::split(right));
        let borrow = one.1.difference(other.1, false.into()).1.bit(7);
        let less = one.0.difference(other.0, borrow).1.bit(7);
        match self.relation {
            Relation::Equal => equal,
            Relation::Different => !equal,
            Relation::Less => less,
            Relation::LessOrEqual => less | equal,
            Relation::Greater => !(less | equal),
            Relation::GreaterOrEqual => !less,
        }
    }
}

type Word = <FormulaByte as Domain>::Word;

impl Sum {
    fn constants(&self, processor: Processor, names: &mut Vec<String>) {
        for (_, operand) in &self.0 {
            match operand {
                Operand::Name(name) if state::named(processor, name).is_err() => names.push(name.clone()),
                Operand::Memory(address) => address.constants(processor, names),
                Operand::Computed(_, constants) => names.extend(constants.iter().cloned()),
                _ => {}
            }
        }
    }

    fn value(&self, unknowns: &mut Unknowns) -> Word {
        let mut sum = Word::from(0);
        for (sign, operand) in &self.0 {
            let value = operand.value(unknowns);
            let ((high, low), (other_high, other_low)) = (FormulaByte::split(sum), FormulaByte::split(value));
            sum = match sign {
                '-' => FormulaByte::words_difference(sum, value),
                '&' => FormulaByte::join(high & other_high, low & other_low),
                '|' => FormulaByte::join(high | other_high, low | other_low),
                '^' => FormulaByte::join(high ^ other_high, low ^ other_low),
                _ => {
                    let (low, carries) = low.sum(other_low, false.into());
                    FormulaByte::join(high.sum(other_high, carries.bit(7)).0, low)
                }
            };
        }
        sum
    }
}

impl Operand {
    fn value(&self, unknowns: &mut Unknowns) -> Word {
        match self {
            Operand::Number(number) => Word::from(*number),
            Operand::Memory(address) => {
                let address = address.value(unknowns);
                FormulaByte::join(FormulaByte::from(0), unknowns.cell(0, address, Formula::TRUE))
            }
            Operand::Name(name) => unknowns.named(name),
            Operand::Computed(terms, names) => {
                let value = |name: &String| FormulaByte::split(unknowns.named(name));
                let parameters: Vec<_> = names.iter().map(value).collect();
                // What cannot be computed excludes nothing: it is another unknown number.
                let computed = operand::value(terms, &parameters, 0);
                computed.map_or_else(|_| unknowns.any_word(), |(high, low)| FormulaByte::join(high, low))
            }
        }
    }
}
