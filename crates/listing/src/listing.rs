//! A compiler's output as functions and data.

use std::collections::{BTreeSet, HashMap};

use crate::{
    compiler::Compiler,
    item::{Body, Code, Item},
    names::{Names, is_part, renamed},
    statement::{Kind, Statement, statements, void_functions, with_single_blanks},
};

/// A function: the code from one global label to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Function {
    pub(crate) name: String,
    /// Its name as the compiler wrote it.
    pub(crate) original: String,
    /// The number of its first line.
    pub(crate) line: usize,
    pub(crate) items: Vec<Item>,
    pub(crate) section: String,
    /// Whether it returns nothing.
    pub(crate) is_void: bool,
    /// A label that is in it twice, and the number of the second line.
    pub(crate) repeated: Option<(String, usize)>,
    /// Its labels, with the numbers of the items that they are before.
    pub(crate) labels: HashMap<String, usize>,
}

/// Data after a label, or before the first one of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Data {
    pub(crate) section: String,
    pub(crate) name: String,
    /// Its name as the compiler wrote it.
    pub(crate) original: String,
    pub(crate) line: usize,
    /// The lines, with our names.
    pub(crate) lines: Vec<String>,
    /// Whether it has a label.
    pub(crate) has_label: bool,
}

/// A compiler's output.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listing {
    pub(crate) functions: Vec<Function>,
    pub(crate) data: Vec<Data>,
    /// Definitions of constants.
    pub(crate) constants: Vec<String>,
    /// The names of constants.
    pub(crate) fixed: BTreeSet<String>,
    /// Constants that are addresses of places in the code, with their lines.
    pub(crate) places: Vec<(String, usize)>,
    /// The names that other files may use, as the compiler wrote them.
    pub(crate) public: BTreeSet<String>,
    /// How the file is assembled.
    pub(crate) settings: BTreeSet<String>,
    /// The labels in functions but those at their beginnings, with the functions that have them.
    inner: HashMap<String, Vec<String>>,
}

/// The statements from a label to the next one that begins something.
#[derive(Default)]
struct Block<'s, 't> {
    section: &'t str,
    name: &'t str,
    line: usize,
    statements: Vec<&'s Statement<'t>>,
}

impl Block<'_, '_> {
    fn has_code(&self) -> bool {
        self.statements.iter().any(|statement| statement.kind == Kind::Code)
    }
}

pub(crate) fn read(compiler: Compiler, text: &str, names: &mut Names) -> Listing {
    let statements = statements(compiler.syntax(), text);
    let void = void_functions(text);
    let mut listing = Listing::default();
    let mut aliases = HashMap::new();
    for statement in &statements {
        let text = with_single_blanks(statement.text);
        match (statement.kind, alias(compiler, &text)) {
            (Kind::Constant, Some((name, label))) => {
                aliases.insert(names.name(name), names.name(label));
            }
            (Kind::Constant, None) => listing.add_constant(compiler, &text, statement.line, names),
            (Kind::Public(list), _) => {
                let all =
                    list.split(',').filter_map(|name| name.split([' ', ':']).find(|name| !name.is_empty()));
                listing.public.extend(all.map(|name| name.trim().to_owned()));
            }
            (Kind::Setting, _) => drop(listing.settings.insert(text)),
            _ => {}
        }
    }
    for block in blocks(compiler, &statements) {
        if block.has_code() {
            let mut function = function(compiler, &block, names);
            // Compilers put an underscore before the names of C.
            function.is_void = function.original.strip_prefix('_').is_some_and(|name| void.contains(name));
            listing.functions.push(function);
        } else {
            listing.data.extend(data(&block, names));
        }
    }
    listing.rename(&aliases);
    listing.note_inner_labels();
    listing
}

/// Returns the name of a local label, and the label that it is another name for: `defc i_10 = i_7`.
pub(crate) fn alias(compiler: Compiler, text: &str) -> Option<(&str, &str)> {
    let (name, label) = text.split_once(' ')?.1.split_once('=')?;
    let (name, label) = (name.trim(), label.trim());
    let is_label = |name: &str| !name.is_empty() && is_local(compiler, name) && name.chars().all(is_part);
    (is_label(name) && is_label(label) && !label.starts_with(|c: char| c.is_ascii_digit()))
        .then_some((name, label))
}

/// Divides statements. In each section a block continues when the section is selected again.
fn blocks<'s, 't>(compiler: Compiler, statements: &'s [Statement<'t>]) -> Vec<Block<'s, 't>> {
    let mut divider =
        Divider { compiler, blocks: Vec::new(), current: HashMap::new(), section: "", function: None };
    statements.iter().for_each(|statement| divider.add(statement));
    divider.blocks
}

/// Divides statements into blocks.
struct Divider<'s, 't> {
    compiler: Compiler,
    blocks: Vec<Block<'s, 't>>,
    /// The block that continues in each section.
    current: HashMap<&'t str, usize>,
    section: &'t str,
    /// The section of the function that has begun and not ended.
    function: Option<&'t str>,
}

impl<'s, 't> Divider<'s, 't> {
    fn open(&mut self) -> Option<&mut Block<'s, 't>> {
        let number = *self.current.get(self.section)?;
        self.blocks.get_mut(number)
    }

    fn begin(&mut self, name: &'t str, line: usize) {
        self.current.insert(self.section, self.blocks.len());
        self.blocks.push(Block { section: self.section, name, line, statements: Vec::new() });
    }

    /// Whether a label stands inside of what has begun.
    fn is_inside(&mut self, label: &str) -> bool {
        let is_local = self.function == Some(self.section) || is_local(self.compiler, label);
        let is_function =
            self.function == Some(self.section) || self.section.to_ascii_lowercase().contains("code");
        self.open().is_some_and(|open| is_local && (is_function || open.has_code()))
    }

    fn add(&mut self, statement: &'s Statement<'t>) {
        match statement.kind {
            Kind::Section(name) => return self.section = name,
            Kind::Begin(name) => {
                self.begin(name, statement.line);
                return self.function = Some(self.section);
            }
            Kind::End => {
                if let Some(section) = self.function.take() {
                    self.current.remove(section);
                }
                return;
            }
            Kind::Constant | Kind::Public(_) | Kind::Setting => return,
            Kind::Label(name) if !self.is_inside(name) => self.begin(name, statement.line),
            _ => {}
        }
        if self.open().is_none() {
            self.begin("", statement.line);
        }
        self.open().into_iter().for_each(|open| open.statements.push(statement));
    }
}

/// Whether a label belongs to a function, as compilers name labels.
fn is_local(compiler: Compiler, label: &str) -> bool {
    match compiler {
        Compiler::Sdcc => label.ends_with('$'),
        Compiler::Z88dk => !label.starts_with('_'),
        Compiler::Cc65 => false,
    }
}

fn function(compiler: Compiler, block: &Block, names: &mut Names) -> Function {
    let original = if block.name.is_empty() { block.section } else { block.name };
    let mut function = Function {
        name: names.name(original),
        original: original.to_owned(),
        line: block.line,
        section: block.section.to_owned(),
        ..Function::default()
    };
    for statement in &block.statements {
        match statement.kind {
            Kind::Label(label) => {
                let before = function.labels.insert(names.name(label), function.items.len());
                let repeated = before.map(|_| (label.to_owned(), statement.line));
                function.repeated = function.repeated.take().or(repeated);
            }
            Kind::Code | Kind::Data => function.items.push(Item::new(compiler, statement, names)),
            _ => {}
        }
    }
    function.name_distances();
    function
}

fn data(block: &Block, names: &mut Names) -> Option<Data> {
    let lines = block.statements.iter().filter(|statement| statement.kind == Kind::Data);
    let lines =
        lines.map(|statement| renamed(&with_single_blanks(statement.text), &mut |name| names.name(name)));
    let lines: Vec<String> = lines.collect();
    let original = if block.name.is_empty() { block.section } else { block.name };
    (!lines.is_empty() || !block.name.is_empty()).then(|| Data {
        section: block.section.to_owned(),
        name: names.name(original),
        original: original.to_owned(),
        line: block.line,
        lines,
        has_label: !block.name.is_empty(),
    })
}

impl Listing {
    /// Gives names other names, as long as these have others.
    pub(crate) fn rename(&mut self, names: &HashMap<String, String>) {
        if names.is_empty() {
            return;
        }
        let mut name = |word: &str| {
            let mut word = word;
            for _ in 0..=names.len() {
                let Some(other) = names.get(word) else { break };
                word = other;
            }
            word.to_owned()
        };
        for data in &mut self.data {
            data.name = name(&data.name);
            data.lines.iter_mut().for_each(|line| *line = renamed(line, &mut name));
        }
        for item in self.functions.iter_mut().flat_map(|function| &mut function.items) {
            item.rename(&mut name);
        }
    }

    fn add_constant(&mut self, compiler: Compiler, text: &str, line: usize, names: &mut Names) {
        let end = |text: &str| text.find(|c: char| !is_part(c)).unwrap_or(text.len());
        let (name, value) = text.split_at(end(text));
        // z88dk's DEFC and ca65's .DEFINE are before the name.
        let directive = compiler.syntax().constants.iter().any(|word| word.eq_ignore_ascii_case(name));
        let name = if directive { value.trim_start() } else { name };
        let name = name.get(..end(name)).unwrap_or(name);
        self.fixed.insert(names.name(name));
        let value = value.split_once('=').map_or(value, |(_, value)| value);
        let value = value.trim_start().strip_prefix(".equ").unwrap_or(value);
        if compiler.uses_place(value) {
            self.places.push((text.to_owned(), line));
        }
        self.constants.push(renamed(text, &mut |name| names.name(name)));
    }

    fn note_inner_labels(&mut self) {
        for function in &self.functions {
            for label in function.labels.keys().filter(|label| **label != function.name) {
                self.inner.entry(label.clone()).or_default().push(function.name.clone());
            }
        }
    }

    /// Returns an item that uses a label within another function, and the label as the item has it.
    pub(crate) fn use_of_others<'l>(&'l self, function: &'l Function) -> Option<(&'l Item, &'l str)> {
        let is_other = |name: &&String| {
            !function.labels.contains_key(*name)
                && self.inner.get(*name).is_some_and(|owners| !owners.contains(&function.name))
        };
        let uses =
            |item: &'l Item| item.code()?.names.iter().find(is_other).map(|name| (item, name.as_str()));
        function.items.iter().find_map(uses)
    }

    /// Returns the name of the function after one.
    pub(crate) fn next(&self, function: &Function) -> Option<&String> {
        let mut after = self.functions.iter().skip_while(|other| other.name != function.name);
        after.nth(1).map(|next| &next.name)
    }
}

impl Function {
    /// Gives labels to the places that jumps lead to by a distance, as in `jr nz,$+3`.
    pub(crate) fn name_distances(&mut self) {
        for at in 0..self.items.len() {
            let Some(distance) = self.items[at].code().and_then(Code::distance) else { continue };
            let Some(to) = self.position_after(at, distance) else {
                self.items[at].body = Body::Unread("it leads between instructions".to_owned());
                continue;
            };
            let label = format!("HERE_{to}");
            if let Body::Code(code) = &mut self.items[at].body {
                code.lead_to(&label);
            }
            self.labels.insert(label, to);
        }
    }

    /// Returns the position that is a number of bytes after that of an item.
    fn position_after(&self, at: usize, distance: i64) -> Option<usize> {
        let (mut to, mut left) = (at, distance);
        while left != 0 {
            let forward = left > 0;
            let item = if forward { to } else { to.checked_sub(1)? };
            let length = self.items.get(item)?.code()?.length as i64;
            (to, left) = if forward { (to + 1, left - length) } else { (item, left + length) };
            if forward != (left >= 0) && left != 0 {
                return None;
            }
        }
        Some(to)
    }

    /// Returns the first line that cannot be read.
    pub(crate) fn unread(&self) -> Option<(&Item, &str)> {
        self.items.iter().find_map(|item| match &item.body {
            Body::Unread(why) => Some((item, why.as_str())),
            _ => None,
        })
    }

    /// Returns the labels before an item.
    pub(crate) fn labels_at(&self, position: usize) -> impl Iterator<Item = &String> {
        self.labels.iter().filter(move |(_, at)| **at == position).map(|(name, _)| name)
    }

    /// Returns the number of bytes of its instructions.
    pub(crate) fn length(&self) -> usize {
        self.items.iter().filter_map(Item::code).map(|code| code.length).sum()
    }
}
