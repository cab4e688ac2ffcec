//! The size of an address and whether a value is constant, as ca65 decides them: where an expression stands, by what is known there.
//!
//! ca65 reads a source once. It keeps the expression of each value, and what it can say of it changes as names get definitions.
//! Two things depend on what it says when it reads a statement: whether an address has one byte or two, and which values are
//! constant, which conditions, counts and `.org` need. So expressions are kept here for one pass, and each pass says the same of
//! them. The values themselves come from the passes, as in the other dialects. docs/assembler.md has the rules in words; they follow
//! ca65 2.19 (expr.c, studyexpr.c, symtab.c, symentry.c, instr.c).

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

pub(crate) use crate::names::studied::Size;
use crate::names::studied::{Reference, Terms};
use crate::names::{Scope, circles};
use crate::syntax::{Binary, Tree, Unary, Value};

/// The depth of names defined by other names up to which an expression is studied.
const DEEPEST: usize = 500;
/// The number of nodes up to which an expression is studied.
pub(crate) const MOST: usize = 10_000;

#[derive(Clone, Copy, Debug)]
enum Node {
    Symbol(usize),
    /// The beginning of a segment, and what is added to it.
    Segment(usize, i64),
    /// A label without a name.
    Unnamed(usize),
    Unary(Unary, Tree),
    Binary(Binary, Tree, Tree),
}

/// A name in its scope. A name that is used before it is defined has an entry in the scope of the use.
#[derive(Debug, Default)]
struct Entry {
    name: Rc<str>,
    /// The scopes that the name may belong to instead, if it is not defined in its own.
    outer: Option<Rc<Scope>>,
    tree: Option<Tree>,
    size: Size,
    is_imported: bool,
    is_used: bool,
    is_variable: bool,
    /// The terms of the expression, if no later definition can change them.
    known: Option<Rc<Terms>>,
    /// The first and the last value of a variable.
    values: (i64, i64),
}

/// The bytes that are placed for an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    Number(i64),
    /// An address with this number of bytes.
    Address(u8),
    Unknown,
}

/// The expressions and names of one pass.
#[derive(Debug, Default)]
pub(crate) struct Study {
    nodes: Vec<Node>,
    entries: Vec<Entry>,
    by_name: HashMap<Rc<str>, usize>,
    /// The labels without names: those that are defined, and those that are referred to.
    unnamed: Vec<Option<Tree>>,
    unnamed_count: usize,
    /// The first and the last value of each variable in the pass before.
    variables: HashMap<Rc<str>, (i64, i64)>,
    /// The full names that the pass before imported.
    imports: HashSet<Rc<str>>,
    /// Whether segments are in the zero page, by index.
    byte_segments: Vec<bool>,
    /// Whether the source is at its end, so that names which their scopes do not define are those outside.
    is_at_end: bool,
    /// The number of nodes of the expression that is studied, so far.
    steps: Cell<usize>,
    /// Whether an expression had too many.
    is_exhausted: Cell<bool>,
}

impl Study {
    /// Returns what is empty but for what the next pass has to know.
    pub(crate) fn next_pass(self) -> Self {
        let (mut variables, mut imports) = (HashMap::new(), HashSet::new());
        for (name, index) in self.by_name {
            match self.entries.get(index) {
                Some(entry) if entry.is_variable => drop(variables.insert(name, entry.values)),
                Some(entry) if entry.is_imported => drop(imports.insert(name)),
                _ => {}
            }
        }
        Self { variables, imports, ..Self::default() }
    }

    /// Returns the entry of a name, given by its full name, its name, and the scopes around its own.
    pub(crate) fn entry(&mut self, full: &str, name: &str, outer: Option<&Rc<Scope>>) -> usize {
        if let Some(index) = self.by_name.get(full) {
            return *index;
        }
        self.entries.push(Entry { name: name.into(), outer: outer.cloned(), ..Entry::default() });
        self.by_name.insert(full.into(), self.entries.len() - 1);
        self.entries.len() - 1
    }

    pub(crate) fn was_imported(&self, full: &str) -> bool {
        self.imports.contains(full)
    }

    /// Returns the nearest entry of a name in a scope or around it.
    pub(crate) fn nearest(&self, name: &str, scope: &Rc<Scope>) -> Option<usize> {
        Scope::names(Some(scope), name).find_map(|full| self.found(&full))
    }

    pub(crate) fn found(&self, full: &str) -> Option<usize> {
        self.by_name.get(full).copied()
    }

    pub(crate) fn is_defined(&self, entry: usize) -> bool {
        self.entries.get(entry).is_some_and(|entry| entry.tree.is_some())
    }

    pub(crate) fn size_of(&self, entry: usize) -> Size {
        self.entries.get(entry).map_or(Size::Unknown, |entry| entry.size)
    }

    pub(crate) fn is_used(&self, entry: usize) -> bool {
        self.entries.get(entry).is_some_and(|entry| entry.is_used)
    }

    /// Returns the size that a declaration gives a name in a scope or around it.
    pub(crate) fn declared_size(&self, name: &str, scope: &Rc<Scope>) -> Option<Size> {
        let entries = Scope::names(Some(scope), name).filter_map(|full| self.found(&full));
        entries.map(|entry| self.size_of(entry)).find(|size| *size != Size::Unknown)
    }

    pub(crate) fn mark_used(&mut self, entry: usize) {
        if let Some(entry) = self.entries.get_mut(entry) {
            entry.is_used = true;
        }
    }

    /// Returns the expression of a reference, and what replaces the value of a variable that its scope does not know yet.
    pub(crate) fn reference(&mut self, index: usize, full: &str, own: &str) -> (Tree, Option<i64>) {
        self.mark_used(index);
        match self.entries.get(index) {
            Some(Entry { is_variable: true, tree: Some(tree), .. }) => return (*tree, None),
            Some(Entry { tree: Some(_), .. }) => return (self.node(Node::Symbol(index)), None),
            _ => {}
        }
        // The first definition of a variable replaces the references above it; those from inner scopes wait for the last value.
        let values = self.variables.get(full);
        let value = values.map(|(first, last)| if full == own { *first } else { *last });
        (self.node(Node::Symbol(index)), value)
    }

    /// Defines a name. Its size is that of its expression, if it is not given.
    pub(crate) fn define(&mut self, index: usize, tree: Tree, size: Option<Size>, is_variable: bool) {
        let studied = self.study(tree);
        let size = size.unwrap_or(studied.size);
        let number = studied.number;
        let known = studied.is_sum.then(|| Rc::new(studied));
        if let Some(entry) = self.entries.get_mut(index) {
            let first = if entry.is_variable { entry.values.0 } else { number };
            entry.values = (first, number);
            (entry.tree, entry.size, entry.is_variable, entry.known) = (Some(tree), size, is_variable, known);
        }
    }

    /// Declares a name of another module, or one that may be.
    pub(crate) fn import(&mut self, index: usize, size: Size, is_certain: bool) {
        if let Some(entry) = self.entries.get_mut(index)
            && (is_certain || entry.tree.is_none())
        {
            (entry.tree, entry.known) = (None, None);
            (entry.size, entry.is_imported) = (size, entry.is_imported || is_certain);
        }
    }

    fn node(&mut self, node: Node) -> Tree {
        self.nodes.push(node);
        Tree::Node(self.nodes.len() - 1)
    }

    pub(crate) fn set_byte_segment(&mut self, segment: usize, is_byte: bool) {
        if self.byte_segments.len() <= segment {
            self.byte_segments.resize(segment + 1, false);
        }
        if let Some(known) = self.byte_segments.get_mut(segment) {
            *known = is_byte;
        }
    }

    pub(crate) fn address(&mut self, segment: usize, offset: i64) -> Tree {
        self.node(Node::Segment(segment, offset))
    }

    /// Defines the next label without a name.
    pub(crate) fn define_unnamed(&mut self, tree: Tree) {
        if self.unnamed.len() == self.unnamed_count {
            self.unnamed.push(None);
        }
        if let Some(label) = self.unnamed.get_mut(self.unnamed_count) {
            *label = Some(tree);
        }
        self.unnamed_count += 1;
    }

    /// Returns the expression of a label without a name, `count` further or back.
    pub(crate) fn unnamed(&mut self, is_next: bool, count: usize) -> Tree {
        if !is_next {
            let index = self.unnamed_count.checked_sub(count);
            let tree = index.and_then(|index| self.unnamed.get(index).copied().flatten());
            return tree.unwrap_or(Tree::Number(0));
        }
        let index = self.unnamed_count + count - 1;
        if self.unnamed.len() <= index {
            self.unnamed.resize(index + 1, None);
        }
        self.node(Node::Unnamed(index))
    }

    /// Returns the number of an expression that is one, or a name for one.
    fn number(&self, mut tree: Tree) -> Option<i64> {
        // Each name is defined by names that were known before it; a circle ends at the bound.
        for _ in 0..DEEPEST {
            match tree {
                Tree::Number(number) => return Some(number),
                Tree::Node(node) => match self.nodes.get(node)? {
                    Node::Symbol(index) => tree = self.entries.get(*index)?.tree?,
                    _ => return None,
                },
            }
        }
        None
    }

    pub(crate) fn unary(&mut self, operator: Unary, operand: Tree, truth: i64) -> Tree {
        match (operator, self.number(operand)) {
            (Unary::Plus, _) => operand,
            (_, Some(number)) => Tree::Number(operator.apply(number, truth)),
            (_, None) => self.node(Node::Unary(operator, operand)),
        }
    }

    pub(crate) fn binary(&mut self, operator: Binary, left: Tree, right: Tree, truth: i64) -> Tree {
        let numbers = self.number(left).zip(self.number(right));
        let number = numbers.and_then(|(left, right)| operator.apply(left, right, truth).ok());
        number.map_or_else(|| self.node(Node::Binary(operator, left, right)), Tree::Number)
    }

    /// Returns an expression plus a number. ca65 does not add the two here, even if both are numbers.
    pub(crate) fn sum(&mut self, base: Tree, number: i64) -> Tree {
        match self.number(base) {
            Some(0) => Tree::Number(number),
            _ if number == 0 => base,
            _ => self.node(Node::Binary(Binary::Add, base, Tree::Number(number))),
        }
    }

    pub(crate) fn is_constant(&self, value: Value) -> bool {
        match value.tree() {
            Tree::Number(_) => true,
            tree => self.study(tree).is_constant(),
        }
    }

    /// Returns what is placed for an expression, by all that is known of it.
    pub(crate) fn fit(&self, tree: Tree) -> Fit {
        let studied = self.study(tree);
        if self.is_exhausted.take() {
            return Fit::Unknown;
        }
        match studied.size {
            _ if studied.is_constant() => Fit::Number(studied.number),
            Size::Unknown => Fit::Unknown,
            Size::Byte => Fit::Address(1),
            Size::Word => Fit::Address(2),
            Size::Far => Fit::Address(3),
            Size::Long => Fit::Address(4),
        }
    }

    /// Says that the source is at its end.
    pub(crate) fn end(&mut self) {
        self.is_at_end = true;
    }

    /// Whether a name is defined in its scope or around it.
    pub(crate) fn is_known(&self, index: usize) -> bool {
        let mut index = Some(index);
        for _ in 0..DEEPEST {
            let Some(entry) = index.and_then(|index| self.entries.get(index)) else { return false };
            if entry.tree.is_some() {
                return true;
            }
            index = entry.outer.as_ref().and_then(|outer| self.nearest(&entry.name, outer));
        }
        false
    }

    /// Returns the circles of names that are defined in terms of each other.
    pub(crate) fn circles(&self, entries: impl IntoIterator<Item = usize>) -> Vec<Vec<usize>> {
        circles(entries, |entry| self.sources(entry))
    }

    pub(crate) fn name(&self, entry: usize) -> &str {
        self.entries.get(entry).map_or("", |entry| &entry.name)
    }

    /// Returns the names that a name is defined by.
    fn sources(&self, index: usize) -> Vec<usize> {
        let Some(entry) = self.entries.get(index) else { return Vec::new() };
        let Some(tree) = entry.tree else {
            let outside = entry.outer.as_ref().and_then(|outer| self.nearest(&entry.name, outer));
            return outside.filter(|_| !entry.is_imported).into_iter().collect();
        };
        let (mut found, mut left) = (Vec::new(), vec![tree]);
        while let Some(tree) = left.pop() {
            let Tree::Node(node) = tree else { continue };
            match self.nodes.get(node) {
                Some(Node::Symbol(symbol)) => found.push(*symbol),
                Some(Node::Unary(_, operand)) => left.push(*operand),
                Some(Node::Binary(_, one, other)) => left.extend([*one, *other]),
                Some(Node::Segment(..) | Node::Unnamed(_)) | None => {}
            }
        }
        found
    }

    /// Whether another module defines a name.
    pub(crate) fn is_imported(&self, index: usize) -> bool {
        self.entries.get(index).is_some_and(|entry| entry.is_imported)
    }

    /// Returns the size of a value that is an address.
    pub(crate) fn size(&self, value: Value) -> Size {
        match value.tree() {
            Tree::Number(number) => Size::of(number),
            tree => self.study(tree).size,
        }
    }

    /// Whether an expression was too large to be studied since the last question.
    pub(crate) fn take_exhausted(&self) -> bool {
        self.is_exhausted.take()
    }

    fn study(&self, tree: Tree) -> Terms {
        self.steps.set(0);
        let mut studied = self.part(tree, 0);
        studied.references.retain(|(_, count)| *count != 0);
        if studied.size == Size::Unknown && studied.is_constant() {
            studied.size = Size::of(studied.number);
        }
        if !studied.is_sum {
            return studied;
        }
        // What is left of a sum decides its size.
        if studied.references.is_empty() {
            studied.size = studied.size.max(Size::of(studied.number));
        } else {
            // ca65 looks at the first segment for each of them.
            let segment = studied.references.iter().find_map(|(reference, _)| match reference {
                Reference::Segment(segment) => Some(self.segment_size(*segment)),
                Reference::Symbol(_) => None,
            });
            let names = studied.references.iter().filter_map(|(reference, _)| match reference {
                Reference::Symbol(index) => self.entries.get(*index).map(|entry| entry.size),
                Reference::Segment(_) => None,
            });
            studied.size = names.chain(segment).max().unwrap_or(Size::Unknown);
        }
        studied
    }

    fn segment_size(&self, segment: usize) -> Size {
        if self.byte_segments.get(segment).is_some_and(|is_byte| *is_byte) { Size::Byte } else { Size::Word }
    }

    fn part(&self, tree: Tree, depth: usize) -> Terms {
        let node = match tree {
            Tree::Number(number) => return Terms::number(number, Size::of(number)),
            Tree::Node(node) => self.nodes.get(node),
        };
        let unknown = || Terms { is_sum: false, ..Terms::number(0, Size::Unknown) };
        self.steps.set(self.steps.get() + 1);
        if depth >= DEEPEST || self.steps.get() > MOST {
            self.is_exhausted.set(true);
            return unknown();
        }
        let Some(node) = node else { return unknown() };
        match *node {
            Node::Symbol(index) => self.symbol(index, depth),
            Node::Segment(segment, offset) => {
                let mut studied = Terms::number(offset, self.segment_size(segment));
                studied.add(Reference::Segment(segment), 1);
                if offset != 0 {
                    studied.size = studied.size.max(Size::of(offset));
                }
                studied
            }
            // While one of them is not defined, none is looked up.
            Node::Unnamed(index) if self.unnamed_count == self.unnamed.len() => {
                let label = self.unnamed.get(index).copied().flatten();
                label.map_or_else(unknown, |tree| self.part(tree, depth + 1))
            }
            Node::Unnamed(_) => unknown(),
            Node::Unary(operator, operand) => self.unary_part(operator, operand, depth),
            Node::Binary(operator, left, right) => self.binary_part(operator, left, right, depth),
        }
    }

    fn symbol(&self, index: usize, depth: usize) -> Terms {
        let Some(entry) = self.entries.get(index) else { return Terms::number(0, Size::Unknown) };
        let studied = match (&entry.known, entry.tree) {
            (Some(known), _) => Some(Terms::clone(known)),
            (None, Some(tree)) => Some(self.part(tree, depth + 1)),
            (None, None) => None,
        };
        if let Some(mut studied) = studied {
            if entry.size != Size::Unknown {
                studied.size = entry.size;
            }
            return studied;
        }
        let mut studied = Terms::number(0, entry.size);
        studied.add(Reference::Symbol(index), 1);
        if entry.is_imported {
            return studied;
        }
        let outside = || entry.outer.as_ref().and_then(|outer| self.nearest(&entry.name, outer));
        if self.is_at_end
            && depth < DEEPEST
            && let Some(outer) = outside()
        {
            return self.symbol(outer, depth + 1);
        }
        studied.is_sum = false;
        // The name may get a definition here; until then it has the size of one outside.
        if entry.size == Size::Unknown
            && let Some(outer) = outside()
            && let Some(outer) = self.entries.get(outer)
        {
            studied.size = outer.size;
        }
        studied
    }

    fn unary_part(&self, operator: Unary, operand: Tree, depth: usize) -> Terms {
        let mut studied = self.part(operand, depth + 1);
        if operator == Unary::Minus {
            if studied.is_sum {
                studied.number = studied.number.wrapping_neg();
                studied.references.iter_mut().for_each(|(_, count)| *count = count.wrapping_neg());
            }
            return studied;
        }
        if studied.is_constant() {
            studied.number = operator.apply(studied.number, 1);
        } else {
            studied.is_sum = false;
        }
        match operator {
            Unary::Low | Unary::High | Unary::Bank | Unary::LogicalNot => studied.size = Size::Byte,
            Unary::LowWord | Unary::HighWord => studied.size = Size::Word,
            Unary::Plus | Unary::Minus | Unary::Not | Unary::Absolute => {}
        }
        studied
    }

    fn binary_part(&self, operator: Binary, left: Tree, right: Tree, depth: usize) -> Terms {
        let mut left = self.part(left, depth + 1);
        if matches!(operator, Binary::LogicalAnd | Binary::LogicalOr) {
            return self.short_circuit(operator, left, right, depth);
        }
        let mut right = self.part(right, depth + 1);
        match operator {
            Binary::Add | Binary::Subtract if left.is_sum && right.is_sum => {
                let sign = if operator == Binary::Add { 1 } else { -1 };
                left.number = left.number.wrapping_add(right.number.wrapping_mul(sign));
                left.add_all(&right, sign);
                left.join_size(&right);
                return left;
            }
            Binary::Multiply if left.is_sum && right.is_sum => {
                if left.is_constant() {
                    std::mem::swap(&mut left, &mut right);
                }
                if right.is_constant() {
                    left.number = left.number.wrapping_mul(right.number);
                    left.references
                        .iter_mut()
                        .for_each(|(_, count)| *count = count.wrapping_mul(right.number));
                    left.join_size(&right);
                    return left;
                }
            }
            Binary::Multiply | Binary::Add | Binary::Subtract => {}
            _ if left.is_constant() && right.is_constant() => {
                match operator.apply(left.number, right.number, 1) {
                    Ok(number) => left.number = number,
                    Err(_) => left.is_sum = false,
                }
                if operator.tests() {
                    left.size = Size::Byte;
                }
                return left;
            }
            _ => {}
        }
        left.give_up(&right);
        if operator.tests() {
            left.size = Size::Byte;
        }
        left
    }

    /// `&&` and `||` look at their right side only if it decides.
    fn short_circuit(&self, operator: Binary, mut left: Terms, right: Tree, depth: usize) -> Terms {
        if !left.is_constant() {
            left.is_sum = false;
        } else if (left.number != 0) == (operator == Binary::LogicalAnd) {
            left = self.part(right, depth + 1);
            if left.is_constant() {
                left.number = i64::from(left.number != 0);
            } else {
                left.is_sum = false;
            }
        } else {
            left.number = i64::from(left.number != 0);
        }
        left.size = Size::Byte;
        left
    }
}
