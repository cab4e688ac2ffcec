//! Assembling an instruction of the processor or of the dialect: its operands with their values, and several in one statement.

use arcadian_isa::{Mode, Processor};

use crate::emit::rows::{self, Known};
use crate::fault::Fault;
use crate::origins::Origins;
use crate::passes::Engine;
use crate::syntax::{
    At, Brackets, Checked, Notation, OperandForm, Size, Statement, Token, Value, is_index, slice, span,
    split, tokens, unexpected,
};
use crate::words::Words;

/// Instructions that numbers as labels are written after without a mark: `JR 1B`.
const BRANCHES: [&str; 4] = ["JP", "JR", "CALL", "DJNZ"];

impl Engine<'_> {
    /// Whether a word is an instruction, of the processor or of the dialect.
    pub(crate) fn is_any_instruction(&self, word: &str) -> bool {
        let word = if self.table.operands.sizes { word.split('+').next().unwrap_or(word) } else { word };
        let intel = self.table.operands.intel_too && Words::of(Processor::I8080).is_bare_mnemonic(word);
        self.words.is_bare_mnemonic(word) || intel || !self.fakes_of(word).is_empty()
    }

    /// Assembles an instruction; one that is none of this processor may be one of the 8080.
    pub(crate) fn instruction(&mut self, statement: &Statement<'_>) -> Checked {
        self.pass.is_branch = BRANCHES.iter().any(|word| word.eq_ignore_ascii_case(statement.word()));
        let outcome = self.instruction_of_processor(statement);
        self.pass.is_branch = false;
        let is_none =
            outcome.as_ref().is_err_and(|at| matches!(at.fault, Fault::BadOperands(_) | Fault::Register(_)));
        if !(is_none && self.table.operands.intel_too && self.words.processor == Processor::Z80) {
            return outcome;
        }
        let own = std::mem::replace(&mut self.words, Words::of(Processor::I8080));
        let intel = self.instruction_of_processor(statement);
        self.words = own;
        intel.or(outcome)
    }

    fn instruction_of_processor(&mut self, statement: &Statement<'_>) -> Checked {
        let mut pieces = statement.pieces();
        let size = self.size_after(statement, &mut pieces);
        if self.table.operands.repeats && pieces.len() > 1 {
            return self.series(statement, &pieces);
        }
        self.one(statement, &pieces, size)
    }

    /// Takes the size of the address that ACME writes after the mnemonic: `lda+1 address`.
    fn size_after<'t>(&self, statement: &Statement<'t>, pieces: &mut Vec<&[Token<'t>]>) -> Option<Size> {
        let is_sized = self.table.operands.sizes;
        let [plus, digit, rest @ ..] = pieces.first().copied().filter(|_| is_sized)? else { return None };
        if !plus.is("+") || plus.at != statement.operation_span().end {
            return None;
        }
        if let Some(first) = pieces.first_mut() {
            *first = rest;
        }
        pieces.retain(|piece| !piece.is_empty());
        match digit.text {
            "1" => Some(Size::Narrow),
            "2" => Some(Size::Wide),
            _ => None,
        }
    }

    /// Assembles one instruction.
    pub(crate) fn one(
        &mut self,
        statement: &Statement<'_>,
        pieces: &[&[Token<'_>]],
        size: Option<Size>,
    ) -> Checked {
        if let Some(replacement) = self.fake_of(statement.word(), pieces) {
            return self.fake(statement, &replacement, pieces);
        }
        let mut given = self.given(statement, pieces)?;
        if let (Some(first), Some(size)) = (given.first_mut(), size) {
            first.size = Some(size);
        }
        let rows = self.rows(statement.word(), &mut given);
        let row = self.choose(statement, &rows, &given)?;
        self.encode(statement, row, &given)
    }

    pub(crate) fn bad_operands(&self, statement: &Statement<'_>, given: &[OperandValue<'_>]) -> At {
        rows::bad_operands(self.words, statement, given, |_| None)
    }
}

/// The most operands of an instruction.
const MOST: usize = 3;
/// Instructions that take several registers even where `,,` separates instructions.
const LISTS: [&str; 4] = ["PUSH", "POP", "INC", "DEC"];

type Pieces<'a, 't> = [&'a [Token<'t>]];

impl Engine<'_> {
    /// Assembles the instructions of a statement.
    pub(crate) fn series(&mut self, statement: &Statement<'_>, pieces: &Pieces<'_, '_>) -> Checked {
        let mut groups = Vec::new();
        if self.pass.options.double_commas {
            for group in pieces.split(|piece| piece.is_empty()) {
                let is_list = LISTS.iter().any(|word| word.eq_ignore_ascii_case(statement.word()));
                groups.extend(group.chunks(if is_list { 1 } else { group.len().max(1) }));
            }
        } else {
            let mut rest = pieces;
            while !rest.is_empty() {
                let most = rest.len().min(MOST);
                let count = self.longest(statement, rest, most)?;
                // An unknown statement is reported as a whole.
                let Some(count) = count else { return self.one(statement, pieces, None) };
                let (group, after) = rest.split_at(count);
                groups.push(group);
                rest = after;
            }
        }
        if self.pass.options.reverse_pop && statement.word().eq_ignore_ascii_case("POP") {
            groups.reverse();
        }
        groups.into_iter().try_for_each(|group| {
            // Each instruction has an address of its own.
            let here = self.location();
            self.set_here(here);
            self.one(statement, group, None)
        })
    }

    /// Returns how many operands at the beginning the longest instruction takes.
    fn longest(
        &mut self,
        statement: &Statement<'_>,
        pieces: &Pieces<'_, '_>,
        most: usize,
    ) -> Checked<Option<usize>> {
        for count in (1..=most).rev() {
            let group = pieces.get(..count).unwrap_or(&[]);
            if self.fake_of(statement.word(), group).is_some() {
                return Ok(Some(count));
            }
            let mut given: Vec<OperandValue<'_>> = self.given(statement, group)?;
            if !self.rows(statement.word(), &mut given).is_empty() {
                return Ok(Some(count));
            }
        }
        Ok(None)
    }
}

impl Known for Value {
    fn known(&self) -> Option<i64> {
        (!self.is_forward).then_some(self.number)
    }

    fn unknown(_: &str) -> Option<Fault> {
        None
    }
}

/// An operand with a value of this pass.
pub(crate) type OperandValue<'t> = rows::OperandValue<'t, Value>;

impl Engine<'_> {
    pub(crate) fn given<'t>(
        &mut self,
        statement: &Statement<'_>,
        pieces: &[&[Token<'t>]],
    ) -> Checked<Vec<OperandValue<'t>>> {
        let lexis = &self.table.lexis;
        let brackets = match (self.pass.has_bracket_addresses, lexis.brackets) {
            (true, _) => Brackets::Square,
            (false, true) => Brackets::Both,
            (false, false) => Brackets::Round,
        };
        let notation = Notation {
            words: self.words,
            operands: &self.table.operands,
            brackets,
            registers: self.table.registers,
            has_halves: lexis.devices,
            has_name_a: lexis.braces && self.resolve("A").is_some(),
        };
        if self.table.studies && !self.pass.has_bracket_addresses {
            self.check_parentheses(&notation, statement, pieces)?;
        }
        let written = notation.read(pieces, statement.operation_span().end)?;
        written.into_iter().map(|written| self.one_given(written)).collect()
    }

    /// Refuses what follows the parentheses that begin an operand: ca65 takes them for those of an indirect address.
    fn check_parentheses(
        &self,
        notation: &Notation<'_>,
        statement: &Statement<'_>,
        pieces: &[&[Token<'_>]],
    ) -> Checked {
        let Some(piece) = pieces.first().filter(|piece| piece.first().is_some_and(|open| open.is("(")))
        else {
            return Ok(());
        };
        let mut rows = self.words.rows(statement.word());
        if notation.inside(piece).is_some() || rows.any(|row| row.mode() == Mode::Relative) {
            return Ok(());
        }
        let mut depth = 0_usize;
        let end = piece.iter().position(|token| {
            depth = (depth + usize::from(token.is("("))).saturating_sub(usize::from(token.is(")")));
            depth == 0
        });
        match end.and_then(|end| piece.get(end + 1)) {
            Some(token) => Err(unexpected(token)
                .hint("ca65 takes parentheses that begin an operand for those of an indirect address")),
            None => Ok(()),
        }
    }

    fn one_given<'t>(&mut self, written: OperandForm<'_, 't>) -> Checked<OperandValue<'t>> {
        let value = written.value.map(|tokens| self.evaluate(tokens)).transpose()?;
        Ok(OperandValue::new(written, value, value.map(|value| value.number)))
    }
}

/// The replacement of an instruction, and its operand.
pub(crate) struct Replacement {
    parts: &'static str,
    /// The index of the operand that `%` stands for.
    operand: Option<usize>,
    is_indexed: bool,
}

const INDEXED: &str = "(I%)";

/// Instructions of a dialect that stand for others.
///
/// A pattern is a name and its operands: words as they are written, `%` for any operand, `(I%)` for an address in IX or IY, `*` for
/// all of them. The replacement has instructions divided by `|`, with `%` for the operand, or for what is in the parentheses, and `#`
/// for IX or IY.
impl Engine<'_> {
    /// Returns what an instruction of the dialect stands for.
    pub(crate) fn fake_of(&self, word: &str, pieces: &[&[Token<'_>]]) -> Option<Replacement> {
        self.fakes_of(word).iter().find_map(|(forms, parts)| {
            let forms: Vec<&str> = if forms.is_empty() { Vec::new() } else { forms.split(',').collect() };
            if forms == ["*"] {
                return Some(Replacement { parts, operand: None, is_indexed: false });
            }
            let fits = forms.len() == pieces.len()
                && forms.iter().zip(pieces).all(|(form, piece)| self.fits(form, piece));
            let operand = forms.iter().position(|form| matches!(*form, "%" | INDEXED));
            let is_indexed = forms.contains(&INDEXED);
            fits.then_some(Replacement { parts, operand, is_indexed })
        })
    }

    /// Returns the operands and replacements of an instruction that may stand for others.
    pub(crate) fn fakes_of(&self, word: &str) -> &[(&'static str, &'static str)] {
        if self.fakes.is_empty() {
            return &[];
        }
        self.fakes.get(&word.to_ascii_uppercase()).map_or(&[], |fakes| fakes)
    }

    fn fits(&self, form: &str, piece: &[Token<'_>]) -> bool {
        if form == "%" {
            return true;
        }
        let is_open = |token: &Token<'_>| token.is("(") || self.table.lexis.brackets && token.is("[");
        if form == INDEXED {
            return matches!(piece, [open, register, .., _] if is_open(open) && is_index(register.text));
        }
        let written = piece.iter().map(|token| match token.text {
            "[" if self.table.lexis.brackets => "(",
            "]" if self.table.lexis.brackets => ")",
            other => other,
        });
        form.eq_ignore_ascii_case(&written.collect::<String>())
    }

    /// Assembles what an instruction of the dialect stands for.
    pub(crate) fn fake(
        &mut self,
        statement: &Statement<'_>,
        replacement: &Replacement,
        pieces: &[&[Token<'_>]],
    ) -> Checked {
        let piece = replacement.operand.and_then(|index| pieces.get(index)).copied().unwrap_or(&[]);
        let piece = match piece {
            [_, inner @ .., _] if replacement.is_indexed => inner,
            whole => whole,
        };
        let register = piece.first().map_or("", |first| first.text);
        let operand = if replacement.operand.is_some() { span(piece) } else { span(statement.operands()) };
        for part in replacement.parts.split('|') {
            let (mut text, mut origins) = (String::new(), Origins::default());
            for sign in part.chars() {
                match sign {
                    '#' => text += register,
                    '%' => {
                        origins.append(text.len(), self.pass.names.origins.part(operand.clone()));
                        text += slice(statement.text, operand.clone());
                    }
                    other => text.push(other),
                }
            }
            let own = std::mem::replace(&mut self.pass.names.origins, origins);
            let outcome = self.part(statement, &text);
            self.pass.names.origins = own;
            outcome?;
        }
        Ok(())
    }

    /// Assembles an instruction that the engine wrote. Errors are those of the statement.
    fn part(&mut self, statement: &Statement<'_>, text: &str) -> Checked {
        let found = tokens(text, &self.table.lexis)?;
        let Some((word, rest)) = found.split_first() else { return Ok(()) };
        let whole = |at: At| At { span: span(statement.operands()), ..at };
        let pieces = split(rest);
        let mut given = self.given(statement, &pieces).map_err(whole)?;
        let rows = self.rows(word.text, &mut given);
        let row = self.choose(statement, &rows, &given)?;
        self.encode(statement, row, &given).map_err(whole)
    }
}
