//! The words of build files: lines, commands and their words, the tools that they name, and the processors.

use std::path::{Component, Path, PathBuf};

use arcadian_isa::Processor;

/// The processors, and the words that name them.
const PROCESSORS: &str = include_str!("processors.txt");

/// Toolchains: the words of their commands in build files, and the dialect of their sources.
pub(super) const TOOLS: [(&[&str], &str); 5] = [
    (&["sdcc", "sdasz80"], "sdcc"),
    (&["cc65", "ca65", "cl65", "ld65"], "ca65"),
    (&["sjasmplus"], "sjasmplus"),
    (&["acme"], "acme"),
    (&["zcc", "z88dk-z80asm", "z80asm"], "z88dk"),
];

pub(super) const CMAKE: &str = "cmakelists.txt";

pub(super) fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

pub(super) fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

/// The size of a line at which its variables keep their names. They can contain one another.
pub(super) const LONGEST_LINE: usize = 100_000;
/// The syntax of a build file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Make,
    Just,
    CMake,
    /// Presets of CMake.
    Presets,
    Script,
    Batch,
}

impl Kind {
    pub(super) fn of(path: &Path) -> Kind {
        match (&*name(path), &*ending(path)) {
            (CMAKE, _) => Kind::CMake,
            ("justfile", _) => Kind::Just,
            (_, "json") => Kind::Presets,
            (_, "sh") => Kind::Script,
            (_, "bat" | "cmd") => Kind::Batch,
            _ => Kind::Make,
        }
    }
}

/// Returns the lines of a file with those that continue them.
pub(super) fn lines(path: &Path, text: &str) -> Vec<(usize, String)> {
    let kind = Kind::of(path);
    let is_cmake = kind == Kind::CMake;
    let sign = if kind == Kind::Batch { '^' } else { '\\' };
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
pub(super) fn comment(line: &str) -> usize {
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

/// Returns the commands of a line in words, as a shell splits them. What a variable is written with stays one word. A parenthesis is a
/// command.
pub(super) fn split(line: &str) -> Vec<Vec<String>> {
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

/// Returns the processor of the target that a command of zcc names; nothing for one with a variable.
pub(super) fn target(words: &[String]) -> Option<Result<Processor, String>> {
    let target = words.iter().find(|word| word.starts_with('+') && is_name(&word[1..]))?;
    let unknown = || Err(format!("target {target} of zcc"));
    is_of_tool(words, "z88dk").then(|| find(|name| name == target).unwrap_or_else(unknown))
}

/// Returns the ports of SDCC and zcc that a command names and the table does not have.
pub(super) fn other_ports(words: &[String]) -> impl Iterator<Item = Result<Processor, String>> {
    let tool =
        [("sdcc", "SDCC"), ("z88dk", "zcc")].into_iter().find(|(dialect, _)| is_of_tool(words, dialect));
    let ports = words.iter().filter(move |_| tool.is_some()).filter_map(|word| word.strip_prefix("-m"));
    let is_port =
        |port: &&str| !port.is_empty() && port.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    ports
        .filter(is_port)
        .filter(|port| named_processors(&format!("-m{port}")).is_empty())
        .map(move |port| Err(format!("port {port} of {}", tool.map_or("", |(_, name)| name))))
}

/// Returns the processor in whose row of the table there is a name.
fn find(is_it: impl Fn(&str) -> bool) -> Option<Result<Processor, String>> {
    let rows = PROCESSORS.lines().filter(|row| !row.starts_with('#')).filter_map(|row| row.split_once(": "));
    let (processor, _) = rows.into_iter().find(|(_, names)| names.split(' ').any(&is_it))?;
    Some(processor.parse().map_err(|_| processor.to_owned()))
}

/// Returns the processors that words name.
pub(super) fn named_processors(code: &str) -> Vec<Result<Processor, String>> {
    let code = code.to_ascii_lowercase();
    let words = code.split(|c: char| !(c.is_ascii_alphanumeric() || "-_.".contains(c)));
    let mut option = "".to_owned();
    let named = |word: &str| {
        let after = match option.as_str() {
            "--target" => format!("-t={word}"),
            "-m" => format!("-m{word}"),
            option => format!("{option}={word}"),
        };
        let joined = word.strip_prefix("-t").map(|target| format!("-t={target}"));
        word.clone_into(&mut option);
        find(|name| name == word || name == after || joined.as_deref() == Some(name))
    };
    words.filter(|word| !word.is_empty()).filter_map(named).collect()
}

/// Returns a path from another one, without `.` and without `..` after a folder.
pub(super) fn within(from: &Path, path: &Path) -> PathBuf {
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
