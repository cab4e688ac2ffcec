//! A partial match of a rule: what its variables are bound to and what is assumed. An equation of constants that a name solves is solved, so
//! that the compared code has fewer names. The code of an instance as source for the assembler, and its spelling.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

use arcadian_asm::read_fragment;
use arcadian_isa::{CycleKind, Mode, Operand, Processor, Reg, Row};

use super::Assume;
use crate::rules::{
    rule::{Format, LineKind, PatternLine, Piece, Template},
    syntax::{self, Line},
    term::{NoNumber, Operator, Term, Unary},
    text::{Text, Token, glued, is_part, number},
    value::Value,
};

/// The variables of a rule with their texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Bindings(Vec<(String, Text)>);

impl Bindings {
    pub(super) fn get(&self, name: &str) -> Option<&Text> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, text)| text)
    }

    pub(super) fn with(&self, name: &str, text: Text) -> Bindings {
        let mut all = self.clone();
        all.0.push((name.to_owned(), text));
        all
    }

    pub(super) fn only<'n>(&self, names: impl Iterator<Item = &'n str>) -> Bindings {
        let bound = |name: &str| Some((name.to_owned(), self.get(name)?.clone()));
        Bindings(names.filter_map(bound).collect())
    }

    /// Returns the bindings that were added to these.
    pub(super) fn added_to(mut self, these: &Bindings) -> Bindings {
        Bindings(self.0.split_off(these.0.len().min(self.0.len())))
    }

    pub(super) fn and(&self, more: &Bindings) -> Bindings {
        Bindings(self.0.iter().chain(&more.0).cloned().collect())
    }

    /// Returns the variables that a rule shows, with their texts.
    pub(super) fn operands(&self) -> Vec<(String, String)> {
        let is_shown = |name: &str| name.starts_with(['%', '?', '$']);
        let shown = self.0.iter().filter(|(name, _)| is_shown(name));
        shown.map(|(name, text)| (name.clone(), text.to_string())).collect()
    }

    pub(super) fn evaluate(&self, value: &Value) -> Result<Text, NoNumber> {
        value.evaluate(&|name| self.get(name).cloned())
    }

    pub(super) fn has_all(&self, value: &Value) -> bool {
        value.variables().iter().all(|name| self.get(name).is_some())
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub(super) bound: Bindings,
    pub(super) dead: BTreeSet<&'static str>,
    pub(super) not_volatile: Vec<Text>,
    pub(super) assumes: Vec<Assume>,
    /// The constants that have a sign: these are not negative, or minus these was put in their place.
    pub(super) signed: BTreeSet<String>,
    /// Whether the old code may change registers and flags only.
    pub(super) is_without_effect: bool,
    /// Code after the rule that both sides share.
    pub(super) after: Vec<String>,
    /// The reason that it is not known whether this is a match.
    pub(super) undecided: Option<&'static str>,
}

impl State {
    pub(super) fn binding(&self, name: &str, text: impl Into<Text>) -> State {
        State { bound: self.bound.with(name, text.into()), ..self.clone() }
    }

    pub(super) fn assuming(&self, assume: Assume) -> State {
        let mut state = self.clone();
        if !state.assumes.contains(&assume) {
            state.assumes.push(assume);
        }
        state
    }

    /// Returns the match, of which it is not known whether it is one.
    pub(super) fn undecided(&self, reason: &'static str) -> State {
        State { undecided: Some(reason), ..self.clone() }
    }

    /// Returns the match in which a name has this value everywhere, unless an assumption is false then.
    pub(super) fn substituted(&self, name: &str, value: &Term) -> Vec<State> {
        match self.with(name, value) {
            Ok(Some(state)) => vec![state],
            Ok(None) => Vec::new(),
            Err(_) => vec![self.undecided(TOO_LARGE)],
        }
    }

    /// Returns the constant that a variable is, with or without SDCC's mark.
    pub(super) fn constant(&self, variable: &str) -> Option<Arc<str>> {
        match unmarked(self.bound.get(variable)?).0.0.as_slice() {
            [Token::Term(Term::Name(name))] => Some(Arc::clone(name)),
            _ => None,
        }
    }

    /// Returns the match in which a constant is written as a sum.
    pub(super) fn with_sum(&self, constant: &str) -> State {
        let one = |token: &Token| match token {
            Token::Term(Term::Name(name)) if **name == *constant => {
                vec![token.clone(), Token::Char('+'), Token::Char('1')]
            }
            token => vec![token.clone()],
        };
        let mut state = self.clone();
        let bound = state.bound.0.iter_mut().map(|(_, text)| text);
        for text in bound.chain(&mut state.not_volatile) {
            *text = Text(text.0.iter().flat_map(one).collect());
        }
        state
    }

    fn with(&self, name: &str, value: &Term) -> Result<Option<State>, NoNumber> {
        let mut state = self.clone();
        for (_, text) in &mut state.bound.0 {
            *text = text.with(name, value)?;
        }
        for text in &mut state.not_volatile {
            *text = text.with(name, value)?;
        }
        state.assumes.clear();
        for assume in &self.assumes {
            let assume = match assume {
                Assume::Between { low, value: term, high } => {
                    Assume::Between { low: *low, value: term.with(name, value)?, high: *high }
                }
                Assume::Equal(left, right) => {
                    Assume::Equal(left.with(name, value)?, right.with(name, value)?)
                }
                Assume::Differ(left, right) => {
                    Assume::Differ(left.with(name, value)?, right.with(name, value)?)
                }
                assume => assume.clone(),
            };
            match assume.is_true() {
                Some(true) => {}
                Some(false) => return Ok(None),
                None => state = state.assuming(assume),
            }
        }
        Ok(Some(state))
    }
}

/// The reason that a match is not decided.
pub(super) const TOO_LARGE: &str = "a number of its conditions is too large, or made of too many parts";

pub(super) const UNKNOWN_TEXT: &str = "it depends on the text of a number that is not known";

/// A sum of terms with factors, and a number.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sum {
    factors: BTreeMap<Term, i64>,
    number: i64,
}

impl Sum {
    /// Returns the difference of two terms as a sum.
    pub(super) fn difference(left: &Term, right: &Term) -> Result<Sum, NoNumber> {
        let mut sum = Sum::default();
        sum.add(left, 1)?;
        sum.add(right, -1)?;
        sum.factors.retain(|_, factor| *factor != 0);
        Ok(sum)
    }

    /// Adds a term times a factor; what is not a sum is a part of one.
    fn add(&mut self, term: &Term, factor: i64) -> Result<(), NoNumber> {
        let product = |number: i64| Operator::Multiply.apply(factor, number);
        match term {
            Term::Number(number) => {
                self.number = Operator::Add.apply(self.number, product(*number)?)?;
                Ok(())
            }
            Term::Unary(Unary::Minus, operand) => self.add(operand, product(-1)?),
            Term::Binary(operator, operands) => match (operator, &operands[..]) {
                (Operator::Add, [left, right]) => {
                    self.add(left, factor)?;
                    self.add(right, factor)
                }
                (Operator::Subtract, [left, right]) => {
                    self.add(left, factor)?;
                    self.add(right, product(-1)?)
                }
                (Operator::Multiply, [Term::Number(number), other] | [other, Term::Number(number)]) => {
                    self.add(other, product(*number)?)
                }
                _ => self.count(term, factor),
            },
            Term::Unary(..) | Term::Name(_) => self.count(term, factor),
        }
    }

    fn count(&mut self, term: &Term, factor: i64) -> Result<(), NoNumber> {
        let count = self.factors.entry(term.clone()).or_default();
        *count = Operator::Add.apply(*count, factor)?;
        Ok(())
    }

    /// Returns the number, if there are no names.
    pub(super) fn as_number(&self) -> Option<i64> {
        self.factors.is_empty().then_some(self.number)
    }

    /// Returns a name and the value that makes the sum zero; the last name that can be solved for.
    pub(super) fn solved(&self) -> Result<Option<(String, Term)>, NoNumber> {
        let mut names = self.factors.iter().rev().filter_map(|(term, factor)| match term {
            Term::Name(name) if factor.abs() == 1 => Some((&**name, term, *factor)),
            _ => None,
        });
        // A name that is also a part of another term has no value that does not depend on itself.
        let is_alone =
            |name: &str| self.factors.keys().filter(|term| term.names().contains(name)).count() == 1;
        let Some((name, term, factor)) = names.find(|(name, ..)| is_alone(name)) else { return Ok(None) };
        let mut rest = self.clone();
        rest.factors.remove(term);
        Ok(Some((name.to_owned(), rest.term(-factor)?)))
    }

    /// Returns the sum times a sign, what is added before what is subtracted.
    fn term(&self, sign: i64) -> Result<Term, NoNumber> {
        let mut parts: Vec<(i64, Term)> =
            self.factors.iter().map(|(term, factor)| (factor * sign, term.clone())).collect();
        parts.push((self.number * sign, Term::Number(1)));
        parts.sort_by_key(|(factor, _)| *factor < 0);
        let mut sum = Term::Number(0);
        for (factor, term) in parts.into_iter().filter(|(factor, _)| *factor != 0) {
            let operator = if factor < 0 { Operator::Subtract } else { Operator::Add };
            let part = match factor.abs() {
                1 => term,
                factor => Term::binary(Operator::Multiply, term, Term::Number(factor))?,
            };
            sum = match (sum, operator) {
                (Term::Number(0), Operator::Add) => part,
                (Term::Number(0), _) => Term::unary(Unary::Minus, part)?,
                (sum, operator) => Term::binary(operator, sum, part)?,
            };
        }
        Ok(sum)
    }
}

/// Writes code, and tries which instructions assemble.
pub(super) struct Assembly {
    processor: Processor,
    format: Format,
    tried: HashMap<String, Tried>,
}

#[derive(Clone)]
struct Tried {
    fault: Option<String>,
    is_byte: bool,
}

#[derive(Default)]
pub(super) struct Source {
    pub(super) text: String,
    /// The offsets from IX or IY.
    pub(super) offsets: Vec<Term>,
    /// The other numbers, with the lines in which they are.
    pub(super) numbers: Vec<(String, Term)>,
    /// The labels of the pattern, in order.
    pub(super) labels: Vec<String>,
    /// The length of the text without the code that both sides share.
    length: usize,
}

pub(super) enum NoSource {
    /// Nothing binds this variable.
    Unbound(String),
    /// An operand cannot be written; the text is the instruction.
    Unwritable(String),
    /// A number is too large, or made of too many parts.
    TooLarge,
}

impl Assembly {
    pub(super) fn new(processor: Processor, format: Format) -> Assembly {
        Assembly { processor, format, tried: HashMap::new() }
    }

    pub(super) fn source(&self, lines: &[PatternLine], state: &State) -> Result<Source, NoSource> {
        let mut source = Source::default();
        for line in lines {
            match &line.kind {
                LineKind::Label(template) => {
                    let text = text(template, state)?;
                    let name = glued(&text.0).ok_or_else(|| NoSource::Unwritable(text.to_string()))?;
                    let name = syntax::words(&name, &mut syntax::name);
                    source.text.push_str(&format!("{name}:\n"));
                    source.labels.push(name);
                }
                LineKind::Code(template) => source.add(&self.instruction(&text(template, state)?)?, 1),
                LineKind::Repeated(count, template) => {
                    let number =
                        state.bound.get(count).and_then(Text::plain).and_then(|count| count.parse().ok());
                    let count = number.ok_or_else(|| NoSource::Unbound(count.clone()))?;
                    source.add(&self.instruction(&text(template, state)?)?, count);
                }
                LineKind::Block(name) => source.text.push_str(&format!("\tcall {name}\n")),
            }
        }
        source.length = source.text.len();
        source.text.extend(state.after.iter().map(String::as_str));
        if !state.after.is_empty() {
            source.text.push_str("NEXT:\n");
        }
        Ok(source)
    }

    /// Returns the error of a source that does not assemble. Each instruction is tried once.
    pub(super) fn fault(&mut self, source: &str) -> Option<String> {
        source.lines().find_map(|line| self.tried(line).fault)
    }

    /// Returns the numbers that an instruction takes as bytes.
    pub(super) fn bytes<'s>(&mut self, source: &'s Source) -> Vec<&'s Term> {
        let numbers =
            source.numbers.iter().filter(|(line, _)| self.tried(line.trim_end_matches('\n')).is_byte);
        numbers.map(|(_, term)| term).collect()
    }

    fn tried(&mut self, line: &str) -> Tried {
        if let Some(tried) = self.tried.get(line) {
            return tried.clone();
        }
        let tried = match read_fragment("rule", line, self.processor) {
            Ok(fragment) => {
                let operands =
                    fragment.instructions.iter().flat_map(|instruction| instruction.row.operands());
                let is_byte = |operand: &Operand| match operand {
                    Operand::Byte | Operand::Port => true,
                    Operand::Mos(mode) => *mode == Mode::Immediate,
                    _ => false,
                };
                Tried { fault: None, is_byte: operands.clone().any(is_byte) }
            }
            Err(failure) => {
                let first = failure.diagnostics.first();
                let fault = first.map(|first| format!("`{}`: {}", first.location.text.trim(), first.fault));
                Tried { fault: Some(fault.unwrap_or_default()), is_byte: false }
            }
        };
        self.tried.insert(line.to_owned(), tried.clone());
        tried
    }

    /// Returns whether the code changes more than registers and flags, or I or R.
    pub(super) fn has_effect(&self, source: &str) -> bool {
        let Ok(fragment) = read_fragment("rule", source, self.processor) else { return true };
        let has_effect = |row: &Row| {
            let kinds = [CycleKind::Write, CycleKind::Push, CycleKind::Output, CycleKind::Input];
            let special = matches!(row.operands().first(), Some(Operand::Reg(Reg::I | Reg::R)));
            special || kinds.iter().any(|kind| row.bus.has(*kind))
        };
        fragment.instructions.iter().any(|instruction| has_effect(instruction.row))
    }

    fn instruction(&self, text: &Text) -> Result<Vec<Line>, NoSource> {
        let lines = syntax::instruction(self.format, self.processor, &text.trim(), &mut syntax::name);
        let mut lines = lines.ok_or_else(|| NoSource::Unwritable(text.to_string()))?;
        // Another name of an instruction does not make it another instance.
        for line in &mut lines {
            let mnemonic = line.text.trim_start().split(' ').next().unwrap_or_default().trim_end().to_owned();
            let own =
                self.processor.aliases().iter().find(|(alias, _)| alias.eq_ignore_ascii_case(&mnemonic));
            if let Some((_, own)) = own {
                line.text = line.text.replacen(&mnemonic, &own.to_ascii_lowercase(), 1);
            }
        }
        Ok(lines)
    }
}

impl Source {
    /// Returns how often the code names a label, without its definition.
    pub(super) fn references(&self, label: &str) -> i64 {
        let own = self.text.get(..self.length).unwrap_or_default();
        let lines = own.lines().filter(|line| !line.ends_with(':'));
        lines.flat_map(|line| line.split(|c| !is_part(c))).filter(|word| *word == label).count() as i64
    }

    fn add(&mut self, lines: &[Line], count: usize) {
        for line in lines {
            self.offsets.extend(line.offset.clone());
            self.numbers.extend(line.number.clone().map(|number| (line.text.clone(), number)));
        }
        let text: String = lines.iter().map(|line| line.text.as_str()).collect();
        self.text.push_str(&text.repeat(count));
    }
}

fn text(template: &Template, state: &State) -> Result<Text, NoSource> {
    let bound = |name: &String| state.bound.get(name).cloned().ok_or_else(|| NoSource::Unbound(name.clone()));
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => Ok(Text::from(text.as_str())),
        Piece::Variable(name) => bound(name),
        Piece::Regex(regex) => bound(&regex.whole),
        Piece::Value(value) => state.bound.evaluate(value).map_err(|reason| {
            let unbound = value.variables().into_iter().find(|name| state.bound.get(name).is_none());
            match (unbound, reason) {
                (Some(name), _) => NoSource::Unbound(name.to_owned()),
                (None, NoNumber::TooLarge) => NoSource::TooLarge,
                (None, _) => NoSource::Unwritable(value.variables().join(", ")),
            }
        }),
    };
    let texts = template.0.iter().map(piece).collect::<Result<Vec<_>, _>>()?;
    Ok(Text::concat(&texts))
}

/// Returns an operand without SDCC's mark of immediate values, and whether it has one.
pub(super) fn unmarked(text: &Text) -> (Text, bool) {
    text.without('#').map_or_else(|| (text.clone(), false), |text| (text, true))
}

pub(super) fn known(text: &Text) -> Option<i64> {
    text.plain().and_then(|text| number(&text))
}

/// Returns whether two operands are the same text or number.
pub(super) fn is_same(left: &Text, right: &Text) -> bool {
    let ((left, left_marked), (right, right_marked)) = (unmarked(left), unmarked(right));
    let same_number = || known(&left).is_some_and(|left| known(&right) == Some(left));
    left_marked == right_marked && (left.eq_ignore_ascii_case(&right) || same_number())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::syntax::expanded;

    #[test]
    fn two_instructions() {
        let cases = [
            ("ld bc,hl", "ld c,l; ld b,h"),
            ("ld de,(ix+5)", "ld e,(ix+5); ld d,(ix+6)"),
            ("ld de,(ix+n&7)", "ld e,(ix+(n&7)); ld d,(ix+((n&7)+1))"),
            ("ld (iy-2),hl", "ld (iy+-2),l; ld (iy+-1),h"),
            ("ld a,(hl+)", "ld a,(hl); inc hl"),
            ("ld (hl-),a", "ld (hl),a; dec hl"),
        ];
        for (text, expected) in cases {
            let two = expanded(&Text::from(text)).map(|two| two.map(|text| text.to_string()).join("; "));
            assert_eq!(two.as_deref(), Some(expected), "{text}");
        }
        for text in ["ld a,b", "ld hl,N1", "ld (N1),hl", "ld sp,hl", "add hl,bc", "ld ix,(N1)", "ld a,(ix+1)"]
        {
            assert_eq!(expanded(&Text::from(text)), None, "{text}");
        }
    }
}
