//! Occurrences of names and their meanings, noted by the assembler while it resolves names.
//!
//! An occurrence is a place in a file. A line of a macro is read several times, and a name in it can stand for something else each
//! time. What shares a place cannot be renamed apart, so it belongs to one *class*.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use crate::origins::{Origins, Place};
use crate::sheet;
use crate::source::{File, Record};
use crate::syntax::slice;

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameKind {
    /// A label, constant or variable, or a scope.
    Symbol,
    /// A label without a name of its own: `:`, `+`, `1`.
    Unnamed,
    /// A macro.
    Macro,
    /// A parameter of a macro, or the counter of a repetition.
    Parameter,
    /// A text constant.
    Text,
}

/// The meaning of a name, with what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entity {
    /// The kind.
    pub kind: NameKind,
    /// The full name.
    pub name: String,
    /// The key in [`Assembly::symbols`](crate::Assembly::symbols), if it has a value there.
    pub symbol: Option<String>,
    /// The number of its class. What has the same number shares places.
    pub class: usize,
    /// Whether the source defines it.
    pub is_defined: bool,
    /// Whether another module defines it.
    pub is_imported: bool,
    /// Whether the assembler puts the name together in a place, so that it stands nowhere.
    pub is_composed: bool,
}

/// A place where a name stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The index of the file in [`Assembly::files`](crate::Assembly::files).
    pub file: usize,
    /// The line, counted from 1.
    pub line: usize,
    /// The bytes of the line.
    pub span: Range<usize>,
    /// The length of the sign before a local name, which is not a part of the name: 1 in `.loop`.
    pub sign: usize,
    /// The length of what joins it with the name before, which counts as a part of it for a pointer: 1 in `gfx.draw`.
    pub joint: usize,
    /// The index of what it stands for.
    pub entity: usize,
    /// Whether it defines that.
    pub is_definition: bool,
}

/// The reason why a name cannot be given another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixed {
    /// A label without a name.
    Unnamed,
    /// Another module defines it.
    Imported,
    /// The assembler or its user defines it.
    Outside,
    /// The assembler puts it together in a place.
    Composed,
}

/// All names of a source with their places. An assembly has them if [`Options::has_names`](crate::Options::has_names) asks for them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The meanings of names.
    pub entities: Vec<Entity>,
    /// The places of names, in their order.
    pub occurrences: Vec<Occurrence>,
}

impl Names {
    /// Returns the occurrences at a byte of a line, which may be the end of a name.
    pub fn at(&self, file: usize, line: usize, byte: usize) -> Vec<&Occurrence> {
        let is_here = |found: &&Occurrence| {
            let start = found.span.start.saturating_sub(found.joint);
            (found.file, found.line) == (file, line) && start <= byte && byte <= found.span.end
        };
        let found: Vec<&Occurrence> = self.occurrences.iter().filter(is_here).collect();
        // Of two names that adjoin, the one that begins here counts.
        let last = found.iter().map(|found| found.span.clone()).max_by_key(|span| span.start);
        found.into_iter().filter(|found| Some(&found.span) == last.as_ref()).collect()
    }

    /// Returns what an occurrence stands for.
    pub fn entity(&self, occurrence: &Occurrence) -> Option<&Entity> {
        self.entities.get(occurrence.entity)
    }

    /// Returns all occurrences of what is in a class.
    pub fn of_class(&self, class: usize) -> impl Iterator<Item = &Occurrence> {
        self.occurrences.iter().filter(move |found| self.entity(found).is_some_and(|own| own.class == class))
    }

    /// Returns why what is in a class cannot be given another name, if it cannot.
    pub fn fixed(&self, class: usize) -> Option<Fixed> {
        let is =
            |is: fn(&Entity) -> bool| self.entities.iter().any(|entity| entity.class == class && is(entity));
        match () {
            () if is(|entity| entity.kind == NameKind::Unnamed) => Some(Fixed::Unnamed),
            () if is(|entity| entity.is_imported) => Some(Fixed::Imported),
            () if !is(|entity| entity.is_defined) => Some(Fixed::Outside),
            () if is(|entity| entity.is_composed) => Some(Fixed::Composed),
            () => None,
        }
    }

    /// Returns the names in a canonical form: for each place, whether it defines, and the first place with the same class.
    pub fn shape(&self) -> Vec<(usize, usize, bool, usize)> {
        let mut first: BTreeMap<usize, usize> = BTreeMap::new();
        let mut shape: Vec<(usize, usize, bool, usize)> = Vec::new();
        for (index, found) in self.occurrences.iter().enumerate() {
            let class = self.entity(found).map_or(0, |entity| entity.class);
            let same = *first.entry(class).or_insert(index);
            shape.push((found.file, found.line, found.is_definition, same));
        }
        shape
    }
}

/// The role of an occurrence of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Definition,
    Use,
    /// In a part of the source that is not assembled: what it would stand for.
    LeftOut,
}

/// The key of what a name stands for.
pub(crate) type Key = (NameKind, String);

/// A name that is written with those of the scopes around it: the key of each, and its range in the whole.
#[derive(Debug)]
pub(crate) struct NameParts {
    pub(crate) parts: Vec<(Key, Range<usize>)>,
    /// The length of the sign before a local name.
    pub(crate) sign: usize,
    pub(crate) length: usize,
}

impl NameParts {
    /// Returns a name without parts.
    pub(crate) fn whole(key: Key, length: usize) -> Self {
        NameParts { parts: vec![(key, 0..length)], sign: 0, length }
    }

    /// Returns the parts of a name and what each stands for, if the whole stands for `full`, which ends with it: `LOOP.NEXT`,
    /// `two::inner`. The first `skip` bytes are no part of it.
    pub(crate) fn path(
        full: &str,
        (name, skip): (&str, usize),
        separator: &str,
        key: impl Fn(&str) -> Key,
    ) -> Self {
        let length = skip + name.len();
        let Some(base) = full.len().checked_sub(name.len()) else {
            return NameParts { parts: vec![(key(full), skip..length)], sign: 0, length };
        };
        let (mut parts, mut start) = (Vec::new(), 0);
        let ends = name.match_indices(separator).map(|(at, sign)| (at, at + sign.len()));
        for (end, next) in ends.chain([(name.len(), name.len())]) {
            if end > start {
                parts.push((key(slice(full, 0..base + end)), skip + start..skip + end));
            }
            start = next;
        }
        NameParts { parts, sign: 0, length }
    }
}

/// Returns the key of a parameter: its name and its place.
pub(crate) fn parameter_key(name: &str, place: Option<Place>) -> Key {
    let place =
        place.map_or_else(String::new, |place| format!("{}:{}:{}", place.file, place.line, place.from));
    (NameKind::Parameter, format!("{name}\n{place}"))
}

/// Notes names while a source is read.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    pub(crate) is_on: bool,
    /// The origins of the characters of the current statement.
    pub(crate) origins: Origins,
    found: Vec<Note>,
    later: Vec<Later>,
    links: Vec<(Key, Key)>,
    imports: Vec<Key>,
}

/// A name of which only the end of the source says what it stands for.
#[derive(Debug)]
pub(crate) struct Later {
    /// The full names that it can stand for, the nearest first.
    pub(crate) candidates: Vec<String>,
    pub(crate) written: String,
    pub(crate) place: Option<Place>,
    pub(crate) role: Role,
}

#[derive(Debug)]
struct Note {
    written: NameParts,
    place: Option<Place>,
    role: Role,
}

impl Recorder {
    pub(crate) fn new(is_on: bool) -> Self {
        Recorder { is_on, ..Recorder::default() }
    }

    /// Returns where a range of the current statement comes from.
    pub(crate) fn place(&self, range: &Range<usize>) -> Option<Place> {
        self.origins.place(range)
    }

    /// Notes a name at a range of the current statement.
    pub(crate) fn note(&mut self, written: NameParts, range: &Range<usize>, role: Role) {
        if self.is_on {
            self.note_at(written, self.place(range), role);
        }
    }

    /// Notes what a name without parts stands for.
    pub(crate) fn note_kind(
        &mut self,
        kind: NameKind,
        key: impl Into<String>,
        range: &Range<usize>,
        role: Role,
    ) {
        if self.is_on {
            self.note(NameParts::whole((kind, key.into()), range.len()), range, role);
        }
    }

    /// Notes a name of which only the end of the source says what it stands for.
    pub(crate) fn note_later(
        &mut self,
        written: &str,
        range: &Range<usize>,
        candidates: Vec<String>,
        role: Role,
    ) {
        let (written, place) = (written.to_owned(), self.place(range));
        self.later.push(Later { candidates, written, place, role });
    }

    pub(crate) fn take_later(&mut self) -> Vec<Later> {
        std::mem::take(&mut self.later)
    }

    /// Notes a name at a place.
    pub(crate) fn note_at(&mut self, written: NameParts, place: Option<Place>, role: Role) {
        if self.is_on && !(place.is_none() && role == Role::LeftOut) {
            self.found.push(Note { written, place, role });
        }
    }

    /// Notes that what has two keys is always called the same.
    pub(crate) fn link(&mut self, one: Key, other: Key) {
        if self.is_on {
            self.links.push((one, other));
        }
    }

    /// Notes that another module defines something.
    pub(crate) fn import(&mut self, key: Key) {
        if self.is_on {
            self.imports.push(key);
        }
    }

    /// Returns all names. `symbol` returns the key of a symbol in the assembly, `name` what something is called.
    pub(crate) fn names(
        self,
        symbol: impl Fn(&Key) -> Option<String>,
        name: impl Fn(&Key) -> String,
    ) -> Names {
        let mut builder = Builder::default();
        for found in self.found.iter().filter(|found| found.role != Role::LeftOut) {
            for (key, _) in &found.written.parts {
                builder.index(key);
            }
            if let (Role::Definition, Some((key, _))) = (found.role, found.written.parts.last()) {
                let index = builder.index(key);
                builder.defined.insert(index);
            }
        }
        builder.link(&self.links);
        for found in &self.found {
            builder.add(found);
        }
        builder.finish(&self.imports, symbol, name)
    }
}

/// The form of a name at a place.
struct Own {
    is_definition: bool,
    is_left_out: bool,
    sign: usize,
    joint: usize,
}

/// Returns the words of header lines that stand for symbols if there are any, with their places.
pub(crate) fn in_headers(records: &[Record], files: &[File]) -> Vec<(String, Place)> {
    let is_own = |record: &&Record| record.call.is_none() && !record.is_left_out;
    let own: Vec<&Record> = records.iter().filter(is_own).collect();
    let texts = own.iter().map(|record| (slice(&record.text, record.comment.clone()), record.row.is_some()));
    let place = |found: sheet::names::Mentioned| {
        let record = own.get(found.index)?;
        let comment = slice(&record.text, record.comment.clone());
        // A comment is the end of its line.
        let line = files.get(record.file)?.lines.get(record.number)?;
        let start = line.len().checked_sub(comment.len()).filter(|_| line.ends_with(comment))?;
        let (from, to) = (start + found.span.start, start + found.span.end);
        let word = slice(comment, found.span).to_owned();
        Some((word, Place { file: record.file, line: record.number, from, to }))
    };
    sheet::names::mentioned(texts).into_iter().filter_map(place).collect()
}

/// Finds the classes.
#[derive(Default)]
struct Builder {
    keys: Vec<Key>,
    by_key: HashMap<Key, usize>,
    defined: HashSet<usize>,
    composed: HashSet<usize>,
    /// Names that are called the same as something that the source defines, by class.
    linked: Classes,
    is_known: HashSet<usize>,
    /// For each place what it stands for: whether it defines it, and whether it is left out.
    places: BTreeMap<Place, BTreeMap<usize, Own>>,
}

impl Builder {
    fn index(&mut self, key: &Key) -> usize {
        if let Some(index) = self.by_key.get(key) {
            return *index;
        }
        let index = self.keys.len();
        self.by_key.insert(key.clone(), index);
        self.keys.push(key.clone());
        index
    }

    /// Joins what is always called the same.
    fn link(&mut self, links: &[(Key, Key)]) {
        for (one, other) in links {
            let (one, other) = (self.index(one), self.index(other));
            self.linked.join(one, other);
        }
        self.is_known = self.defined.iter().map(|index| self.linked.of(*index)).collect();
    }

    fn add(&mut self, found: &Note) {
        let (mut start, mut last) = (None, None);
        let NameParts { parts, sign, length } = &found.written;
        for (number, (key, range)) in parts.iter().enumerate() {
            let is_last = number + 1 == parts.len();
            let known = self.by_key.get(key).copied();
            let is_known = known.is_some_and(|index| self.is_known.contains(&self.linked.of(index)));
            // What is before a separator is a part of the name if it means nothing.
            if !is_last && !is_known {
                start.get_or_insert(range.start);
                continue;
            }
            let from = start.take().unwrap_or(range.start);
            let joint = last.replace(range.end).map_or(0, |end| from.saturating_sub(end));
            let Some(index) = known else { continue };
            let Some(place) = found.place else {
                self.composed.insert(index);
                continue;
            };
            let is_exact = place.to - place.from == *length;
            let place = if is_exact {
                Place { from: place.from + from, to: place.from + range.end, ..place }
            } else {
                place
            };
            if !is_exact && !is_last {
                continue;
            }
            let new = Own { is_definition: false, is_left_out: true, sign: *sign, joint };
            let own = self.places.entry(place).or_default().entry(index).or_insert(new);
            own.is_definition |= is_last && found.role == Role::Definition;
            own.is_left_out &= found.role == Role::LeftOut;
        }
    }

    fn finish(
        mut self,
        imports: &[Key],
        symbol: impl Fn(&Key) -> Option<String>,
        name: impl Fn(&Key) -> String,
    ) -> Names {
        // What is assembled says what a place stands for.
        for place in self.places.values_mut() {
            if place.values().any(|own| !own.is_left_out) {
                place.retain(|_, own| !own.is_left_out);
            }
        }
        let mut classes = self.linked;
        for place in self.places.values() {
            let mut indices = place.keys();
            let first = indices.next().copied().unwrap_or(0);
            indices.for_each(|index| classes.join(first, *index));
        }
        let imports: Vec<usize> = imports.iter().filter_map(|key| self.by_key.get(key).copied()).collect();
        let entities = self.keys.iter().enumerate().map(|(index, key)| {
            let is_defined = self.defined.contains(&index);
            Entity {
                kind: key.0,
                name: name(key),
                symbol: symbol(key),
                class: classes.of(index),
                is_defined,
                is_imported: !is_defined && imports.contains(&index),
                is_composed: self.composed.contains(&index),
            }
        });
        let entities = entities.collect();
        let occurrences = self.places.iter().flat_map(|(place, all)| {
            all.iter().map(|(entity, own)| Occurrence {
                file: place.file,
                line: place.line + 1,
                span: place.from..place.to,
                entity: *entity,
                is_definition: own.is_definition,
                sign: own.sign,
                joint: own.joint,
            })
        });
        Names { entities, occurrences: occurrences.collect() }
    }
}

/// Sets of numbers that are joined; a number that is not in the list is alone.
#[derive(Default)]
struct Classes(Vec<usize>);

impl Classes {
    fn of(&self, mut index: usize) -> usize {
        while let Some(next) = self.0.get(index).copied().filter(|next| *next != index) {
            index = next;
        }
        index
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.of(one), self.of(other));
        let next = self.0.len();
        self.0.extend(next..=one.max(other).max(next.saturating_sub(1)));
        if let Some(place) = self.0.get_mut(one.max(other)) {
            *place = one.min(other);
        }
    }
}
