//! Mnemonics and registers.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use arcadian_isa::{Form, Processor, Row};

use crate::suggestions::nearest;
use crate::syntax::{OWN_WORDS, Table, is_one_of};

/// The hint for an unknown processor.
pub(crate) const PROCESSORS: &str = "the processors are 8080, z80 and 6502";

pub(crate) const ALL: [Processor; 3] = [Processor::I8080, Processor::Z80, Processor::Mos6502];

pub(crate) fn processor(name: &str) -> Option<Processor> {
    name.parse().ok()
}

/// A row with the forms of its operands.
#[derive(Debug)]
struct Entry {
    row: &'static Row,
    forms: Vec<Form<'static>>,
}

impl Entry {
    fn new(row: &'static Row) -> Self {
        Self { row, forms: row.forms().collect() }
    }

    fn matches(&self, suffix: Option<&str>, operands: &[Form<'_>]) -> bool {
        // One iterator of each is faster here than a pair of them.
        let mut written = operands.iter();
        self.forms.len() == operands.len()
            && self.forms.iter().all(|own| written.next().is_some_and(|written| own.matches(*written)))
            && suffix.is_none_or(|digits| self.row.has_code(digits))
    }
}

/// The mnemonics and the names of registers and conditions of one processor.
#[derive(Debug)]
pub(crate) struct Words {
    pub(crate) processor: Processor,
    /// The rows of each mnemonic and alias: in table order, alternatives last.
    mnemonics: HashMap<&'static str, Vec<Entry>>,
    registers: HashSet<&'static str>,
}

impl Words {
    /// Returns the words of this processor, collected on first use.
    pub(crate) fn of(processor: Processor) -> &'static Self {
        static ALL: [OnceLock<Words>; 3] = [OnceLock::new(), OnceLock::new(), OnceLock::new()];
        let [i8080, z80, mos6502] = &ALL;
        let words = match processor {
            Processor::I8080 => i8080,
            Processor::Z80 => z80,
            Processor::Mos6502 => mos6502,
        };
        words.get_or_init(|| Self::new(processor))
    }

    fn new(processor: Processor) -> Self {
        let mut mnemonics: HashMap<&'static str, Vec<Entry>> = HashMap::new();
        // Alternatives come last.
        for is_alternative in [false, true] {
            for row in processor.rows().filter(|row| row.alternative == is_alternative) {
                mnemonics.entry(row.mnemonic).or_default().push(Entry::new(row));
            }
        }
        for (alias, own) in processor.aliases() {
            let entries =
                mnemonics.get(own).into_iter().flatten().map(|entry| Entry::new(entry.row)).collect();
            mnemonics.insert(alias, entries);
        }
        let registers = processor.rows().flat_map(|row| row.forms().filter_map(register)).collect();
        Self { processor, mnemonics, registers }
    }

    /// Whether this is a mnemonic, with or without a suffix.
    pub(crate) fn is_mnemonic(&self, word: &str) -> bool {
        self.is_bare_mnemonic(bare(word))
    }

    /// Whether this is a mnemonic without a suffix.
    pub(crate) fn is_bare_mnemonic(&self, word: &str) -> bool {
        self.mnemonics.contains_key(&*word.to_ascii_uppercase())
    }

    /// Returns all rows of a mnemonic or alias, ignoring suffix and operands.
    pub(crate) fn rows(&self, mnemonic: &str) -> impl Iterator<Item = &'static Row> {
        self.entries(mnemonic).iter().map(|entry| entry.row)
    }

    fn entries(&self, mnemonic: &str) -> &[Entry] {
        self.mnemonics.get(&*bare(mnemonic).to_ascii_uppercase()).map_or(&[], |entries| entries)
    }

    /// Returns the rows of a mnemonic that match these operands, as [`Processor::find`] does.
    pub(crate) fn find<'a>(
        &'a self,
        mnemonic: &'a str,
        operands: &'a [Form<'a>],
    ) -> impl Iterator<Item = &'static Row> + 'a {
        let suffix = mnemonic.split_once('.').map(|(_, suffix)| suffix);
        let entries = self.entries(mnemonic).iter();
        entries.filter(move |entry| entry.matches(suffix, operands)).map(|entry| entry.row)
    }

    /// Whether this is a register, a register pair or a condition.
    pub(crate) fn is_register(&self, word: &str) -> bool {
        self.registers.contains(&*word.to_ascii_uppercase())
    }

    /// Returns the directive, instruction or macro that a word is nearly.
    pub(crate) fn near<M>(&self, word: &str, table: &Table, macros: &HashMap<String, M>) -> Option<String> {
        let fixed = table.directives().map(|(name, _)| name).chain(self.mnemonics());
        nearest(word, fixed.map(|word: &str| word).chain(macros.keys().map(String::as_str)))
            .map(str::to_owned)
    }

    pub(crate) fn mnemonics(&self) -> impl Iterator<Item = &'static str> {
        self.mnemonics.keys().copied()
    }

    /// Returns why this word cannot be a symbol, if it cannot.
    pub(crate) fn reserved(&self, word: &str) -> Option<&'static str> {
        match word {
            _ if self.is_register(word) => Some("a register or a condition"),
            _ if is_one_of(OWN_WORDS, word) => Some("an operator"),
            _ => None,
        }
    }
}

/// Returns the mnemonic without its suffix.
fn bare(mnemonic: &str) -> &str {
    mnemonic.split_once('.').map_or(mnemonic, |(bare, _)| bare)
}

fn register(form: Form<'static>) -> Option<&'static str> {
    match form {
        Form::Name(name)
        | Form::AtName(name)
        | Form::Indexed(name)
        | Form::ValueBy(name)
        | Form::AtValueBy(name)
        | Form::AtValueThenBy(name) => Some(name),
        Form::Value(_) | Form::AtValue | Form::Immediate => None,
    }
}
