//! The files with which a project begins, for a new one and for a folder with sources of another assembler or compiler.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    path::{Path, PathBuf},
};

use arcadian_asm::Dialect;
use arcadian_files::{PROJECT, escape, image::is_named_as_source};
use arcadian_isa::Processor;

use super::{
    build_files::{BuildFile, Command, Unread, is_make},
    keys::keys,
    prototype::{Lines, Prototype},
    variables::overridden,
    words::{TOOLS, ending, folder, is_name, named_processors, other_ports, target},
};

/// The endings of files that say what a project is made with, and their names without an ending.
pub const ENDINGS: [&str; 12] = ["asm", "s", "a65", "a", "z80", "a80", "src", "c", "mk", "sh", "bat", "cmd"];

/// The sources of a folder, as they were recognized.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    pub dialect: Option<Dialect>,
    /// The other dialects of sources.
    pub others: Vec<Dialect>,
    /// The place of a command that does not say which assembler it calls.
    pub unclear: Option<(PathBuf, usize)>,
    /// The processor that most sources look like they are for.
    pub likely: Option<Processor>,
    /// The folders with sources.
    pub sources: Vec<PathBuf>,
    /// The folders of included files that build files name, in their order.
    pub includes: Vec<PathBuf>,
    /// Options that only the build knows.
    pub open: Vec<Unread>,
    /// The folders with results of a build.
    pub builds: Vec<PathBuf>,
    /// The folder that build files name for binaries, if there are no results of a build yet.
    pub planned: Option<PathBuf>,
    /// The processors that build files name, or else sources, each once.
    pub processors: Vec<Named>,
    /// Whether there are sources in C.
    pub has_c: bool,
    /// Whether `make` builds the project.
    pub has_makefile: bool,
    /// The routines that other modules call: the file, the label, and the line of C with which the definition begins.
    pub routines: Vec<(PathBuf, String, Option<String>)>,
    /// The endings of the assembler sources.
    endings: BTreeSet<String>,
}

impl Survey {
    /// Recognizes the sources among the texts of a folder. `built` are the results of builds.
    pub fn of(texts: &[(PathBuf, String)], built: &[PathBuf]) -> Survey {
        let builds = folders(built.iter());
        let is_own = |(path, _): &&(PathBuf, String)| {
            is_c(path) || path.parent().is_some_and(|parent| !builds.contains(&folder(parent)))
        };
        let all: Vec<_> = texts.iter().filter(|(path, _)| is_c(path) || is_assembly(path)).collect();
        let own: Vec<_> = all.iter().copied().filter(is_own).collect();
        // A build can write beside the sources.
        let sources = if own.is_empty() { all } else { own };
        let mut routines: Vec<_> = sources.iter().flat_map(|(path, text)| labels(path, text)).collect();
        let mut seen = BTreeSet::new();
        routines.retain(|(_, label, _)| seen.insert(label.clone()));
        let is_source = |path: &Path| is_c(path) || is_assembly(path);
        let of_builds: Vec<_> = texts.iter().filter(|(path, _)| !is_source(path)).collect();
        if of_builds.iter().any(|(_, text)| text.contains("sdcccall")) {
            // Parameters are where the build says.
            routines.iter_mut().for_each(|(.., definition)| *definition = None);
        }
        let overridden = overridden(&of_builds);
        let build_files: Vec<BuildFile> = of_builds
            .iter()
            .map(|(path, text)| BuildFile::read(path, text, &of_builds, &overridden))
            .collect();
        let (mut includes, mut open) = (Vec::new(), Vec::new());
        build_files.iter().for_each(|file| file.options(&mut includes, &mut open));
        let (mut seen_folders, mut seen_options) = (BTreeSet::new(), BTreeSet::new());
        includes.retain(|folder| seen_folders.insert(folder.clone()));
        open.retain(|unread| seen_options.insert((unread.path.clone(), unread.option.clone())));
        let has_c = sources.iter().any(|(path, _)| is_c(path));
        let is_makefile =
            |(path, _): &(PathBuf, String)| path.parent() == Some(Path::new("")) && is_make(path);
        // A build file says more than a source.
        let mut processors: Vec<Named> = build_files.iter().flat_map(built_for).collect();
        if processors.is_empty() {
            processors = sources.iter().filter_map(|(path, text)| processor(path, text)).collect();
        }
        let mut seen_processors = Vec::new();
        processors.retain(|(processor, ..)| {
            let is_new = !seen_processors.contains(processor);
            seen_processors.push(processor.clone());
            is_new
        });
        let (dialect, others) = dialects(texts, &build_files);
        Survey {
            others,
            unclear: build_files
                .iter()
                .find_map(unclear)
                .filter(|_| dialect.is_none_or(|own| own.name() != "z88dk")),
            likely: likely(&sources),
            planned: build_files.iter().find_map(BuildFile::output_folder),
            includes,
            open,
            processors,
            has_c,
            has_makefile: texts.iter().any(is_makefile),
            dialect,
            sources: folders(sources.iter().map(|(path, _)| path)),
            routines,
            endings: sources.iter().filter(|(path, _)| !is_c(path)).map(|(path, _)| ending(path)).collect(),
            builds,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }

    /// Names the options that only the build knows.
    pub fn unread(&self) -> String {
        let line = |Unread { path, line, option, is_processor }: &Unread| {
            let next = if *is_processor {
                "state the processor by --cpu"
            } else {
                "write its folders for `include`"
            };
            let (path, option) = (escape::path(path), escape::text(option));
            format!("{path}:{line}: `{option}` cannot be read without a run of the build: {next}\n")
        };
        self.open.iter().map(line).collect()
    }

    /// Returns the processor that is named, or that of all sources in this dialect. SDCC has one name for many. Nothing is known if
    /// a line that names one cannot be read.
    pub fn cpu(&self) -> Option<Processor> {
        if self.open.iter().any(|unread| unread.is_processor) {
            return None;
        }
        let dialect = self.dialect.filter(|dialect| dialect.name() != "sdcc");
        match &self.processors[..] {
            [] => dialect.and_then(Dialect::processor).or(self.likely),
            [(named, ..)] => named.as_ref().ok().copied(),
            _ => None,
        }
    }
}

/// A processor, or the name of one that this program cannot run, with the file and the line that name it.
pub type Named = (Result<Processor, String>, PathBuf, usize);

/// Returns the processor that a source names first.
fn processor(path: &Path, text: &str) -> Option<Named> {
    let code = |line: &str| named_processors(line.split(';').next().unwrap_or_default()).into_iter().next();
    let mut lines = text.lines().zip(1..).filter(|_| !is_c(path));
    lines.find_map(|(line, number)| Some((code(line)?, path.to_owned(), number)))
}

/// Returns the processors that a build file names. Those of a target of zcc are named if nothing else in its command names one.
fn built_for(file: &BuildFile) -> impl Iterator<Item = Named> {
    let of_command = |Command { line, words, .. }: &Command| {
        let found: Vec<_> =
            named_processors(&words.join(" ")).into_iter().chain(other_ports(words)).collect();
        let target = target(words).filter(|_| found.is_empty());
        found.into_iter().chain(target).map(|found| (found, file.path.clone(), *line)).collect::<Vec<_>>()
    };
    file.commands.iter().flat_map(of_command)
}

/// Returns the processor that this program cannot run for which a source of ca65 or the output of SDCC says that its code is, and the
/// line.
pub(crate) fn other_processor(lines: &[String]) -> Option<(String, usize)> {
    lines.iter().zip(1..).find_map(|(line, number)| {
        let code = line.split(';').next().unwrap_or_default();
        // A label can be before the directive.
        let directive = code.rsplit(':').next().unwrap_or_default().trim().to_ascii_lowercase();
        let is_one = [".setcpu", ".p", ".optsdcc"].iter().any(|start| directive.starts_with(start));
        let named = named_processors(&directive).into_iter().next().filter(|_| is_one)?;
        named.err().map(|name| (name, number))
    })
}

/// Returns the processor that this program cannot run for which cc65's library of a target is.
pub(crate) fn processor_of_library(path: &str) -> Option<String> {
    let target = crate::sources::base(path).strip_suffix(".lib")?;
    named_processors(&format!("-t {target}")).into_iter().find_map(Result::err)
}

fn is_c(path: &Path) -> bool {
    ending(path) == "c"
}

fn is_assembly(path: &Path) -> bool {
    is_named_as_source(path) || ending(path) == "a"
}

/// Returns the folders of files, each once.
fn folders<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> Vec<PathBuf> {
    let all: BTreeSet<PathBuf> = paths.filter_map(|path| path.parent()).map(folder).collect();
    all.into_iter().collect()
}

/// Returns the dialect of the sources: the one that most of them have, or that of the tools that build files name; and the others.
fn dialects(texts: &[(PathBuf, String)], build_files: &[BuildFile]) -> (Option<Dialect>, Vec<Dialect>) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (path, text) in texts.iter().filter(|(path, _)| is_assembly(path)) {
        let guessed = || Dialect::guess("", text).map(|(dialect, _)| dialect);
        let found = Dialect::stated(text).or_else(guessed);
        if let Some(dialect) = found.or_else(|| Dialect::likely(&path.to_string_lossy(), text).0) {
            *counts.entry(dialect.name()).or_default() += 1;
        }
    }
    let written: Vec<&str> = counts.keys().copied().collect();
    for file in build_files {
        let words: BTreeSet<&str> = words_of(file).collect();
        let is_clear = |name: &&&str| **name != SHARED || words_of(file).any(is_of_z88dk);
        let tools =
            TOOLS.iter().filter(|(names, _)| names.iter().filter(is_clear).any(|name| words.contains(name)));
        // The commands of a build say more than a source.
        tools.for_each(|(_, name)| *counts.entry(name).or_default() += texts.len());
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count).map(|(name, _)| name);
    let others = written.into_iter().filter(|name| Some(*name) != most);
    (most.and_then(Dialect::named), others.filter_map(Dialect::named).collect())
}

/// Returns the words of the commands of a build file.
fn words_of(file: &BuildFile) -> impl Iterator<Item = &str> {
    let words = file.commands.iter().flat_map(|command| &command.words);
    words.flat_map(|word| word.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_')))
}

/// The name of the assembler of z88dk, which others have too.
const SHARED: &str = "z80asm";

/// Whether a word of a command is another tool of z88dk, or an option that only its assembler has.
fn is_of_z88dk(word: &str) -> bool {
    let starts = ["z88dk", "-mz80", "-m8080", "-mr2k", "-mr3k", "-mz180"];
    ["zcc", "appmake", "-b", "-split-bin"].contains(&word)
        || starts.iter().any(|start| word.starts_with(start))
}

/// Returns the place of a command of an assembler that may be that of z88dk.
fn unclear(file: &BuildFile) -> Option<(PathBuf, usize)> {
    let calls = |command: &&Command| command.words.first().is_some_and(|word| word == SHARED);
    let command = file.commands.iter().find(calls).filter(|_| !words_of(file).any(is_of_z88dk))?;
    Some((file.path.clone(), command.line))
}

/// Returns the processor that most sources look like they are for.
fn likely(sources: &[&(PathBuf, String)]) -> Option<Processor> {
    let all = [Processor::I8080, Processor::Z80, Processor::Mos6502];
    let own = sources.iter().filter(|(path, _)| is_assembly(path));
    let found: Vec<_> =
        own.filter_map(|(path, text)| Dialect::likely(&path.to_string_lossy(), text).1).collect();
    let count = |processor: &Processor| found.iter().filter(|other| *other == processor).count();
    all.into_iter().max_by_key(count).filter(|processor| 2 * count(processor) > found.len())
}

/// Returns the labels of routines that other modules call.
fn labels(path: &Path, text: &str) -> Vec<(PathBuf, String, Option<String>)> {
    let of_line = |line| if is_c(path) { function(line).into_iter().collect() } else { exported(line) };
    // `.globl` also names what another module defines.
    let is_own = |label: &String| is_c(path) || text.lines().any(|line| defines(line, label));
    let definition = |line: &str| is_c(path).then(|| line.to_owned());
    let found = |line| {
        let own = of_line(line).into_iter().filter(is_own);
        own.map(move |name| (path.to_owned(), name, definition(line)))
    };
    text.lines().flat_map(found).collect()
}

/// Returns the label of a C function that a line begins to define.
fn function(line: &str) -> Option<String> {
    let (head, rest) = line.split_once('(')?;
    let is_definition = !line.starts_with([' ', '\t', '#', '/', '*', '}']) && !rest.trim_end().ends_with(';');
    let mut words =
        head.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
    let name = words.next_back()?;
    let is_seen =
        words.next().is_some_and(|first| first != "static" && first != "typedef" && first != "return");
    (is_definition && is_seen && is_name(name) && name != "main").then(|| format!("_{name}"))
}

/// Returns the labels that a line of assembler exports.
fn exported(line: &str) -> Vec<String> {
    let code = line.split(';').next().unwrap_or_default().trim();
    let names = match (code.split_once("::"), code.split_once(char::is_whitespace)) {
        (Some((label, _)), _) => label,
        (None, Some((directive, names))) => {
            let directive = directive.trim_start_matches('.').to_ascii_lowercase();
            let is_export = ["globl", "global", "export", "public"].contains(&&*directive);
            if is_export { names } else { "" }
        }
        (None, None) => "",
    };
    names.split(',').map(|name| name.trim().to_owned()).filter(|name| is_name(name)).collect()
}

/// Whether a line of assembler defines a label.
fn defines(line: &str, label: &str) -> bool {
    let code = line.split(';').next().unwrap_or_default();
    let mut words = code.split(|c: char| c.is_whitespace() || c == ':').filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    first == label || first.to_ascii_lowercase().ends_with("proc") && words.next() == Some(label)
}

/// A project that begins.
#[derive(Clone, Debug)]
pub struct Beginning {
    pub cpu: Processor,
    /// The dialect, if it is not our own.
    pub dialect: Option<Dialect>,
    /// The sources that are there already.
    pub survey: Survey,
}

pub const CONTRACTS: &str = "contracts.txt";

impl Beginning {
    /// Returns the files of the project with their texts.
    pub fn files(&self) -> Vec<(PathBuf, String)> {
        let own = if self.survey.is_empty() {
            ("src/mean.asm", self.routine())
        } else {
            (CONTRACTS, self.contracts())
        };
        let all = [
            (PROJECT, self.project()),
            own,
            (".github/workflows/arcadian.yml", self.workflow()),
            (".vscode/settings.json", self.settings()),
            (".vscode/launch.json", LAUNCH.to_owned()),
        ];
        all.into_iter().map(|(path, text)| (PathBuf::from(path), text)).collect()
    }

    /// Describes what was recognized, in a line; nothing for an empty folder.
    pub fn about(&self) -> String {
        if self.survey.is_empty() {
            return String::new();
        }
        let names =
            |paths: &[PathBuf]| paths.iter().map(|path| escape::path(path)).collect::<Vec<_>>().join(", ");
        let syntax =
            self.dialect.map_or_else(|| "our own syntax".to_owned(), |dialect| dialect.title().to_owned());
        let builds = match self.survey.builds.as_slice() {
            [] => String::new(),
            builds => format!("; results of builds in {}", names(builds)),
        };
        let found =
            format!("found sources in {}: {syntax}, {}{builds}\n", names(&self.survey.sources), self.cpu);
        found + &self.others() + &self.survey.unread()
    }

    /// Describes what was not decided: other dialects, and an assembler whose name several have.
    fn others(&self) -> String {
        let mut text = String::new();
        for other in self.survey.others.iter().filter(|other| Some(**other) != self.dialect) {
            let _ = writeln!(
                text,
                "other sources are for {}: they need --dialect {}",
                other.title(),
                other.name()
            );
        }
        if let Some((path, line)) = &self.survey.unclear {
            let path = escape::path(path);
            let _ = writeln!(
                text,
                "{path}:{line}: several assemblers are called {SHARED}: the syntax is what the sources look like; --dialect states another"
            );
        }
        text
    }

    /// Describes the next step.
    pub fn next(&self) -> String {
        if self.survey.is_empty() {
            "next: arcadian test\n".to_owned()
        } else {
            format!("next: fill in a contract in {CONTRACTS}, build, and then: arcadian test\n")
        }
    }

    fn cpu_name(&self) -> String {
        self.cpu.to_string().to_ascii_lowercase()
    }

    /// Returns the text of the project's file.
    fn project(&self) -> String {
        let mut text = format!(
            "# What is true of all programs of this project, for every command of arcadian.\n\ncpu = \"{}\"\n",
            self.cpu_name()
        );
        let mut used = vec!["cpu"];
        let mut add = |text: &mut String, key: &'static str, value: String| {
            let _ = writeln!(text, "{key} = {value}");
            used.push(key);
        };
        if let Some(dialect) = self.dialect {
            add(&mut text, "dialect", format!("\"{}\"", dialect.name()));
        }
        if self.survey.is_empty() {
            if self.dialect.is_some() {
                add(&mut text, "load", "\"8000\"".to_owned());
            }
            add(&mut text, "sheets", "\"src\"".to_owned());
        } else {
            add(&mut text, "source-dir", list(&self.survey.sources));
            if !self.survey.includes.is_empty() {
                add(&mut text, "include", list(&self.survey.includes));
            }
            // A project in C is judged in its binaries. Without the folder nothing of it would be, and nothing would say so.
            let planned =
                self.survey.planned.clone().or_else(|| self.survey.has_c.then(|| PathBuf::from("build")));
            let builds = if self.survey.builds.is_empty() { planned.as_slice() } else { &self.survey.builds };
            if !builds.is_empty() {
                add(&mut text, "build-dir", list(builds));
            }
            add(&mut text, "contract", format!("\"{CONTRACTS}\""));
        }
        add(&mut text, "time-limit", "60".to_owned());
        text += "\n# Other keys:\n";
        for (name, _, about) in keys().filter(|(name, ..)| !used.contains(name)) {
            let _ = writeln!(text, "# {name}: {about}");
        }
        text
    }

    /// Returns a routine with a contract, an example and a budget.
    fn routine(&self) -> String {
        let (input, clobbers, most, code) = match self.cpu {
            Processor::I8080 => ("A = x, B = y", "F", 18, "add  b\nrar\nret"),
            Processor::Z80 => ("A = x, B = y", "F", 18, "add  a,b\nrra\nret"),
            Processor::Mos6502 => ("A = x, (other) = y", "P", 13, "clc\nadc  other\nror  a\nrts"),
        };
        let is_acme = self.dialect.is_some_and(|dialect| dialect.name() == "acme");
        let code = if is_acme { code.replace("ror  a", "ror") } else { code.to_owned() };
        let mut text = "; The mean of two bytes, rounded down. `arcadian test` proves the contract below for every input.\n\
             ; Change an instruction, and it shows an input for which the result is wrong.\n\
             \n"
            .to_owned();
        if self.dialect.is_none() {
            text += "        org  8000h\n";
        }
        if self.cpu == Processor::Mos6502 {
            text += "other = $10\n";
        }
        let _ = write!(
            text,
            "\n;! in: {input}\n;! out: A = z\n;! clobbers: {clobbers}\n;! ensures: z = (x + y) / 2\n\
             ;! example: x = 1, y = 4 => z = 2\n;! cycles: <= {most}\n"
        );
        for (number, line) in code.lines().enumerate() {
            let label = if number == 0 { "mean:" } else { "" };
            let _ = writeln!(text, "{label:<8}{line}");
        }
        text
    }

    /// Returns a file with a contract in comments for each routine that other modules call.
    fn contracts(&self) -> String {
        let mut text = format!(
            "; Contracts of the routines of this project: what each takes, returns and may change.\n\
             ;\n\
             ; Take away the first `; ` of the lines of a routine, and write what is true of it. `arcadian test` then proves it in\n\
             ; the binary that has a map beside it and is in a folder that `build-dir` names in {PROJECT}.\n\
             ; The lines can also stand above the label in a source; there without `;! routine`.\n"
        );
        text += match self.dialect.map(Dialect::name) {
            Some("sdcc") => {
                "; Parameters of C are where SDCC passes them from version 4.2 on (__sdcccall(1)). "
            }
            Some("ca65") => {
                "; Parameters of C are where cc65 passes them; newer versions have the name c_sp for sp. "
            }
            _ => "; ",
        };
        text += "Write for each pointer, as in `p:16`, how many bytes are there.\n";
        if self.survey.routines.is_empty() {
            text +=
                ";\n; No routine that other modules call was found. Write the name of a label for LABEL.\n";
        }
        let no_file = [(PathBuf::new(), "LABEL".to_owned(), None)];
        let routines = if self.survey.routines.is_empty() { &no_file[..] } else { &self.survey.routines };
        let mut last = Path::new("");
        for (file, label, definition) in routines {
            text += "\n";
            if file != last {
                let _ = writeln!(text, "; {}", escape::path(file));
                last = file;
            }
            let of_function = definition.as_deref().and_then(|definition| self.of_function(definition));
            if of_function.is_none() && is_c(file) {
                let _ = writeln!(
                    text,
                    "; {label}: where its parameters are is not known here; the places are an example."
                );
            }
            let _ = writeln!(text, "; ;! routine: {label}");
            for (key, value) in of_function.unwrap_or_else(|| self.example()) {
                let _ = writeln!(text, "; ;! {key}: {value}");
            }
            text += "; ;! cycles: <= 100\n";
        }
        text
    }

    /// Returns the lines of a contract for a function of C, as its compiler calls it, if it has plain types.
    fn of_function(&self, definition: &str) -> Option<Lines> {
        let prototype = Prototype::read(definition)?;
        match self.dialect.map(Dialect::name) {
            Some("sdcc") if self.cpu == Processor::Z80 => prototype.of_sdcc(),
            Some("ca65") => prototype.of_cc65(),
            _ => None,
        }
    }

    /// Returns the lines of a contract as an example.
    fn example(&self) -> Lines {
        let (input, output, clobbers) = match self.dialect.map(Dialect::name) {
            Some("sdcc") => ("HL = x", "DE = y", "A, F, HL"),
            Some("ca65") => ("A = x", "A = y", "X, P"),
            _ if self.cpu == Processor::Mos6502 => ("A = x", "A = y", "P"),
            _ => ("A = x", "A = y", "F"),
        };
        let lines = [("in", input), ("out", output), ("clobbers", clobbers), ("ensures", "y = x")];
        lines.map(|(key, value)| (key, value.to_owned())).to_vec()
    }

    /// Returns the workflow, which builds first what is judged in its binaries.
    fn workflow(&self) -> String {
        let Survey { has_c, has_makefile, builds, planned, .. } = &self.survey;
        if !has_c && builds.is_empty() && planned.is_none() {
            return WORKFLOW.to_owned();
        }
        let package = match self.dialect.map(Dialect::name) {
            Some("sdcc") => "      - run: sudo apt-get update && sudo apt-get install -y sdcc\n",
            Some("ca65") => "      - run: sudo apt-get update && sudo apt-get install -y cc65\n",
            _ => "",
        };
        let build = if *has_makefile {
            "      - run: make\n"
        } else {
            "      # Write the command that builds the project with debug data.\n      - run: make\n"
        };
        WORKFLOW.replace("      - uses: OWNER/", &format!("{package}{build}      - uses: OWNER/"))
    }

    /// Returns settings of VS Code: the files with these endings are assembly for the extension of arcadian.
    fn settings(&self) -> String {
        let endings = if self.survey.endings.is_empty() {
            BTreeSet::from(["asm".to_owned()])
        } else {
            self.survey.endings.clone()
        };
        let lines: Vec<String> =
            endings.iter().map(|ending| format!("    \"*.{ending}\": \"arcadian-asm\"")).collect();
        format!("{{\n  \"files.associations\": {{\n{}\n  }}\n}}\n", lines.join(",\n"))
    }
}

/// Returns paths as a list of TOML.
fn list(paths: &[PathBuf]) -> String {
    let text = |path: &PathBuf| format!("{:?}", path.to_string_lossy().replace('\\', "/"));
    match paths {
        [one] => text(one),
        several => format!("[{}]", several.iter().map(text).collect::<Vec<_>>().join(", ")),
    }
}

const WORKFLOW: &str = "\
# Verifies the contracts and budgets of this project at each push. Write the owner of the repository of arcadian for OWNER,
# and the version that you use.
name: arcadian
on: [push, pull_request]
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: OWNER/arcadian@v0.1.0
";

const LAUNCH: &str = r#"{
  "version": "0.2.0",
  "configurations": [
    { "type": "arcadian", "request": "launch", "name": "Step through this file", "program": "${file}" }
  ]
}
"#;
