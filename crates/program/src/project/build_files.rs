//! Build files: the commands in them, with the values of their variables, as far as one file says them; the folders and options that the
//! commands name.

use std::{
    collections::BTreeMap,
    path::{Component, Path, PathBuf},
};

pub const BUILD_FILES: [&str; 4] = ["makefile", "gnumakefile", "justfile", CMAKE];

/// Toolchains: the words of their commands in build files, and the dialect of their sources.
pub(super) const TOOLS: [(&[&str], &str); 5] = [
    (&["sdcc", "sdasz80"], "sdcc"),
    (&["cc65", "ca65", "cl65", "ld65"], "ca65"),
    (&["sjasmplus"], "sjasmplus"),
    (&["acme"], "acme"),
    (&["zcc", "z88dk-z80asm", "z80asm"], "z88dk"),
];

/// The endings of maps and binaries, which are in the folder of a build.
pub const OF_BUILDS: [&str; 8] = ["ihx", "noi", "cdb", "dbg", "lbl", "rel", "o", "bin"];

const CMAKE: &str = "cmakelists.txt";

/// Whether a file is one of `make`.
pub(super) fn is_make(path: &Path) -> bool {
    BUILD_FILES[..2].contains(&&*name(path))
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

pub(super) fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

/// A build file.
pub(super) struct BuildFile {
    pub path: PathBuf,
    /// Its commands. Comments are left out, and variables have the values of the file.
    pub commands: Vec<Command>,
    /// Whether it is for CMake, which runs commands in a folder that the user chooses.
    is_cmake: bool,
}

/// A command of a build file.
pub(super) struct Command {
    pub line: usize,
    pub words: Vec<String>,
    /// The folder in which it runs.
    folder: PathBuf,
}

/// The values of variables with their lines. One that depends on a condition has none.
type Values = BTreeMap<String, Option<(usize, String)>>;

/// Signs between which build files write the name of a variable.
const REFERENCES: [(&str, &str); 5] = [("$(", ")"), ("${", "}"), ("{{", "}}"), ("%", "%"), ("$", "")];
/// The size of a line at which its variables keep their names. They can contain one another.
const LONGEST_LINE: usize = 100_000;
/// The variables of the commands that `make` and CMake run without being told.
const IMPLICIT: [&[&str]; 2] = [&["CC", "CPPFLAGS", "CFLAGS"], &["AS", "ASFLAGS"]];
const IMPLICIT_OF_CMAKE: [&[&str]; 1] = [&["CMAKE_C_COMPILER", "CMAKE_C_FLAGS"]];
/// The variables of CMake for the folder of the file.
const OWN_FOLDER: [&str; 3] = ["CMAKE_CURRENT_SOURCE_DIR", "CMAKE_SOURCE_DIR", "PROJECT_SOURCE_DIR"];
/// The words that begin and end lines that depend on a condition.
const CONDITIONS: [&str; 6] = ["ifeq", "ifneq", "ifdef", "ifndef", "if", "case"];
const ENDS: [&str; 3] = ["endif", "fi", "esac"];

impl BuildFile {
    pub(super) fn read(path: &Path, text: &str) -> BuildFile {
        let is_cmake = name(path) == CMAKE;
        let own = path.parent().unwrap_or(Path::new(""));
        let mut values = Values::new();
        let known = if own == Path::new("") { &OWN_FOLDER[..] } else { &OWN_FOLDER[..1] };
        for name in known.iter().filter(|_| is_cmake) {
            values.insert((*name).to_owned(), Some((0, ".".to_owned())));
        }
        let mut lines = lines(path, text);
        let mut depth = 0_usize;
        for (number, line) in &mut lines {
            line.truncate(comment(line));
            let first = line.split(|c: char| !c.is_ascii_alphabetic()).find(|word| !word.is_empty());
            depth += usize::from(first.is_some_and(|first| CONDITIONS.contains(&first)));
            depth = depth.saturating_sub(usize::from(first.is_some_and(|first| ENDS.contains(&first))));
            let set = line.trim_start().strip_prefix("set(").filter(|_| is_cmake);
            match set.and_then(|inner| inner.trim_start().split_once(char::is_whitespace)) {
                Some((name, value)) => {
                    let value = value.trim().trim_end_matches(')');
                    let value =
                        value.strip_prefix('"').and_then(|value| value.split('"').next()).unwrap_or(value);
                    assign(*number, &format!("{name} = {value}"), &mut values, depth > 0);
                    line.clear();
                }
                None => assign(*number, line, &mut values, depth > 0),
            }
        }
        let implicit: &[&[&str]] = match () {
            () if is_cmake => &IMPLICIT_OF_CMAKE,
            () if is_make(path) => &IMPLICIT,
            () => &[],
        };
        for names in implicit {
            let known: Vec<_> = names.iter().filter_map(|name| values.get(*name)?.as_ref()).collect();
            let number = known.last().map_or(0, |(number, _)| *number);
            let command: Vec<&str> = known.iter().map(|(_, value)| value.as_str()).collect();
            lines.push((number, command.join(" ")));
        }
        // Each line of a recipe has a shell of its own.
        let is_apart = |line: &str| match &*ending(path) {
            "sh" | "bat" | "cmd" => false,
            _ => !(line.starts_with('\t') && text.contains(".ONESHELL")),
        };
        let mut folders = vec![own.to_owned()];
        let mut commands = Vec::new();
        for (number, line) in lines {
            if is_apart(&line) {
                folders = vec![own.to_owned()];
            }
            for words in split(&expanded(line, &values)) {
                let folder = folders.last().cloned().unwrap_or_default();
                change_folder(&words, own, &mut folders);
                commands.push(Command { line: number, words, folder });
            }
        }
        BuildFile { path: path.to_owned(), commands, is_cmake }
    }

    /// Returns a folder that a command names, or nothing if only the build says which it is.
    fn named_folder(&self, command: &Command, folder: &Path) -> Option<PathBuf> {
        let is_own = !self.is_cmake || folder.is_absolute() || folder.starts_with(".");
        let folder = within(&command.folder, folder);
        (is_own && !is_open(&folder)).then_some(folder)
    }

    /// Returns the folder of the first binary or map that is named.
    pub(super) fn output_folder(&self) -> Option<PathBuf> {
        let words =
            self.commands.iter().flat_map(|command| command.words.iter().map(move |word| (command, word)));
        let names = words.flat_map(|(command, word)| {
            word.split(['=', ':', ',']).map(move |name| (command, PathBuf::from(name.replace('\\', "/"))))
        });
        names.into_iter().find_map(|(command, output)| {
            let is_output =
                OF_BUILDS.contains(&&*ending(&output)) && output.file_stem().is_some_and(|stem| stem != "%");
            self.named_folder(command, output.parent().filter(|_| is_output)?)
        })
    }

    /// Adds the folders of included files, and the options that only the build knows with their lines.
    pub(super) fn options(&self, includes: &mut Vec<PathBuf>, open: &mut Vec<(PathBuf, usize, String)>) {
        for command in &self.commands {
            let first = command.words.first().map_or("", String::as_str);
            let is_known = is_of_tool(&command.words, "");
            let mut add = |option: String| open.push((self.path.clone(), command.line, option));
            if self.is_cmake && FOLDERS_OF_CMAKE.contains(&first) {
                add(first.to_owned());
            }
            let mut words = command.words.iter();
            // A variable of another file can be the compiler.
            while let Some(word) = words.next().filter(|_| is_known || self.is_cmake || first.contains('$')) {
                let value = INCLUDES.iter().find_map(|name| word.strip_prefix(name));
                let value = match value {
                    Some("") => words.next().map(String::as_str),
                    value => value.map(|value| value.trim_start_matches('=')),
                };
                let folder =
                    value.and_then(|value| self.named_folder(command, Path::new(&value.replace('\\', "/"))));
                let is_option = ["-I", "INC", "FLAGS"].iter().any(|part| word.contains(part));
                match (folder, value) {
                    (Some(folder), _) if is_known || self.is_cmake => includes.push(folder),
                    (_, Some(value)) if is_known || self.is_cmake => add(format!("-I{value}")),
                    (_, Some(value)) => add(format!("{first} -I{value}")),
                    (_, None) if (is_option || word.starts_with("-m")) && is_open(Path::new(word)) => {
                        add(word.clone());
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Options before the folders of included files.
const INCLUDES: [&str; 4] = ["-I", "--include-dir", "--asm-include-dir", "--inc"];
/// The commands of CMake with folders of included files.
const FOLDERS_OF_CMAKE: [&str; 2] = ["include_directories", "target_include_directories"];

/// Whether a path of a build file has something that only its tool knows.
fn is_open(path: &Path) -> bool {
    path.starts_with("~") || path.to_string_lossy().contains(['$', '%', '*', '<', '@', '{', '`'])
}

/// Returns a path from another one, without `.` and without `..` after a folder.
fn within(from: &Path, path: &Path) -> PathBuf {
    if path.starts_with("~") {
        return path.to_owned();
    }
    let mut found = PathBuf::new();
    for part in from.join(path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if found.file_name().is_some() => drop(found.pop()),
            part => found.push(part),
        }
    }
    folder(&found)
}

pub(super) fn folder(path: &Path) -> PathBuf {
    if path.as_os_str().is_empty() { PathBuf::from(".") } else { path.to_owned() }
}

/// Follows a command that changes the folder, or begins or ends a shell. The last folder is that of the next command.
fn change_folder(words: &[String], own: &Path, folders: &mut Vec<PathBuf>) {
    let Some((first, arguments)) = words.split_first() else { return };
    let first = first.trim_start_matches('@').to_ascii_lowercase();
    let last = folders.last().cloned().unwrap_or_default();
    if ["(", "pushd"].contains(&&*first) {
        folders.push(last.clone());
    }
    if [")", "popd"].contains(&&*first) && folders.len() > 1 {
        folders.pop();
    }
    let argument = arguments.iter().find(|word| !["/d", "/D", "--"].contains(&word.as_str()));
    if let (true, Some(name), Some(last)) =
        (["cd", "chdir", "pushd"].contains(&&*first), argument, folders.last_mut())
    {
        // Scripts begin with a step into their own folder.
        let is_own = name.starts_with("%~dp0") || name.contains("dirname");
        *last = if is_own { own.to_owned() } else { within(last, Path::new(&name.replace('\\', "/"))) };
    }
}

/// Returns the lines of a file with those that continue them.
fn lines(path: &Path, text: &str) -> Vec<(usize, String)> {
    let is_cmake = name(path) == CMAKE;
    let sign = if ["bat", "cmd"].contains(&&*ending(path)) { '^' } else { '\\' };
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut is_continued = false;
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim_end();
        let part = match line.strip_suffix(sign) {
            _ if is_cmake => line.split_at(comment(line)).0,
            part => part.unwrap_or(line),
        };
        match lines.last_mut().filter(|_| is_continued) {
            Some((_, begun)) => *begun = format!("{begun} {part}"),
            None => lines.push((number, part.to_owned())),
        }
        let has_open = |line: &str| line.matches('(').count() > line.matches(')').count();
        is_continued = match lines.last() {
            Some((_, line)) if is_cmake => line.len() < LONGEST_LINE && has_open(line),
            _ => part.len() < line.len(),
        };
    }
    lines
}

/// Returns where the comment of a line begins.
fn comment(line: &str) -> usize {
    let first = line.split_whitespace().next().unwrap_or_default();
    if first.starts_with("::") || first.eq_ignore_ascii_case("rem") {
        return 0;
    }
    let (mut quote, mut last) = (None, ' ');
    for (at, c) in line.char_indices() {
        match quote {
            None if c == '#' && last.is_whitespace() => return at,
            None if last != '\\' && (c == '"' || c == '\'') => quote = Some(c),
            Some(open) if open == c => quote = None,
            _ => {}
        }
        last = c;
    }
    line.len()
}

/// Takes the value that a line gives to a variable. If it depends on a condition and there is another value, no value is known.
fn assign(number: usize, line: &str, values: &mut Values, is_conditional: bool) {
    let Some((left, value)) = line.split_once('=') else { return };
    let name = left.trim_end_matches([':', '?', '+']).trim().rsplit([' ', ':']).next().unwrap_or_default();
    if !is_name(name) || values.contains_key(name) && left.ends_with('?') {
        return;
    }
    let value = value.trim();
    let quoted = |quote| value.strip_prefix(quote)?.strip_suffix(quote);
    let value = quoted('"').or_else(|| quoted('\'')).unwrap_or(value);
    let known = values.remove(name);
    let is_other = !left.ends_with(['+', '?']) && known.as_ref().is_some_and(Option::is_some);
    let (_, old) = known.flatten().unwrap_or_default();
    let own = replaced(value, |other| (other == name).then_some(&old));
    let value = if left.ends_with('+') { format!("{old} {own}") } else { own };
    let is_unknown = is_conditional && is_other && value != old;
    values.insert(name.to_owned(), (!is_unknown).then_some((number, value)));
}

/// Returns a line with the values of its variables, which can have variables too.
fn expanded(mut line: String, values: &Values) -> String {
    for _ in 0..10 {
        let next = replaced(&line, |name| values.get(name)?.as_ref().map(|(_, value)| value));
        if next == line {
            break;
        }
        line = next;
    }
    line
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

/// Returns the commands of a line in words, as a shell splits them. What a variable is written with stays one word. A parenthesis is a
/// command.
fn split(line: &str) -> Vec<Vec<String>> {
    let (mut commands, mut word, mut quote, mut depth) = (vec![Vec::new()], None::<String>, None, 0);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let is_apart = quote.is_none() && depth == 0;
        let is_reference = word.as_ref().is_some_and(|word| word.ends_with('$'));
        if is_apart && (c.is_whitespace() || ";&|()".contains(c)) && !is_reference {
            commands.last_mut().into_iter().for_each(|command| command.extend(word.take()));
            commands.extend("()".contains(c).then(|| vec![c.to_string()]));
            commands.extend((!c.is_whitespace()).then(Vec::new));
            continue;
        }
        let text = word.get_or_insert_default();
        match c {
            '(' | '{' if depth > 0 || text.ends_with('$') => depth += 1,
            ')' | '}' if depth > 0 => depth -= 1,
            _ => {}
        }
        match quote {
            Some(open) if open == c => quote = None,
            None if depth == 0 && (c == '"' || c == '\'') => quote = Some(c),
            // Of `\` before a letter it is the folder of a path.
            _ if c == '\\' => match chars.next_if(|next| " \"'\\#".contains(*next)) {
                Some(next) => text.push(next),
                None => text.push(c),
            },
            _ => text.push(c),
        }
    }
    commands.last_mut().into_iter().for_each(|command| command.extend(word.take()));
    commands
}

/// Whether a command is that of a compiler or assembler of a known toolchain, or of one of them.
pub(super) fn is_of_tool(command: &[String], dialect: &str) -> bool {
    let program = |word: &str| {
        let word = word.trim_start_matches(['@', '-', '+']);
        let name = word.rsplit(['/', '\\', '=']).next().unwrap_or_default();
        name.strip_suffix(".exe").unwrap_or(name).to_ascii_lowercase()
    };
    let before_options =
        command.iter().enumerate().take_while(|(at, word)| *at == 0 || !word.starts_with('-'));
    before_options
        .map(|(_, word)| program(word))
        .any(|name| TOOLS.iter().any(|(names, own)| own.contains(dialect) && names.contains(&&*name)))
}

pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
