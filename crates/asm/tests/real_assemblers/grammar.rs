//! Random sources from a grammar, a text file of rules.
//!
//! `== name` begins a rule; each line below is an alternative, after `5× ` with that weight. Those after `--` are left out where the
//! rule is already applied N times around, with `== name N`. A line that ends with `\` continues in the next one. `# ` begins a
//! comment. `\n` and `\t` are what they are in Rust; any other character after `\` stands for itself. In braces:
//!
//! - `name`: what is bound to the name, or an alternative of the rule; `a|b|`: one of these texts.
//! - `0-9`: a number of this range; `8:x`: one of this number of bits, in this format; `:x`: with the bits that the rule `bits` says.
//! - `new`: a number that was not there yet. `case text`: the text, sometimes in upper case.
//! - `name=text`: binds the name, until the end of the alternative.
//! - `push list text` adds to a list, `with list text` until the end of the alternative, `any list text` is an entry of the list, or
//!   the text if it has none, and `pop list text` takes the last entry out.

use std::cell::Cell;
use std::collections::HashMap;
use std::iter::{once, repeat_n};

struct Rule {
    /// The number of applications around one that can be deep.
    most_around: usize,
    flat: Vec<String>,
    deep: Vec<String>,
}

pub(crate) struct Grammar(HashMap<String, Rule>);

impl Grammar {
    /// Reads files. A rule replaces one of the same name in an earlier file.
    pub(crate) fn new(files: &[&str]) -> Self {
        let sections = files.iter().flat_map(|file| file.split("\n== ").skip(1));
        Self(sections.map(Rule::named).collect())
    }
}

impl Rule {
    fn named(section: &str) -> (String, Self) {
        let section = section.replace("\\\n", "\\n");
        let (title, lines) = section.split_once('\n').unwrap_or((&section, ""));
        let (name, most_around) = title.split_once(' ').unwrap_or((title, "0"));
        let (flat, deep) = lines.split_once("\n--\n").unwrap_or((lines, ""));
        let most_around = most_around.parse().expect("a number follows the name of a rule");
        (name.to_owned(), Self { most_around, flat: alternatives(flat), deep: alternatives(deep) })
    }
}

/// Returns alternatives, each repeated by its weight.
fn alternatives(lines: &str) -> Vec<String> {
    let lines = lines.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    let weighted = lines.map(|line| {
        let weight = line.split_once('×').and_then(|(weight, text)| Some((weight.parse().ok()?, text)));
        weight.map_or((1, line), |(weight, text)| (weight, text.strip_prefix(' ').unwrap_or(text)))
    });
    weighted.flat_map(|(weight, text)| repeat_n(text.to_owned(), weight)).collect()
}

/// Returns the texts between bars up to a closing brace, and what follows.
fn choices(text: &str) -> (Vec<&str>, &str) {
    let (mut found, mut start, mut depth, mut is_escaped) = (Vec::new(), 0, 0_usize, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '{' => depth += 1,
            '|' | '}' if depth == 0 => {
                found.push(&text[start..at]);
                start = at + 1;
                if c == '}' {
                    return (found, &text[start..]);
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    panic!("a brace is not closed: {text}")
}

/// A source that is being made.
pub(crate) struct Source<'g> {
    grammar: &'g Grammar,
    pub(crate) random: &'g Random,
    pub(crate) lists: HashMap<&'g str, Vec<String>>,
    pub(crate) bound: Vec<(&'g str, String)>,
    /// The lists with entries until the end of an alternative.
    local: Vec<&'g str>,
    /// How many times each rule is being applied; 0 if it was.
    around: HashMap<&'g str, usize>,
    count: usize,
}

impl<'g> Source<'g> {
    pub(crate) fn new(grammar: &'g Grammar, random: &'g Random) -> Self {
        Self {
            grammar,
            random,
            lists: HashMap::new(),
            bound: Vec::new(),
            local: Vec::new(),
            around: HashMap::new(),
            count: 0,
        }
    }

    /// Returns the rules that nothing has applied.
    pub(crate) fn unused_rules(&self) -> Vec<&'g str> {
        self.grammar.0.keys().map(String::as_str).filter(|name| !self.around.contains_key(name)).collect()
    }

    /// Fills a text: what stands in braces is replaced.
    pub(crate) fn fill(&mut self, text: &'g str) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once(['\\', '{']) {
            filled += before;
            if rest[before.len()..].starts_with('{') {
                let (choices, after) = choices(after);
                filled += &match *choices {
                    [only] => self.hole(only),
                    _ => self.fill(choices[self.random.below(choices.len())]),
                };
                rest = after;
            } else {
                let mut after = after.chars();
                filled.extend(after.next().map(|c| match c {
                    'n' => '\n',
                    't' => '\t',
                    _ => c,
                }));
                rest = after.as_str();
            }
        }
        filled + rest
    }

    /// Returns what braces without a choice stand for.
    fn hole(&mut self, text: &'g str) -> String {
        if let Some((name, value)) = text.split_once('=')
            && name.chars().all(|c| c.is_ascii_alphabetic())
        {
            let value = self.fill(value);
            self.bound.push((name, value));
            return String::new();
        }
        let (command, operand) = text.split_once(' ').unwrap_or((text, ""));
        let (list, value) = operand.split_once(' ').unwrap_or((operand, ""));
        match command {
            "push" | "with" => {
                let value = self.fill(value);
                self.lists.entry(list).or_default().push(value);
                self.local.extend(once(list).filter(|_| command == "with"));
                String::new()
            }
            "any" => match self.lists.get(list) {
                Some(entries) if !entries.is_empty() => self.random.pick(entries).clone(),
                _ => self.fill(value),
            },
            "pop" => self.lists.get_mut(list).and_then(Vec::pop).unwrap_or_else(|| self.fill(value)),
            "case" => {
                let text = self.fill(operand);
                if self.random.one_in(10) { text.to_ascii_uppercase() } else { text }
            }
            "new" => {
                self.count += 1;
                self.count.to_string()
            }
            _ if text.starts_with(|c: char| c.is_ascii_digit() || c == ':') => self.number(text),
            _ => self.named(text),
        }
    }

    fn named(&mut self, text: &'g str) -> String {
        let name = self.fill(text);
        match self.bound.iter().rev().find(|(bound, _)| *bound == name) {
            Some((_, value)) => value.clone(),
            None => self.apply(&name),
        }
    }

    fn apply(&mut self, name: &str) -> String {
        let found = self.grammar.0.get_key_value(name);
        let (name, rule) = found.unwrap_or_else(|| panic!("the grammar has no rule `{name}`"));
        let around = *self.around.entry(name).and_modify(|count| *count += 1).or_insert(1);
        let deep = if around <= rule.most_around { &*rule.deep } else { &[] };
        let choice = self.random.below(rule.flat.len() + deep.len());
        let text = rule.flat.get(choice).unwrap_or_else(|| &deep[choice - rule.flat.len()]);
        let (bound, local) = (self.bound.len(), self.local.len());
        let filled = self.fill(text);
        self.around.insert(name, around - 1);
        self.bound.truncate(bound);
        for list in self.local.drain(local..) {
            self.lists.get_mut(list).and_then(Vec::pop);
        }
        filled
    }

    fn number(&mut self, text: &str) -> String {
        let (range, format) = text.split_once(':').unwrap_or((text, "d"));
        let value = match range.split_once('-') {
            Some((first, last)) => {
                let [first, last] = [first, last].map(|end| end.parse::<usize>().expect("an end of a range"));
                first + self.random.below(last + 1 - first)
            }
            None => {
                let bits = if range.is_empty() { self.apply("bits") } else { range.to_owned() };
                self.random.value(bits.parse().expect("a number of bits"))
            }
        };
        let (width, letter) = format.split_at(format.len() - 1);
        let width = width.parse().unwrap_or(0);
        match letter {
            "b" => format!("{value:0width$b}"),
            "o" => format!("{value:0width$o}"),
            "x" => format!("{value:0width$x}"),
            "X" => format!("{value:0width$X}"),
            "c" => u8::try_from(value).map(char::from).expect("a character").to_string(),
            _ => value.to_string(),
        }
    }
}

/// A generator of random numbers that are the same on every machine (xorshift64*).
pub(crate) struct Random(Cell<u64>);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        // Neighboring seeds must not give similar sources.
        let random = Self(Cell::new(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1));
        for _ in 0..4 {
            random.next();
        }
        random
    }

    fn next(&self) -> u64 {
        let mut state = self.0.get();
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        self.0.set(state);
        state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11
    }

    /// Returns a number below `end`.
    pub(crate) fn below(&self, end: usize) -> usize {
        usize::try_from(self.next() % end.max(1) as u64).unwrap_or(0)
    }

    /// Whether one of `n` cases is to happen.
    pub(crate) fn one_in(&self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn pick<'a, T>(&self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Returns a number that programs have: mostly small, or near a power of two.
    pub(crate) fn value(&self, bits: usize) -> usize {
        let end = 1_usize << bits;
        match self.below(6) {
            0 => self.below(4),
            1 | 2 => self.below(end.min(256)),
            3 => (1 << self.below(bits + 1)).min(end - 1),
            4 => (1 << self.below(bits + 1)) - 1,
            _ => self.below(end),
        }
    }
}
