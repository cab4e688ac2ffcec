//! Functions that the comparisons of all dialects share.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use arcadian_asm::{Assembly, Dialect, NoFiles, Options, Severity, assemble};

use crate::grammar::Random;

/// The number of sources of a dialect.
const SOURCES: usize = 20_000;
/// The number of differing sources after which a comparison ends.
const MOST_SHOWN: usize = 12;

/// A dialect and its assembler.
pub(crate) struct Subject {
    pub(crate) dialect: &'static str,
    /// The programs that must be there.
    pub(crate) programs: &'static [&'static str],
    /// Writes a random source.
    pub(crate) generate: fn(&Random) -> String,
    /// Assembles a source with the real assembler in a folder of its own.
    pub(crate) real: fn(&Path, &str) -> Result<Vec<u8>, String>,
    /// The options of the assembler here, without the dialect.
    pub(crate) options: fn() -> Options,
    /// Returns the bytes to compare.
    pub(crate) bytes: fn(&str, &Assembly) -> Vec<u8>,
    /// The least number of a hundred sources that the real assembler takes which must have the same bytes here.
    pub(crate) least_same: usize,
    /// The number of bytes of the address, which cases do not have.
    pub(crate) prefix: usize,
}

/// The answers of the two assemblers to a source.
enum Outcome {
    Same,
    Different {
        real: Vec<u8>,
        ours: Vec<u8>,
    },
    /// Only the real assembler takes it.
    RefusedHere(String),
    /// Only this one takes it.
    TakenHere(String),
    RefusedByBoth,
}

impl Subject {
    fn ours(&self, source: &str) -> Result<Vec<u8>, String> {
        let dialect = Dialect::named(self.dialect).expect("the dialect exists");
        let options = Options { dialect, ..(self.options)() };
        match assemble("source.asm", source, &options, &mut NoFiles) {
            Ok(assembly) => Ok((self.bytes)(source, &assembly)),
            Err(failure) => Err(failure
                .diagnostics
                .iter()
                .find(|found| found.severity == Severity::Error)
                .map_or_else(String::new, ToString::to_string)),
        }
    }

    fn outcome(&self, folder: &Path, source: &str) -> Outcome {
        match ((self.real)(folder, source), self.ours(source)) {
            (Ok(real), Ok(ours)) if real == ours => Outcome::Same,
            (Ok(real), Ok(ours)) => Outcome::Different { real, ours },
            (Ok(_), Err(why)) => Outcome::RefusedHere(why),
            (Err(why), Ok(_)) => Outcome::TakenHere(why),
            (Err(_), Err(_)) => Outcome::RefusedByBoth,
        }
    }

    /// Takes the lines out of a source that the real assembler finds wrong, so that most sources assemble.
    fn repaired(&self, folder: &Path, mut source: String) -> String {
        for _ in 0..6 {
            let Err(why) = (self.real)(folder, &source) else { break };
            let wrong = named_lines(&why);
            let kept = source.lines().enumerate().filter(|(index, _)| !wrong.contains(&(index + 1)));
            let kept: String = kept.map(|(_, line)| format!("{line}\n")).collect();
            if kept == source {
                break;
            }
            source = kept;
        }
        source
    }

    /// Compares the bytes that a file of cases has with those of the real assembler.
    #[expect(clippy::print_stdout, reason = "the report of a named command")]
    pub(crate) fn check_cases(&self, text: &str) {
        if let Some(missing) = self.programs.iter().find(|program| !is_installed(program)) {
            println!("SKIPPED {}: `{missing}` is not installed", self.dialect);
            return;
        }
        let folder = scratch(self.dialect);
        let mut wrong = 0;
        for case in text.split("\n== ").skip(1) {
            let (source, expected) = case.split_once("\n->").expect("a case ends with its bytes");
            let (name, source) = source.split_once('\n').expect("a case has a name");
            let real = match (self.real)(&folder, &format!("{source}\n")) {
                Ok(bytes) => hex(bytes.get(self.prefix..).unwrap_or(&[])),
                Err(why) => format!("error: {why}"),
            };
            let expected = expected.trim();
            if !(expected == real || expected.starts_with("refused")) {
                println!("{name}: the case says {expected}, {} says {real}", self.dialect);
                wrong += 1;
            }
        }
        let _ = fs::remove_dir_all(&folder);
        assert_eq!(wrong, 0, "cases have other bytes than with the real assembler");
    }

    /// Compares random sources.
    #[expect(clippy::print_stdout, reason = "the report of a named command")]
    pub(crate) fn compare(&self) {
        if let Some(missing) = self.programs.iter().find(|program| !is_installed(program)) {
            println!("SKIPPED {}: `{missing}` is not installed", self.dialect);
            return;
        }
        let folder = scratch(self.dialect);
        let (first, count) = (number("FIRST", 0), number("SOURCES", SOURCES));
        let (mut same, mut different, mut both) = (0_usize, 0_usize, 0_usize);
        let mut refused: BTreeMap<String, (usize, String)> = BTreeMap::new();
        let mut taken: BTreeMap<String, (usize, String)> = BTreeMap::new();
        for seed in first..first + count {
            let source = self.repaired(&folder, (self.generate)(&Random::new(seed as u64)));
            if count == 1 {
                println!("{source}");
            }
            match self.outcome(&folder, &source) {
                Outcome::Same => same += 1,
                Outcome::RefusedByBoth => both += 1,
                Outcome::RefusedHere(why) => note(&mut refused, &why, seed, &source),
                Outcome::TakenHere(why) => note(&mut taken, &why, seed, &source),
                Outcome::Different { .. } => {
                    different += 1;
                    let short = shortened(&source, |text| {
                        matches!(self.outcome(&folder, text), Outcome::Different { .. })
                    });
                    if let Outcome::Different { real, ours } = self.outcome(&folder, &short) {
                        println!(
                            "--- source {seed} differs\n{short}real: {}\nours: {}",
                            hex(&real),
                            hex(&ours)
                        );
                    }
                    if different == MOST_SHOWN {
                        break;
                    }
                }
            }
        }
        let count_of =
            |all: &BTreeMap<String, (usize, String)>| all.values().map(|(count, _)| count).sum::<usize>();
        let (refused_here, taken_here) = (count_of(&refused), count_of(&taken));
        for (what, all) in [("refused only here", &refused), ("taken only here", &taken)] {
            for (why, (count, example)) in all {
                println!("{what}: {count} x {why}\n{example}");
            }
        }
        println!(
            "{}: {same} same, {different} different, {refused_here} refused only here, {taken_here} taken only here, {both} refused by both",
            self.dialect
        );
        let _ = fs::remove_dir_all(&folder);
        assert_eq!(different, 0, "sources have other bytes than with the real assembler");
        let accepted = same + refused_here;
        assert!(
            same * 100 >= accepted * self.least_same && same > 0,
            "only {same} of {accepted} sources that the real assembler takes are assembled here"
        );
    }
}

/// Counts a reason, and keeps the first example, shortened to the line that the message names where it names one.
fn note(all: &mut BTreeMap<String, (usize, String)>, why: &str, seed: usize, source: &str) {
    let why = why.lines().next().unwrap_or("");
    let line = named_lines(why).first().copied();
    let shown = line.and_then(|line| source.lines().nth(line.saturating_sub(1))).unwrap_or("");
    let example = format!("    source {seed}: {shown}\n    {why}");
    // Names and numbers are left out, so that one reason is counted once.
    let words = why
        .split(' ')
        .filter(|word| !word.contains(['`', '\'', '$']) && !word.contains(|c: char| c.is_ascii_digit()));
    all.entry(words.collect::<Vec<_>>().join(" ")).or_insert((0, example)).0 += 1;
}

/// Returns the numbers of lines that messages name: `source.s(12): …`, `source.s:12: …`, `… line 12`.
fn named_lines(messages: &str) -> Vec<usize> {
    let number = |text: &str| {
        let digits = text.split(|c: char| !c.is_ascii_digit()).next().unwrap_or("");
        digits.parse::<usize>().ok()
    };
    let in_line = |line: &str| {
        let after = |sign: &str| {
            line.match_indices(sign).find_map(|(at, _)| number(line[at + sign.len()..].trim_start()))
        };
        after("(").or_else(|| after(":")).or_else(|| after("line"))
    };
    messages.lines().filter_map(in_line).collect()
}

/// Removes lines as long as the source keeps a property.
fn shortened(source: &str, keeps: impl Fn(&str) -> bool) -> String {
    let mut lines: Vec<&str> = source.lines().collect();
    let join = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let mut size = lines.len().div_ceil(2);
    while size > 0 {
        let (mut at, before) = (0, lines.len());
        while at < lines.len() {
            let mut fewer = lines.clone();
            fewer.drain(at..(at + size).min(lines.len()));
            if keeps(&join(&fewer)) {
                lines = fewer;
            } else {
                at += size;
            }
        }
        if size > 1 {
            size = size.div_ceil(2);
        } else if lines.len() == before {
            break;
        }
    }
    join(&lines)
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}

/// Runs a program, and returns what it says if it fails.
pub(crate) fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<(), String> {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.map_err(|error| format!("{program}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said =
        [output.stderr, output.stdout].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    let is_error = |line: &&str| line.to_ascii_lowercase().contains("error");
    let errors: Vec<&str> = said.lines().filter(is_error).collect();
    Err(if errors.is_empty() { format!("{program}: {said}") } else { errors.join("\n") })
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// Returns a new folder. Tests run beside each other in one process.
pub(crate) fn scratch(name: &str) -> PathBuf {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("arcadian-real-{name}-{}-{number}", std::process::id()));
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

#[expect(clippy::disallowed_methods, reason = "the size of a named command's work")]
fn number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}
