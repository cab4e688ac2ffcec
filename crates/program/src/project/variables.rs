//! The variables of build files, as far as the files say them: assignments, conditions, and what other files change.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use super::words::{Kind, LONGEST_LINE, comment, is_name, lines, named_processors, split, within};

/// Names of variables and values that the commands and presets of other files give them.
pub(super) type Overridden = BTreeSet<(String, String)>;

/// Signs between which build files write the name of a variable.
const REFERENCES: [(&str, &str); 5] = [("$(", ")"), ("${", "}"), ("{{", "}}"), ("%", "%"), ("$", "")];
/// The variables of the commands that `make` and CMake run without being told.
const IMPLICIT: [&[&str]; 2] = [&["CC", "CPPFLAGS", "CFLAGS"], &["AS", "ASFLAGS"]];
const IMPLICIT_OF_CMAKE: [&[&str]; 1] = [&["CMAKE_C_COMPILER", "CMAKE_C_FLAGS"]];
/// The variables of CMake for the folder of the file.
const OWN_FOLDER: [&str; 3] = ["CMAKE_CURRENT_SOURCE_DIR", "CMAKE_SOURCE_DIR", "PROJECT_SOURCE_DIR"];
/// The words that begin and end lines that depend on a condition, in all syntaxes.
const CONDITIONS: [&str; 13] = [
    "ifeq", "ifneq", "ifdef", "ifndef", "if", "case", "for", "foreach", "while", "until", "function",
    "macro", "{",
];
const ENDS: [&str; 9] =
    ["endif", "fi", "esac", "done", "endforeach", "endwhile", "endfunction", "endmacro", "}"];
/// Words before the assignments of a script.
const BEFORE: [&str; 9] = ["export", "local", "readonly", "declare", "then", "do", "else", "{", "set"];
/// Words before the name of a file that is read in place of the line.
const INCLUDING: [&str; 7] = ["include", "-include", "sinclude", "import", ".", "source", "call"];
/// The most files that a file includes, with those that these include.
const MOST_INCLUDED: usize = 100;
const DEEPEST: usize = 5;
/// Commands of CMake that change variables.
const CHANGING: [&str; 6] = ["string", "list", "file", "get_property", "execute_process", "option"];
const MAKES: [&str; 6] = ["make", "gmake", "nmake", "cmake", "just", "$(MAKE)"];

/// The variables of a build file.
pub(super) struct Variables<'a> {
    kind: Kind,
    own: &'a Path,
    others: &'a [&'a (PathBuf, String)],
    included: usize,
    /// The values, with the lines that give them. One that depends on a condition or on another file is unknown.
    values: BTreeMap<String, (usize, Option<String>)>,
    /// The variables of which some value names a processor.
    of_processors: BTreeSet<String>,
    /// The number of conditions around the line.
    depth: usize,
}

impl<'a> Variables<'a> {
    pub(super) fn new(kind: Kind, own: &'a Path, others: &'a [&'a (PathBuf, String)]) -> Self {
        let known = if own == Path::new("") { &OWN_FOLDER[..] } else { &OWN_FOLDER[..1] };
        let known = known.iter().filter(|_| kind == Kind::CMake);
        let values = known.map(|name| ((*name).to_owned(), (0, Some(".".to_owned())))).collect();
        Variables { kind, own, others, included: 0, values, of_processors: BTreeSet::new(), depth: 0 }
    }

    /// Reads the assignments of a text. Returns its lines without comments.
    pub(super) fn read(&mut self, path: &Path, text: &str, level: usize) -> Vec<(usize, String)> {
        let mut lines = lines(path, text);
        for (number, line) in &mut lines {
            line.truncate(comment(line));
            match self.kind {
                Kind::CMake => self.read_cmake(*number, line, level),
                Kind::Script | Kind::Batch => self.read_script(*number, line, level),
                _ => self.read_make(*number, line, level),
            }
        }
        lines
    }

    fn count(&mut self, word: &str) {
        self.depth += usize::from(CONDITIONS.contains(&word));
        self.depth = self.depth.saturating_sub(usize::from(ENDS.contains(&word)));
    }

    fn include(&mut self, file: &str, level: usize) {
        let path = within(self.own, Path::new(file));
        let found = self.others.iter().find(|(other, _)| within(Path::new(""), other) == path);
        let Some((path, text)) = found.filter(|_| level < DEEPEST && self.included < MOST_INCLUDED) else {
            return;
        };
        self.included += 1;
        let depth = std::mem::take(&mut self.depth);
        self.read(path, text, level + 1);
        self.depth = depth;
    }

    fn read_make(&mut self, number: usize, line: &str, level: usize) {
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        if first.starts_with("if") || first == "endif" {
            self.count(first);
        } else if INCLUDING.contains(&first) {
            words.for_each(|file| self.include(file, level));
        }
        let Some((left, value)) = line.split_once('=') else { return };
        let head = left.trim_end_matches([':', '?', '+', '!']).trim_end();
        let (before, name) = head.rsplit_once([' ', '\t', ':']).unwrap_or(("", head));
        // The value of a target, or that of a command in a recipe, is not that of the file.
        let is_of_file = before.split_whitespace().all(|word| ["export", "override"].contains(&word));
        let sign = left.chars().last().unwrap_or_default();
        self.assign(number, name, sign, value, self.depth > 0);
        if !is_of_file && is_name(name) {
            self.forget(number, name);
        }
    }

    fn read_cmake(&mut self, number: usize, line: &mut String, level: usize) {
        let Some((command, arguments)) = line.split_once('(') else { return };
        let command = command.trim().to_ascii_lowercase();
        let arguments = arguments.trim().trim_end_matches(')').trim();
        self.count(&command);
        if command == "include" {
            self.include(arguments, level);
        } else if CHANGING.contains(&&*command) || command == "foreach" {
            let words: Vec<&str> = names(arguments).collect();
            let is_changed = |word: &&&str| self.values.contains_key(**word);
            let is_of_processor = words.iter().any(|word| self.of_processors.contains(*word));
            let changed: Vec<&str> =
                words.iter().filter(|word| is_of_processor || is_changed(word)).copied().collect();
            for name in changed {
                self.forget(number, name);
                self.of_processors.extend(is_of_processor.then(|| name.to_owned()));
            }
        } else if command == "set" {
            if let Some((name, value)) = arguments.split_once(char::is_whitespace) {
                let value = value.trim_start();
                let value =
                    value.strip_prefix('"').and_then(|value| value.split('"').next()).unwrap_or(value);
                self.assign(number, name, ' ', value, self.depth > 0);
            }
            line.clear();
        }
    }

    fn read_script(&mut self, number: usize, line: &str, level: usize) {
        let is_batch = self.kind == Kind::Batch;
        let word = |word: &String| word.trim_start_matches('@').to_ascii_lowercase();
        let commands = split(line);
        // A condition of a batch file is for its line, or for a block.
        let mut is_conditional = is_batch
            && commands
                .iter()
                .filter_map(|words| words.first())
                .any(|first| ["if", "for"].contains(&&*word(first)));
        for words in commands {
            let Some(first) = words.first().map(word) else {
                // What comes after `&&`, `||` or `;;` is not always executed.
                is_conditional = true;
                continue;
            };
            match (is_batch, &*first) {
                (false, first) => self.count(first),
                (true, "(") => self.depth += 1,
                (true, ")") => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            match words.get(1) {
                Some(name) if ["for", "read"].contains(&&*first) && is_name(name) => {
                    self.forget(number, name);
                }
                Some(file) if INCLUDING.contains(&&*first) => self.include(file, level),
                _ => {}
            }
            let is_conditional = is_conditional || self.depth > 0;
            let set = words.iter().position(|other| word(other) == "set").filter(|_| is_batch);
            if let Some(set) = set {
                self.assign_word(number, &words[set + 1..].join(" "), is_conditional);
                continue;
            }
            for word in words.iter().skip_while(|word| BEFORE.contains(&word.as_str())) {
                if !self.assign_word(number, word, is_conditional) {
                    break;
                }
            }
        }
    }

    /// Takes the value of an assignment in one word. Returns whether it is one.
    fn assign_word(&mut self, number: usize, word: &str, is_conditional: bool) -> bool {
        let Some((left, value)) = word.split_once('=') else { return false };
        let name = left.trim_end_matches('+').trim();
        // The value of `set /p` is typed.
        if let Some(name) = name.strip_prefix("/p ").or_else(|| name.strip_prefix("/P ")) {
            self.forget(number, name);
        }
        self.assign(number, name, left.chars().last().unwrap_or_default(), value, is_conditional);
        is_name(name)
    }

    /// Takes a value. If it depends on a condition and there is another value, no value is known. The sign is that before `=`.
    fn assign(&mut self, number: usize, name: &str, sign: char, value: &str, is_conditional: bool) {
        if !is_name(name) || self.values.contains_key(name) && sign == '?' {
            return;
        }
        let value = value.trim();
        let quoted = |quote| value.strip_prefix(quote)?.strip_suffix(quote);
        let value = quoted('"').or_else(|| quoted('\'')).unwrap_or(value);
        if !named_processors(value).is_empty() {
            self.of_processors.insert(name.to_owned());
        }
        let known = self.values.remove(name).map(|(_, value)| value);
        let is_appended = sign == '+';
        let is_unknown = known == Some(None) && (is_appended || is_conditional);
        let old = known.flatten();
        let before = old.clone().unwrap_or_default();
        let own = replaced(value, |other| (other == name).then_some(&before));
        // `make` separates what it appends, a shell does not.
        let is_word = is_appended && self.kind == Kind::Make;
        let value = match &old {
            Some(old) if is_word => format!("{old} {own}"),
            Some(old) if is_appended => format!("{old}{own}"),
            _ => own,
        };
        let is_other = !is_word && old.is_some_and(|old| old != value);
        let is_unknown = is_unknown || is_conditional && is_other;
        self.values.insert(name.to_owned(), (number, (!is_unknown).then_some(value)));
    }

    fn forget(&mut self, number: usize, name: &str) {
        self.values.insert(name.to_owned(), (number, None));
    }

    /// Forgets what other files change, and adds the commands that a tool runs without being told.
    pub(super) fn with_implicit(
        &mut self,
        mut lines: Vec<(usize, String)>,
        overridden: &Overridden,
    ) -> Vec<(usize, String)> {
        let is_changed = !matches!(self.kind, Kind::Script | Kind::Batch);
        for (name, value) in overridden.iter().filter(|_| is_changed) {
            if let Some((_, known)) = self.values.get_mut(name) {
                *known = known.take().filter(|known| known == value);
            }
        }
        let implicit: &[&[&str]] = match self.kind {
            Kind::CMake => &IMPLICIT_OF_CMAKE,
            Kind::Make => &IMPLICIT,
            _ => &[],
        };
        for names in implicit {
            let known: Vec<_> =
                names.iter().filter_map(|name| Some((name, self.values.get(*name)?))).collect();
            let number = known.last().map_or(0, |(_, (number, _))| *number);
            let value = |(name, (_, value)): &(&&str, &(usize, Option<String>))| {
                value.clone().unwrap_or_else(|| format!("${{{name}}}"))
            };
            lines.push((number, known.iter().map(value).collect::<Vec<_>>().join(" ")));
        }
        lines
    }

    /// Returns a line with the values of its variables, which can have variables too.
    pub(super) fn expanded(&self, mut line: String) -> String {
        for _ in 0..10 {
            let next = replaced(&line, |name| self.values.get(name)?.1.as_ref());
            if next == line {
                break;
            }
            line = next;
        }
        line
    }

    /// Whether a word has a variable with a processor.
    pub(super) fn is_of_processor(&self, word: &str) -> bool {
        names(word).any(|name| self.of_processors.contains(name))
    }
}

fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|name| is_name(name))
}

/// Returns the values that commands of `make` and its like, exported variables and presets give to variables.
pub(super) fn overridden(files: &[&(PathBuf, String)]) -> Overridden {
    let mut all = Overridden::new();
    for (path, text) in files {
        if Kind::of(path) == Kind::Presets {
            serde_json::from_str(text).iter().for_each(|presets| of_presets(presets, &mut all));
            continue;
        }
        for words in lines(path, text).iter().flat_map(|(_, line)| split(&line[..comment(line)])) {
            let is_make = |word: &String| MAKES.contains(&word.trim_start_matches(['@', '-', '+']));
            let is_exported = ["export", "set"].contains(&words.first().map_or("", String::as_str));
            let is_taken = words.iter().any(is_make) || is_exported && Kind::of(path) != Kind::Make;
            for (name, value) in words.iter().filter(|_| is_taken).filter_map(|word| word.split_once('=')) {
                let name = name.strip_prefix("-D").unwrap_or(name).split(':').next().unwrap_or_default();
                all.insert((name.to_owned(), value.to_owned()));
            }
        }
    }
    all
}

/// Adds the texts of presets with their names. A value can be an object with its type.
fn of_presets(presets: &serde_json::Value, all: &mut Overridden) {
    let inner = presets.as_array().into_iter().flatten();
    inner
        .chain(presets.as_object().into_iter().flat_map(|object| object.values()))
        .for_each(|inner| of_presets(inner, all));
    for (name, value) in presets.as_object().into_iter().flatten() {
        let value = value.get("value").unwrap_or(value).as_str();
        all.extend(value.map(|value| (name.clone(), value.to_owned())));
    }
}

/// Returns a text with the values of the variables that have one.
fn replaced<'a>(text: &str, value: impl Fn(&str) -> Option<&'a String>) -> String {
    let (mut done, mut rest) = (String::new(), text);
    while let Some((before, from)) = rest.find(['$', '{', '%']).and_then(|at| rest.split_at_checked(at)) {
        done += before;
        let found = reference(from).and_then(|(name, after)| Some((value(name)?.as_str(), after)));
        let (put, after) = found.unwrap_or_else(|| from.split_at_checked(1).unwrap_or((from, "")));
        done += put;
        rest = after;
        if done.len() > LONGEST_LINE {
            return text.to_owned();
        }
    }
    done + rest
}

/// Returns the name of the variable with which a text begins, and what follows it.
fn reference(text: &str) -> Option<(&str, &str)> {
    REFERENCES.into_iter().find_map(|(open, close)| {
        let inner = text.strip_prefix(open)?;
        let end = inner.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(inner.len());
        let (name, rest) = inner.split_at_checked(end).filter(|(name, _)| !name.is_empty())?;
        Some((name, rest.strip_prefix(close)?))
    })
}
