//! Names of a pass.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::rc::Rc;

use crate::names::Argument;
use crate::origins::Origins;
use crate::syntax::{Span, Table, Tree, Value};

/// The reason why a word cannot be a name in ca65.
pub(crate) const WORD: &str = "an instruction, a register or the size of an address";
/// The reason why a name cannot be one of another module.
pub(crate) const LOCAL: &str = "a local label, which no other module can use";

/// A scope: what stands before its names.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    /// The prefix, with the separator; empty for the outermost scope.
    pub(crate) prefix: String,
    pub(crate) outer: Option<Rc<Scope>>,
}

impl Scope {
    /// Returns the full names that a name has in a scope and in those around it.
    pub(crate) fn names<'a>(scope: Option<&'a Rc<Self>>, name: &'a str) -> impl Iterator<Item = String> + 'a {
        let scopes = std::iter::successors(scope, |scope| scope.outer.as_ref());
        scopes.map(move |scope| format!("{}{name}", scope.prefix))
    }
}

/// A check that ca65 makes when it has read a source.
#[derive(Debug)]
pub(crate) enum Check {
    /// A value that is placed, the number of its bytes, and the value that the linker computes, if it depends on known addresses only.
    Size { tree: Tree, bytes: u8, linked: Option<i64> },
    /// The distance of a branch.
    Distance(Tree),
    /// A name that another module gets.
    Export(usize, String),
    /// A constant, which may not be defined in terms of itself.
    Constant(usize),
}

/// Checks with their places.
pub(crate) type Checks = Vec<(usize, Span, Check)>;

/// Returns the circles among what has sources, each with the way around it.
pub(crate) fn circles<K: Copy + Eq + Hash>(
    roots: impl IntoIterator<Item = K>,
    sources: impl Fn(K) -> Vec<K>,
) -> Vec<Vec<K>> {
    let (mut circles, mut done) = (Vec::new(), HashSet::new());
    for root in roots {
        // The way from the root, with the sources that are left to look at.
        let mut way = if done.contains(&root) { Vec::new() } else { vec![(root, sources(root))] };
        let mut inside = HashMap::from([(root, 0)]);
        while let Some((name, left)) = way.last_mut() {
            match left.pop() {
                Some(source) if done.contains(&source) => {}
                Some(source) => match inside.get(&source) {
                    Some(first) => circles.push(way.iter().skip(*first).map(|(name, _)| *name).collect()),
                    None => {
                        inside.insert(source, way.len());
                        way.push((source, sources(source)));
                    }
                },
                None => {
                    inside.remove(name);
                    done.insert(*name);
                    way.pop();
                }
            }
        }
    }
    circles
}

#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) parameters: Option<Vec<String>>,
    pub(super) text: String,
    pub(super) origins: Origins,
}

/// The text constants of a pass.
#[derive(Debug, Default)]
pub(crate) struct Defines {
    pub(super) by_name: HashMap<String, Definition>,
    /// Text constants with numbers.
    pub(crate) arrays: HashMap<String, Vec<Argument>>,
    /// Constants of the command line, which conditions find and nothing replaces.
    pub(crate) predefined: HashSet<String>,
}

impl Defines {
    pub(crate) fn has(&self, name: &str) -> bool {
        self.replaces(name) || self.predefined.contains(name)
    }

    /// Returns the text constants that an assembler defines.
    pub(crate) fn of(table: &Table) -> Self {
        let text =
            |text: &str| Definition { parameters: None, text: text.to_owned(), origins: Origins::default() };
        let rows = table.predefined.iter().map(|(name, value)| ((*name).to_owned(), text(value)));
        Self { by_name: rows.collect(), ..Self::default() }
    }

    pub(crate) fn replaces(&self, name: &str) -> bool {
        self.by_name.contains_key(name) || self.arrays.contains_key(name)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.by_name.is_empty() && self.arrays.is_empty()
    }
}

/// The structures of a pass.
#[derive(Debug, Default)]
pub(crate) struct Structures {
    /// Fields and size of each structure, by full name.
    pub(super) by_name: HashMap<String, Structure>,
    pub(super) open: Vec<OpenStructure>,
}

impl Structures {
    pub(crate) const fn is_inside(&self) -> bool {
        !self.open.is_empty()
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Structure {
    /// The full name.
    pub(super) name: String,
    pub(super) size: i64,
    /// The fields: name, offset and the bytes they have by default.
    pub(super) fields: Vec<(String, i64)>,
    pub(super) bytes: Vec<u8>,
    pub(super) leaves: Vec<Leaf>,
}

#[derive(Debug, Default)]
pub(super) struct OpenStructure {
    pub(super) kind: Kind,
    pub(super) name: Option<String>,
    /// The field that stands before it: `NAME .struct`.
    pub(super) label: Option<String>,
    pub(super) offset: i64,
    /// The first offset of its fields.
    pub(super) base: i64,
    /// The value that names of an enumeration are counted from.
    pub(super) value: Value,
    /// The size of a union so far.
    pub(super) largest: i64,
    pub(super) fields: Vec<(String, i64)>,
    pub(super) bytes: Vec<u8>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) record: usize,
    pub(super) span: Span,
}

impl OpenStructure {
    /// Creates one without fields, which begins at a place of the source.
    pub(super) fn new(kind: Kind, name: Option<String>, offset: i64, (record, span): (usize, Span)) -> Self {
        OpenStructure { kind, name, offset, value: Value::number(offset), record, span, ..Self::default() }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    #[default]
    Structure,
    Union,
    Enumeration,
}

/// A place in a structure that a value can be given for, in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    pub(crate) kind: LeafKind,
    pub(crate) offset: i64,
    /// The number of bytes that it has.
    pub(crate) size: i64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum LeafKind {
    /// The beginning and end of a structure in the structure; braces may enclose its values.
    Open,
    Close,
    /// The value that stands there if none is given.
    Number(Value),
    Text,
}
