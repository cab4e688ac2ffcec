//! Build files: the commands in them, with the values of their variables, as far as one file says them; the folders and options that the
//! commands name.

use std::path::{Path, PathBuf};

use super::{
    variables::{Overridden, Variables},
    words::{CMAKE, Kind, ending, is_of_tool, name, split, within},
};

pub const BUILD_FILES: [&str; 6] =
    ["makefile", "gnumakefile", "justfile", CMAKE, "cmakepresets.json", "cmakeuserpresets.json"];

/// The endings of maps and binaries, which are in the folder of a build.
pub const OF_BUILDS: [&str; 8] = ["ihx", "noi", "cdb", "dbg", "lbl", "rel", "o", "bin"];

/// Whether a file is one of `make`.
pub(super) fn is_make(path: &Path) -> bool {
    BUILD_FILES[..2].contains(&&*name(path))
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
    /// The words that name a processor by a variable without a value.
    open: Vec<String>,
}

/// An option that only the build knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    pub path: PathBuf,
    pub line: usize,
    pub option: String,
    /// Whether it can name the processor.
    pub is_processor: bool,
}

impl BuildFile {
    /// Reads a build file. `others` are the ones that it can include, `overridden` the variables that commands give other values.
    pub(super) fn read(
        path: &Path,
        text: &str,
        others: &[&(PathBuf, String)],
        overridden: &Overridden,
    ) -> BuildFile {
        let kind = Kind::of(path);
        let own = path.parent().unwrap_or(Path::new(""));
        let mut variables = Variables::new(kind, own, others);
        let lines = variables.read(path, text, 0);
        let commands = commands(path, text, variables.with_implicit(lines, overridden), &variables);
        BuildFile { path: path.to_owned(), commands, is_cmake: kind == Kind::CMake }
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
    pub(super) fn options(&self, includes: &mut Vec<PathBuf>, open: &mut Vec<Unread>) {
        for command in &self.commands {
            let first = command.words.first().map_or("", String::as_str);
            let is_known = is_of_tool(&command.words, "");
            let mut add = |option: String| {
                let is_processor = command.open.contains(&option);
                open.push(Unread { path: self.path.clone(), line: command.line, option, is_processor });
            };
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
                    (_, None) if command.open.contains(word) || is_option && is_open(Path::new(word)) => {
                        add(word.clone());
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Returns the commands of lines.
fn commands(path: &Path, text: &str, lines: Vec<(usize, String)>, variables: &Variables) -> Vec<Command> {
    let own = path.parent().unwrap_or(Path::new(""));
    // Each line of a recipe has a shell of its own.
    let is_apart = |line: &str| match Kind::of(path) {
        Kind::Script | Kind::Batch => false,
        _ => !(line.starts_with('\t') && text.contains(".ONESHELL")),
    };
    let mut folders = vec![own.to_owned()];
    let mut commands = Vec::new();
    for (line, text) in lines {
        if is_apart(&text) {
            folders = vec![own.to_owned()];
        }
        for words in split(&variables.expanded(text)) {
            let folder = folders.last().cloned().unwrap_or_default();
            change_folder(&words, own, &mut folders);
            let is_open = |(at, word): &(usize, &String)| {
                let before = words.get(at.wrapping_sub(1)).map_or("", String::as_str);
                let is_named = |word: &str| NAMING.iter().any(|start| word.starts_with(start));
                is_open(Path::new(word))
                    && (is_named(word) || BEFORE.contains(&before) || variables.is_of_processor(word))
            };
            let open = words.iter().enumerate().filter(is_open).map(|(_, word)| word.clone()).collect();
            commands.push(Command { line, words, folder, open });
        }
    }
    commands
}

/// How options begin that name a processor, and options before its name.
const NAMING: [&str; 6] = ["-m", "+", "-t$", "--cpu", "-clib", "-subtype"];
const BEFORE: [&str; 3] = ["-t", "--target", "--cpu"];
/// Options before the folders of included files.
const INCLUDES: [&str; 4] = ["-I", "--include-dir", "--asm-include-dir", "--inc"];
/// The commands of CMake with folders of included files.
const FOLDERS_OF_CMAKE: [&str; 2] = ["include_directories", "target_include_directories"];

/// Whether a path of a build file has something that only its tool knows.
fn is_open(path: &Path) -> bool {
    path.starts_with("~") || path.to_string_lossy().contains(['$', '%', '*', '<', '@', '{', '`'])
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
