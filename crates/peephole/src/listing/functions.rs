//! A compiler's output as functions and data.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use arcadian_parallel::cancellation::is_cancelled;

use crate::listing::{
    assembled::{Assembled, defined},
    compiler::Compiler,
    item::{Body, Code, Item},
    operands::{Names, Text, is_part},
    statement::{Kind, Statement, void_functions, with_single_blanks},
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
    pub(crate) is_void: bool,
    /// A label that is in it twice, and the number of the second line.
    pub(crate) repeated: Option<(String, usize)>,
    /// Its labels, with the numbers of the items that they are before.
    pub(crate) labels: HashMap<String, usize>,
    /// The same labels by these numbers.
    places: HashMap<usize, Vec<String>>,
    /// The labels inside that other files may use.
    pub(crate) public: BTreeSet<String>,
    /// Its number among the parts of the file.
    pub(crate) order: usize,
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
    pub(crate) lines: Vec<Text>,
    pub(crate) has_label: bool,
    /// Its number among the parts of the file.
    pub(crate) order: usize,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Listing {
    pub(crate) functions: Vec<Function>,
    pub(crate) data: Vec<Data>,
    pub(crate) constants: Vec<Text>,
    /// The names of constants.
    pub(crate) fixed: BTreeSet<String>,
    /// The constants that are defined with other names, and the labels without data of their own: they may be addresses of what has
    /// another name.
    pub(crate) aliases: BTreeSet<String>,
    /// Constants that have two values, with the lines of the second.
    pub(crate) variables: Vec<(String, usize)>,
    /// Statements that depend on the addresses of places in the code, with their lines.
    pub(crate) places: Vec<(String, usize)>,
    /// The sections in the order in which they are named first.
    pub(crate) sections: Vec<String>,
    /// The names that other files may use, as the compiler wrote them.
    pub(crate) public: BTreeSet<String>,
    /// The names that the file defines, as the compiler wrote them.
    pub(crate) defined: BTreeSet<String>,
    pub(crate) settings: BTreeSet<String>,
    /// The labels in functions but those at their beginnings, with the functions that have them.
    inner: HashMap<String, Vec<String>>,
    by_name: HashMap<String, usize>,
    /// The functions and data of each section, by their numbers among the parts of the file.
    by_order: HashMap<String, BTreeMap<usize, Part>>,
}

/// A function or data, by its number in its list.
#[derive(Clone, Copy, Debug)]
enum Part {
    Function(usize),
    Data(usize),
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

/// Reads a text, of which these are the statements and what its assembler makes of them.
pub(crate) fn read(
    compiler: Compiler,
    text: &str,
    statements: &[Statement],
    assembled: &Assembled,
    names: &mut Names,
) -> Listing {
    let void = void_functions(text);
    let mut listing = Listing::default();
    let mut aliases = HashMap::new();
    let debug = debug_symbols(compiler, statements);
    listing.defined = defined(compiler, statements).into_iter().map(str::to_owned).collect();
    for statement in statements {
        let text = with_single_blanks(statement.text);
        if debug.contains(&statement.line) {
            continue;
        }
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
            (Kind::Section(name), _) if !listing.sections.iter().any(|known| known == name) => {
                listing.sections.push(name.to_owned());
            }
            _ => {}
        }
    }
    for (order, block) in blocks(compiler, statements).into_iter().enumerate().take_while(|_| !is_cancelled())
    {
        if block.has_code() {
            let public = |name: &str| listing.public.contains(name);
            let mut function = function(compiler, &block, assembled, &public, names);
            function.order = order;
            // Compilers put an underscore before the names of C.
            function.is_void = function.original.strip_prefix('_').is_some_and(|name| void.contains(name));
            listing.functions.push(function);
        } else {
            listing.data.extend(data(compiler, &block, order, names));
        }
    }
    listing.rename(&aliases);
    let empty = listing.data.iter().filter(|data| data.lines.is_empty()).map(|data| data.name.clone());
    listing.aliases.extend(empty);
    listing.note_inner_labels();
    listing.note_distances();
    listing.note_parts();
    listing
}

/// Returns the lines that give an address to a name which only a debugger uses, as SDCC's `G$name$0$0 = .`.
fn debug_symbols(compiler: Compiler, statements: &[Statement]) -> HashSet<usize> {
    let Some(dialect) = compiler.dialect().filter(|_| compiler == Compiler::Sdcc) else {
        return HashSet::new();
    };
    let definition = |statement: &Statement<'_>| -> Option<String> {
        let (name, value) = statement.text.split_once('=').filter(|_| statement.kind == Kind::Constant)?;
        let is_place = value.trim_start_matches('=').trim() == ".";
        (is_place && name.contains('$')).then(|| name.trim().to_owned())
    };
    let is_use = |statement: &&Statement<'_>| {
        matches!(statement.kind, Kind::Code | Kind::Data | Kind::Constant) && definition(statement).is_none()
    };
    let used = statements.iter().filter(is_use).flat_map(|statement| {
        dialect.names_in(statement.text).into_iter().filter_map(|range| statement.text.get(range))
    });
    let used: HashSet<&str> = used.collect();
    let lines = statements
        .iter()
        .filter(|statement| definition(statement).is_some_and(|name| !used.contains(name.as_str())));
    lines.map(|statement| statement.line).collect()
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

    /// Returns whether a label stands inside of what has begun.
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

/// Returns whether a label belongs to a function, as compilers name labels.
fn is_local(compiler: Compiler, label: &str) -> bool {
    match compiler {
        Compiler::Sdcc => label.ends_with('$'),
        Compiler::Z88dk => !label.starts_with('_'),
        Compiler::Cc65 => false,
    }
}

fn function(
    compiler: Compiler,
    block: &Block,
    assembled: &Assembled,
    is_public: &dyn Fn(&str) -> bool,
    names: &mut Names,
) -> Function {
    let original = if block.name.is_empty() { block.section } else { block.name };
    let mut function = Function {
        name: names.name(original),
        original: original.to_owned(),
        line: block.line,
        section: block.section.to_owned(),
        ..Function::default()
    };
    for statement in block.statements.iter().take_while(|_| !is_cancelled()) {
        match statement.kind {
            Kind::Label(label) => {
                let before = function.add_label(names.name(label), function.items.len());
                let repeated = before.map(|_| (label.to_owned(), statement.line));
                function.repeated = function.repeated.take().or(repeated);
                if label != block.name && is_public(label) {
                    function.public.insert(names.name(label));
                }
            }
            Kind::Code | Kind::Data => {
                let mut item = Item::new(compiler, statement, names);
                assembled.line(statement.line).into_iter().for_each(|line| item.agree_with(line));
                function.items.push(item);
            }
            _ => {}
        }
    }
    function.name_distances();
    function
}

fn data(compiler: Compiler, block: &Block, order: usize, names: &mut Names) -> Option<Data> {
    let lines = block.statements.iter().filter(|statement| statement.kind == Kind::Data);
    let lines = lines.map(|statement| {
        Text::read(compiler, &with_single_blanks(statement.text), &mut |name| names.name(name))
    });
    let lines: Vec<Text> = lines.collect();
    let original = if block.name.is_empty() { block.section } else { block.name };
    (!lines.is_empty() || !block.name.is_empty()).then(|| Data {
        section: block.section.to_owned(),
        name: names.name(original),
        original: original.to_owned(),
        line: block.line,
        lines,
        has_label: !block.name.is_empty(),
        order,
    })
}

impl Listing {
    /// Gives names other names, as long as these have others.
    pub(crate) fn rename(&mut self, names: &HashMap<String, String>) {
        if names.is_empty() {
            return;
        }
        let last = last_names(names);
        let mut name = |word: &str| (*last.get(word).unwrap_or(&word)).to_owned();
        for data in &mut self.data {
            data.name = name(&data.name);
            data.lines.iter_mut().for_each(|line| line.rename(&mut name));
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
        let own = names.name(name);
        if !self.fixed.insert(own.clone()) {
            self.variables.push((name.to_owned(), line));
        }
        let value = value.split_once('=').map_or(value, |(_, value)| value);
        let value = value.trim_start().strip_prefix(".equ").unwrap_or(value);
        let value_names = Text::read(compiler, value, &mut |name| names.name(name));
        if value_names.names().next().is_some() {
            self.aliases.insert(own);
        }
        if compiler.uses_place(value) {
            self.places.push((text.to_owned(), line));
        }
        self.constants.push(Text::read(compiler, text, &mut |name| names.name(name)));
    }

    /// Notes what is computed from the address of a place in the code and another one: it may change with the code between them.
    fn note_distances(&mut self) {
        let code: HashSet<&String> = self
            .functions
            .iter()
            .flat_map(|function| function.labels.keys().chain([&function.name]))
            .collect();
        let is_distance = |names: &[&String]| {
            let names: BTreeSet<&String> =
                names.iter().copied().filter(|name| !self.fixed.contains(*name)).collect();
            names.len() > 1 && names.iter().any(|name| code.contains(name))
        };
        let in_text = |text: &Text| text.expressions().iter().any(|names| is_distance(names));
        let constants = self.constants.iter().filter(|text| is_distance(&text.names().collect::<Vec<_>>()));
        let mut places: Vec<(String, usize)> = constants.map(|text| (text.to_string(), 0)).collect();
        for data in &self.data {
            let lines = data.lines.iter().filter(|line| in_text(line));
            places.extend(lines.map(|line| (line.to_string(), data.line)));
        }
        for item in self.functions.iter().flat_map(|function| &function.items) {
            let is_place = match &item.body {
                Body::Code(code) => is_distance(&code.names.iter().collect::<Vec<_>>()),
                Body::Data(text) => in_text(text),
                Body::Unread(_) => false,
            };
            places.extend(is_place.then(|| (item.text.clone(), item.line)));
        }
        self.places.extend(places);
    }

    fn note_inner_labels(&mut self) {
        for function in &self.functions {
            for label in function.labels.keys().filter(|label| **label != function.name) {
                self.inner.entry(label.clone()).or_default().push(function.name.clone());
            }
        }
    }

    /// Returns an item that uses a label within another function, or one that only the other listing has in a function, and the
    /// label as the item has it.
    pub(crate) fn use_of_others<'l>(
        &'l self,
        function: &'l Function,
        other: &Listing,
    ) -> Option<(&'l Item, &'l str)> {
        let is_other = |name: &&String| {
            let in_other = || self.inner.get(*name).is_some_and(|owners| !owners.contains(&function.name));
            !function.labels.contains_key(*name) && (in_other() || other.inner.contains_key(*name))
        };
        let uses =
            |item: &'l Item| item.code()?.names.iter().find(is_other).map(|name| (item, name.as_str()));
        function.items.iter().find_map(uses)
    }

    /// Returns the name of the function or data after one in its section.
    pub(crate) fn next(&self, section: &str, order: usize) -> Option<&String> {
        let (_, part) = self.by_order.get(section)?.range(order + 1..).next()?;
        match *part {
            Part::Function(number) => self.functions.get(number).map(|function| &function.name),
            Part::Data(number) => self.data.get(number).map(|data| &data.name),
        }
    }

    /// Returns the first function with a name.
    pub(crate) fn function(&self, name: &str) -> Option<&Function> {
        self.functions.get(*self.by_name.get(name)?)
    }

    pub(crate) fn function_mut(&mut self, name: &str) -> Option<&mut Function> {
        self.functions.get_mut(*self.by_name.get(name)?)
    }

    fn note_parts(&mut self) {
        let mut note = |section: &str, order, part| {
            self.by_order.entry(section.to_owned()).or_default().insert(order, part);
        };
        for (number, function) in self.functions.iter().enumerate() {
            note(&function.section, function.order, Part::Function(number));
            self.by_name.entry(function.name.clone()).or_insert(number);
        }
        for (number, data) in self.data.iter().enumerate() {
            note(&data.section, data.order, Part::Data(number));
        }
    }
}

/// Returns what each name becomes if names have others, which may have others too.
fn last_names(names: &HashMap<String, String>) -> HashMap<&str, &str> {
    let mut last: HashMap<&str, &str> = HashMap::new();
    for first in names.keys() {
        let (mut passed, mut seen, mut word) = (Vec::new(), HashSet::new(), first.as_str());
        while !last.contains_key(word)
            && seen.insert(word)
            && let Some(other) = names.get(word)
        {
            passed.push(word);
            word = other;
        }
        let end = last.get(word).copied().unwrap_or(word);
        last.extend(passed.into_iter().map(|name| (name, end)));
    }
    last
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
            self.add_label(label, to);
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

    /// Adds a label before an item. Returns the item before which it was.
    fn add_label(&mut self, name: String, at: usize) -> Option<usize> {
        let before = self.labels.insert(name.clone(), at);
        if let Some(names) = before.and_then(|before| self.places.get_mut(&before)) {
            names.retain(|known| *known != name);
        }
        self.places.entry(at).or_default().push(name);
        before
    }

    pub(crate) fn labels_at(&self, position: usize) -> impl Iterator<Item = &String> {
        self.places.get(&position).into_iter().flatten()
    }

    /// Returns the number of bytes of its instructions.
    pub(crate) fn length(&self) -> usize {
        self.items.iter().filter_map(Item::code).map(|code| code.length).sum()
    }
}
