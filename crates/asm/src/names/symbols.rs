//! The symbols of all passes.
//!
//! Every pass defines every symbol again. A name that is defined further down has the value of the pass before.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use crate::names::circles;
use crate::symbols::SymbolKind;
use crate::syntax::{Span, Value};

/// The place of a definition: a record and a range of its text.
pub(crate) type Place = (usize, Span);

#[derive(Debug)]
pub(crate) struct Symbol {
    pub(crate) name: Rc<str>,
    pub(crate) kind: SymbolKind,
    pub(crate) place: Option<Place>,
    value: Value,
    pass: u32,
    used: u32,
    /// Whether it was used in a pass that notes uses.
    is_noted: bool,
    /// The names that its value was computed from, of a constant.
    sources: Vec<Rc<str>>,
}

/// Whether a name was used above its definition, whether it is a byte for any values, and the width of its value.
#[derive(Clone, Copy, Debug, Default)]
struct Lasting {
    is_forward: bool,
    is_byte: bool,
    width: u8,
}

/// The last pass in which sjasmplus notes uses: its third only reads what the others noted.
const LAST_USE: u32 = 2;

#[derive(Debug, Default)]
pub(crate) struct Symbols {
    table: HashMap<Rc<str>, Symbol>,
    is_case_sensitive: bool,
    /// Whether a constant may be defined twice with the same value.
    takes_twice: bool,
    pass: u32,
    /// Whether a value differs from the pass before, or a name is new.
    pub(crate) has_moved: bool,
    /// Whether a name below was needed that the pass before does not know either.
    pub(crate) has_unknown: bool,
    /// Properties that stay with a name from its first definition or use on, in every pass, if the dialect has it so.
    lasting: Option<HashMap<Rc<str>, Lasting>>,
    /// The values that variables had where they were used above their first assignment.
    early: HashMap<Rc<str>, i64>,
    /// The names that a constant is computed from, while it is.
    sources: Option<Vec<Rc<str>>>,
    /// Names that the source asked whether they are used, the answers, and the records that asked.
    questions: Vec<(String, bool, usize)>,
    /// Names that were used where nothing had defined them or what else they may mean.
    unresolved: HashSet<Rc<str>>,
    /// Names of other modules, which need not be defined before they are used.
    declared: HashMap<Rc<str>, Place>,
    /// The sizes of what labels, scopes and fields name, by full name.
    sizes: HashMap<String, (i64, u32)>,
    /// The addresses that stand for names of other modules.
    placeholders: BTreeMap<Rc<str>, i64>,
}

/// The first address for names of other modules and the distance to the next, in the zero page and elsewhere.
const PLACEHOLDERS: [(i64, i64); 2] = [(0x80, 1), (0xE000, 0x10)];

impl Symbols {
    pub(crate) fn new(is_case_sensitive: bool, has_lasting: bool, takes_twice: bool) -> Self {
        let lasting = has_lasting.then(HashMap::new);
        Self { is_case_sensitive, takes_twice, lasting, ..Self::default() }
    }

    pub(crate) fn begin_pass(&mut self) {
        self.pass += 1;
        self.has_moved = false;
        self.has_unknown = false;
        self.declared.clear();
        self.early.clear();
        self.questions.clear();
    }

    pub(crate) const fn pass(&self) -> u32 {
        self.pass
    }

    /// Returns the key of a full name: names with the same key are the same.
    pub(crate) fn key<'a>(&self, name: &'a str) -> std::borrow::Cow<'a, str> {
        if self.is_case_sensitive { name.into() } else { name.to_ascii_uppercase().into() }
    }

    /// Defines a symbol, or returns the place of its definition in this pass.
    pub(crate) fn define(
        &mut self,
        name: &str,
        kind: SymbolKind,
        value: Value,
        place: Option<Place>,
    ) -> Result<(), Option<Place>> {
        let value = self.with_lasting(name, kind, value);
        let sources = self.sources.take().filter(|_| kind == SymbolKind::Constant).unwrap_or_default();
        let key = self.key(name);
        let pass = self.pass;
        let Some(symbol) = self.table.get_mut(&*key) else {
            self.has_moved |= pass > 1;
            let (used, is_noted) = (0, false);
            let symbol = Symbol { name: name.into(), kind, place, value, pass, used, is_noted, sources };
            self.table.insert(key.into(), symbol);
            return Ok(());
        };
        if symbol.pass == pass {
            let is_same =
                self.takes_twice && symbol.value.number == value.number && kind == SymbolKind::Constant;
            let is_variable = symbol.kind == SymbolKind::Variable && kind == SymbolKind::Variable;
            if !(is_variable || is_same && symbol.kind == kind) {
                return Err(symbol.place.clone());
            }
        } else {
            self.has_moved |= kind != SymbolKind::Variable
                && (symbol.value.number != value.number || symbol.pass + 1 != pass);
        }
        (symbol.value, symbol.pass, symbol.kind, symbol.place) = (value, pass, kind, place);
        symbol.sources = sources;
        Ok(())
    }

    /// Notes from now on what the value of the next symbol is computed from.
    pub(crate) fn begin_constant(&mut self) {
        self.sources = Some(Vec::new());
    }

    /// Returns the constants that are defined in terms of themselves, each with the way to itself.
    pub(crate) fn circles<'s>(&'s self) -> Vec<Vec<&'s Symbol>> {
        let sources = |name: &'s Rc<str>| {
            let symbol = self.table.get(name).filter(|symbol| symbol.pass == self.pass);
            symbol.map_or(Vec::new(), |symbol| symbol.sources.iter().collect())
        };
        let mut roots: Vec<(&Rc<str>, &Symbol)> =
            self.table.iter().filter(|(_, symbol)| !symbol.sources.is_empty()).collect();
        roots.sort_unstable_by_key(|(_, symbol)| {
            symbol.place.as_ref().map(|(record, span)| (*record, span.start))
        });
        let found = circles(roots.into_iter().map(|(name, _)| name), sources);
        let symbols =
            |circle: Vec<&Rc<str>>| circle.into_iter().filter_map(|name| self.table.get(name)).collect();
        found.into_iter().map(symbols).collect()
    }

    /// Notes that a name is used above its definition.
    pub(crate) fn use_early(&mut self, name: &str) {
        let key: Rc<str> = self.key(name).into();
        if self.pass <= LAST_USE {
            self.unresolved.insert(Rc::clone(&key));
        }
        if let Some(lasting) = &mut self.lasting {
            lasting.entry(key).or_insert(Lasting { is_forward: true, ..Lasting::default() });
        }
    }

    /// Forgets what would stay with a name.
    pub(crate) fn forget(&mut self, name: &str) {
        let key: Rc<str> = self.key(name).into();
        if let Some(lasting) = &mut self.lasting {
            lasting.remove(&key);
        }
    }

    /// Returns a value with what stays with its name, and notes what does from now on.
    fn with_lasting(&mut self, name: &str, kind: SymbolKind, value: Value) -> Value {
        let key: Rc<str> = self.key(name).into();
        let Some(lasting) = &mut self.lasting else { return value };
        let new = Lasting { is_forward: value.is_forward, is_byte: value.is_byte, width: value.width };
        let found = match lasting.get(&key) {
            None => new,
            Some(old) => {
                let was_byte = old.is_byte && kind != SymbolKind::Variable;
                Lasting {
                    is_forward: old.is_forward || new.is_forward,
                    is_byte: was_byte || new.is_byte && !old.is_forward,
                    width: if old.width == 0 { new.width } else { old.width },
                }
            }
        };
        lasting.insert(key, found);
        Value { is_forward: found.is_forward, is_byte: found.is_byte, width: found.width, ..value }
    }

    /// Returns the value of a name and notes that it is used.
    pub(crate) fn look_up(&mut self, name: &str) -> Option<Value> {
        let key = self.key(name);
        let pass = self.pass;
        let symbol = self.table.get_mut(&*key).filter(|symbol| symbol.pass + 1 >= pass)?;
        symbol.used = pass;
        symbol.is_noted |= pass <= LAST_USE;
        if let Some(sources) = &mut self.sources {
            sources.push(Rc::from(&*key));
        }
        if symbol.kind == SymbolKind::Variable && symbol.pass < pass {
            self.early.entry(Rc::from(&*key)).or_insert(symbol.value.number);
        }
        let is_forward = symbol.value.is_forward || symbol.pass < pass;
        Some(Value { is_forward, ..symbol.value })
    }

    /// Whether no value differs from that of the pass before.
    pub(crate) fn has_settled(&self) -> bool {
        let differs = |(name, number): (&Rc<str>, &i64)| {
            self.table.get(name).is_none_or(|symbol| symbol.value.number != *number)
        };
        let has_another_answer =
            |(name, answer, _): &(String, bool, usize)| self.is_use_noted(name) != *answer;
        !self.has_moved && !self.early.iter().any(differs) && !self.questions.iter().any(has_another_answer)
    }

    /// Whether anything referred to a name in the passes that count.
    pub(crate) fn is_use_noted(&self, name: &str) -> bool {
        let key = self.key(name);
        self.table.get(&*key).is_some_and(|symbol| symbol.is_noted) || self.unresolved.contains(&*key)
    }

    /// Keeps the answer to whether a name is used.
    pub(crate) fn note_question(&mut self, name: String, answer: bool, record: usize) {
        self.questions.push((name, answer, record));
    }

    /// Returns the questions whose answer is that a defined name is used, although nothing in this pass uses it.
    pub(crate) fn contradicted_questions(&self) -> Vec<(usize, String)> {
        let is_idle = |name: &str| {
            let symbol = self.table.get(&*self.key(name));
            symbol.is_some_and(|symbol| symbol.is_noted && symbol.used < self.pass)
        };
        let found = self.questions.iter().filter(|(name, answer, _)| *answer && is_idle(name));
        found.map(|(name, _, record)| (*record, name.clone())).collect()
    }

    /// Whether a name is defined in this pass or in the one before.
    pub(crate) fn exists(&self, name: &str) -> bool {
        self.table.get(&*self.key(name)).is_some_and(|symbol| symbol.pass + 1 >= self.pass)
    }

    /// Whether a name is defined in any pass so far.
    pub(crate) fn was_defined(&self, name: &str) -> bool {
        self.table.contains_key(&*self.key(name))
    }

    /// Whether a name is defined above this statement.
    pub(crate) fn is_defined(&self, name: &str) -> bool {
        self.table.get(&*self.key(name)).is_some_and(|symbol| symbol.pass == self.pass)
    }

    /// Whether anything refers to a name.
    pub(crate) fn is_used(&self, name: &str) -> bool {
        self.table.get(&*self.key(name)).is_some_and(|symbol| symbol.used + 1 >= self.pass && symbol.used > 0)
    }

    /// Notes the size of what a name stands for.
    pub(crate) fn set_size(&mut self, name: &str, size: i64) {
        let old = self.sizes.insert(name.to_owned(), (size, self.pass));
        self.has_moved |= self.pass > 1 && old.is_none_or(|(old, _)| old != size);
    }

    /// Returns a size, and whether it is known above this statement.
    pub(crate) fn size(&self, name: &str) -> Option<(i64, bool)> {
        self.sizes.get(name).map(|(size, pass)| (*size, *pass == self.pass))
    }

    pub(crate) fn declare(&mut self, name: &str, place: Place) {
        let key: Rc<str> = self.key(name).into();
        self.declared.entry(key).or_insert(place);
    }

    /// Returns where a name of another module is declared.
    pub(crate) fn declaration(&self, name: &str) -> Option<&Place> {
        self.declared.get(&*self.key(name))
    }

    /// Returns the address that stands for a name of another module.
    pub(crate) fn placeholder(&mut self, name: &str, is_zero_page: bool) -> i64 {
        let (first, distance) = PLACEHOLDERS[usize::from(!is_zero_page)];
        let others = self.placeholders.values().filter(|address| (**address < 0x100) == is_zero_page).count();
        let free = first + distance * others as i64;
        *self.placeholders.entry(name.into()).or_insert(free)
    }

    /// Returns the addresses that stand for names of other modules.
    pub(crate) fn placeholders(&self) -> impl Iterator<Item = (&str, i64)> {
        self.placeholders.iter().map(|(name, address)| (&**name, *address))
    }

    /// Returns the symbols of the last pass with their values.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&Symbol, Value)> {
        self.table.values().filter(|symbol| symbol.pass == self.pass).map(|symbol| (symbol, symbol.value))
    }
}
