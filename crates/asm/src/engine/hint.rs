//! Suggestions for instructions that do not exist, and for numbers with `#` in Z80 code: hexadecimal in some assemblers, the mark of an
//! immediate operand in SDCC's.

use arcadian_isa::Processor;

use super::Engine;
use crate::emit::rows::{instruction, spelled, twin};
use crate::fault::{Fault, Hint};
use crate::suggestions::{instead_of, nearest, stands_alone};
use crate::syntax::{At, Kind, Operation, Span, Statement, slice};
use crate::tables::own::TABLE;
use crate::words::{ALL, Words};

impl Engine<'_> {
    /// Returns a hint for a lone label that looks like an instruction: misspelled, or of another processor.
    pub(super) fn near_mnemonic(&self, word: &str) -> Option<Hint> {
        let foreign = ALL.iter().find(|other| Words::of(**other).is_bare_mnemonic(word));
        let near = || {
            nearest(word, self.words.mnemonics())
                .map(|near| Hint::new(format!("did you mean the instruction `{near}`?"), near))
        };
        foreign.map(|other| format!("the {other} has an instruction with this name").into()).or_else(near)
    }

    /// Reinterprets a label in column one as an instruction of another processor or a misspelled one.
    pub(super) fn in_column_one<'t>(&self, line: &Statement<'t>) -> Option<Statement<'t>> {
        let label = line.labels.first().filter(|_| !line.has_colon)?;
        let Some((Operation::Unknown, operand)) = line.operation else { return None };
        let word = label.text;
        let bare = unmarked(word);
        let is_marked = bare.len() < word.len();
        let is_directive = instead_of(bare).is_some();
        let foreign = ALL.iter().any(|other| Words::of(*other).is_bare_mnemonic(word));
        let is_operation = || foreign || is_marked && is_directive || self.near_operation(bare).is_some();
        // Otherwise it may be a label before a misspelled instruction.
        let is_unlike = || self.near_operation(operand.text).is_none();
        if !is_operation() && !((is_marked || is_directive) && is_unlike()) {
            return None;
        }
        Some(line.with_operation(self.words.processor, *label))
    }

    /// Returns the fault for a word that is not an instruction, directive or macro.
    pub(super) fn unknown(&self, line: &Statement<'_>) -> At {
        let word = line.word().to_owned();
        let (bare, instead) = (unmarked(&word), instead_of(unmarked(&word)));
        let near = || {
            if bare.len() < word.len() {
                near_directive(bare)
            } else {
                self.near_operation(&word).map(Hint::did_you_mean)
            }
        };
        let hint = instead.map(Hint::from).or_else(|| self.foreign(line)).or_else(near);
        let fault = if bare.len() < word.len() || instead.is_some() {
            Fault::UnknownDirective(word)
        } else {
            Fault::UnknownMnemonic { word, processor: self.words.processor }
        };
        At { fault, span: line.operation_span(), hint }
    }

    /// Returns the fault for a label without a colon to which nothing refers, if it may be meant as an operation.
    pub(super) fn misread(&self, text: &str, span: Span, is_alone: bool) -> Option<At> {
        let word = slice(text, span.clone());
        let bare = unmarked(word);
        let is_local = bare.len() < word.len();
        let instead = instead_of(bare).filter(|_| is_local || is_alone && stands_alone(bare)).map(Hint::from);
        let near = || near_directive(bare).filter(|_| is_local && is_alone && bare.len() > 2);
        if let Some(hint) = instead.or_else(near) {
            let at = At::new(Fault::UnknownDirective(word.to_owned()), span).hint(hint);
            return Some(at.also(&format!("a label is written `{word}:`")));
        }
        let block = || {
            let near = nearest(word, ["ELSE", "ENDIF", "ENDM", "ENDMACRO"])?;
            Some(Hint::new(format!("did you mean the directive `{near}`?"), near))
        };
        let hint = self.near_mnemonic(word).or_else(block);
        let is_doubtful = is_alone && (is_local || hint.is_some());
        is_doubtful.then_some(At { fault: Fault::LoneName, span, hint })
    }

    /// Adds a hint about another processor to a fault in an operand.
    pub(super) fn or_foreign(&self, line: &Statement<'_>, mut at: At) -> At {
        at.hint = at.hint.or_else(|| self.foreign(line));
        at
    }

    /// Returns a hint if only another processor has the instruction, with the equivalent on this one.
    pub(super) fn foreign(&self, line: &Statement<'_>) -> Option<Hint> {
        let own = self.words.processor;
        // `CP` and `JP` with one operand mean something else on the 8080.
        if instruction(line, own).is_some() {
            return None;
        }
        let others = ALL.into_iter().filter(|other| *other != own);
        let known = self.words.is_mnemonic(line.word());
        let named: Vec<Processor> =
            others.filter(|other| Words::of(*other).is_bare_mnemonic(line.word())).collect();
        // A register name of this processor is not a value on the other.
        let register = |value: &String| self.words.is_register(value.trim_matches(['(', ')', ' ', '\t']));
        let taken = named.iter().find_map(|other| instruction(line, *other).map(|row| (*other, row)));
        let taken = taken.filter(|(_, (_, values))| !values.iter().any(register));
        let titles = || named.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and the ");
        match taken {
            Some((other, (row, values))) => match twin(own, row) {
                Some(twin) => {
                    let spelled = spelled(twin, &mut values.into_iter());
                    let text = format!("this is {other} syntax; on the {own} write `{spelled}`");
                    Some(Hint::new(text, spelled).of(line.whole_span()))
                }
                None if known => None,
                None => Some(format!("this instruction is for the {other}").into()),
            },
            None if named.is_empty() || known => None,
            None => {
                let have = if named.len() == 1 { "has" } else { "have" };
                Some(format!("the {} {have} an instruction with this name", titles()).into())
            }
        }
    }
}

/// Returns a word without the character that marks it as a directive.
fn unmarked(word: &str) -> &str {
    word.strip_prefix(['.', '!', '#', '%', '$']).unwrap_or(word)
}

fn near_directive(bare: &str) -> Option<Hint> {
    let near = nearest(bare, TABLE.directives().map(|(name, _)| name))?;
    Some(Hint::did_you_mean(format!(".{near}")))
}

/// The numbers with `#` in a source.
#[derive(Debug, Default)]
pub(super) struct Hashes {
    /// Immediate operands of decimal digits whose two readings differ, with their records.
    unclear: Vec<(usize, Span)>,
    /// Whether another number can only be meant as hexadecimal.
    is_hexadecimal: bool,
}

impl Engine<'_> {
    /// Notes the numbers with `#` in a statement.
    pub(super) fn note_hashes(&mut self, line: &Statement<'_>) {
        if self.words.processor != Processor::Z80 {
            return;
        }
        let is_instruction = matches!(line.operation, Some((Operation::Mnemonic, _)));
        for piece in line.pieces() {
            for token in piece.iter().filter(|token| matches!(token.kind, Kind::Number(_))) {
                let Some(digits) = token.text.strip_prefix('#') else { continue };
                let is_decimal = digits.bytes().all(|digit| digit.is_ascii_digit());
                if !(is_instruction && is_decimal && piece.len() == 1) {
                    self.hashes.is_hexadecimal = true;
                } else if digits.trim_start_matches('0').len() > 1 {
                    self.hashes.unclear.push((line.record, token.span()));
                }
            }
        }
    }

    /// Warns of numbers that may be meant as decimal, unless the source shows that `#` means hexadecimal.
    pub(super) fn warn_of_hashes(&mut self) {
        let Hashes { unclear, is_hexadecimal } = std::mem::take(&mut self.hashes);
        for (index, span) in unclear.into_iter().filter(|_| !is_hexadecimal) {
            let text = self.input.records.get(index).map_or("", |record| slice(&record.text, span.clone()));
            let digits = text.trim_start_matches('#').to_owned();
            let Ok(value) = i64::from_str_radix(&digits, 16) else { continue };
            let hint = format!(
                "SDCC's assembler reads it as {digits}; write {digits}H or {digits}, without the `#`"
            );
            self.warn(index, At::new(Fault::Hash { text: text.to_owned(), value }, span).hint(hint));
        }
    }
}
