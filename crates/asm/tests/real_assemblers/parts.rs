//! Sources made of parts. One that either assembler refuses is left out, so that the others are compared.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use arcadian_asm::{Assembly, Dialect, NoFiles, Options, Severity, assemble};

use crate::grammar::{Grammar, Random, Source};
use crate::harness::{Subject, scratch};

/// Bytes by address.
pub(crate) type Bytes = BTreeMap<u32, u8>;

/// The answer of a real assembler: bytes, or the lines with errors and its messages.
pub(crate) type Outcome = Result<Bytes, (Vec<usize>, String)>;

/// The pause between two looks at a program that runs. After `MOST_WAITS` of them, ten seconds, it is ended.
const WAIT: std::time::Duration = std::time::Duration::from_millis(1);
const MOST_WAITS: usize = 10_000;

/// The most times that parts of a source are left out.
const MOST_TRIES: usize = 60;

/// An assembler that names the lines of errors.
pub(crate) trait Real {
    const DIALECT: &'static str;
    /// Its program, and the variable that names another one.
    const PROGRAM: &'static str;
    const VARIABLE: &'static str;

    /// Assembles `source.asm` in a folder.
    fn run(program: &Path, folder: &Path) -> Outcome;
    /// Returns what is compared.
    fn bytes(assembly: &Assembly) -> Bytes;

    /// Returns what is compared, if the program is there.
    #[expect(clippy::print_stdout, reason = "the report of a named command")]
    fn subject() -> Option<Subject> {
        if program::<Self>().is_none() {
            println!(
                "SKIPPED {}: `{}` is not in PATH, and {} does not name it",
                Self::DIALECT,
                Self::PROGRAM,
                Self::VARIABLE
            );
            return None;
        }
        Some(Subject {
            dialect: Self::DIALECT,
            programs: &[],
            generate: accepted::<Self>,
            real: |folder, source| {
                // A loop without an end is refused here, and never ends there.
                if here::<Self>(source).is_err() {
                    return Err("refused here".to_owned());
                }
                write(folder, source);
                let found = Self::run(&program::<Self>().expect("it was there"), folder);
                found
                    .map(|bytes| flat(&bytes))
                    .map_err(|(_, said)| said.lines().next().unwrap_or("").to_owned())
            },
            options: Options::default,
            bytes: |_, assembly| flat(&Self::bytes(assembly)),
            least_same: 95,
            prefix: 2,
        })
    }
}

/// Returns where the program of an assembler is.
#[expect(clippy::disallowed_methods, reason = "the program is another one's")]
fn program<R: Real + ?Sized>() -> Option<PathBuf> {
    if let Ok(path) = std::env::var(R::VARIABLE) {
        return Some(path.into());
    }
    let path = std::env::var("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|folder| folder.join(R::PROGRAM)).find(|file| file.is_file())
}

#[expect(clippy::disallowed_methods, reason = "the real assembler works with files")]
fn write(folder: &Path, source: &str) {
    std::fs::write(folder.join("source.asm"), source).expect("the scratch folder is writable");
}

/// Returns a source that both assemblers take.
fn accepted<R: Real + ?Sized>(random: &Random) -> String {
    let folder = scratch("parts");
    let program = program::<R>().expect("it was there");
    let mut parts = random_parts(R::DIALECT, random);
    for _ in 0..MOST_TRIES {
        let text = parts.concat();
        let wrong = match here::<R>(&text) {
            Err(lines) => lines,
            Ok(()) => {
                write(&folder, &text);
                match R::run(&program, &folder) {
                    Ok(_) => break,
                    Err((lines, _)) => lines,
                }
            }
        };
        let wrong = owners(&parts, &wrong);
        if wrong.is_empty() {
            parts.pop();
        }
        for at in wrong.into_iter().rev() {
            parts.remove(at);
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    parts.concat()
}

/// Returns the lines with errors.
fn here<R: Real + ?Sized>(text: &str) -> Result<(), Vec<usize>> {
    let options = Options { dialect: Dialect::named(R::DIALECT).expect("a dialect"), ..Options::default() };
    match assemble("source.asm", text, &options, &mut NoFiles) {
        Ok(_) => Ok(()),
        Err(failure) => {
            let errors = failure.diagnostics.iter().filter(|found| found.severity == Severity::Error);
            // What concerns the whole source is said of nothing in its first line.
            let places = errors.map(|found| &found.location).filter(|place| !place.span.is_empty());
            Err(places.map(|place| place.line).collect())
        }
    }
}

/// Returns the parts that lines belong to.
fn owners(parts: &[String], lines: &[usize]) -> BTreeSet<usize> {
    let mut end = 0;
    let ends: Vec<usize> = parts
        .iter()
        .map(|part| {
            end += part.lines().count();
            end
        })
        .collect();
    lines.iter().filter_map(|line| ends.iter().position(|end| line <= end)).collect()
}

/// Returns the first address and the bytes from there, gaps as 0.
fn flat(bytes: &Bytes) -> Vec<u8> {
    let (Some((first, _)), Some((last, _))) = (bytes.first_key_value(), bytes.last_key_value()) else {
        return Vec::new();
    };
    let [high, low] = [first >> 8, first & 0xFF].map(|byte| byte.to_le_bytes()[0]);
    [high, low]
        .into_iter()
        .chain((*first..=*last).map(|address| bytes.get(&address).copied().unwrap_or(0)))
        .collect()
}

/// Returns the bytes that statements placed.
pub(crate) fn placed(assembly: &Assembly) -> Bytes {
    let lines = assembly.lines.iter();
    lines.flat_map(|line| (u32::from(line.address)..).zip(line.bytes.iter().copied())).collect()
}

/// Returns the image, with its gaps.
pub(crate) fn whole(assembly: &Assembly) -> Bytes {
    (u32::from(assembly.origin)..).zip(assembly.image.iter().copied()).collect()
}

/// Runs a program in a folder and returns whether it succeeded, and its output. One that does not end has failed.
#[expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the real assembler works with files"
)]
pub(crate) fn output(program: &Path, arguments: &[&str], folder: &Path) -> (bool, String) {
    let said = folder.join("said.txt");
    let to = std::fs::File::create(&said).expect("the scratch folder is writable");
    let errors = to.try_clone().expect("a file can be used twice");
    let mut command = Command::new(program);
    let command = command.args(arguments).current_dir(folder).stdin(Stdio::null()).stdout(to).stderr(errors);
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    let mut is_done = None;
    for _ in 0..MOST_WAITS {
        is_done = child.try_wait().expect("the program can be waited for");
        if is_done.is_some() {
            break;
        }
        std::thread::sleep(WAIT);
    }
    if is_done.is_none() {
        let _ = child.kill();
        let _ = child.wait();
    }
    let said = std::fs::read(&said).unwrap_or_default();
    (is_done.is_some_and(|status| status.success()), String::from_utf8_lossy(&said).into_owned())
}

/// Returns the bytes of an Intel HEX file.
pub(crate) fn hex_file(text: &str) -> Bytes {
    let mut bytes = Bytes::new();
    for line in text.lines().filter_map(|line| line.trim().strip_prefix(':')) {
        let number = |at: usize| u32::from_str_radix(line.get(at..at + 2).unwrap_or("0"), 16).unwrap_or(0);
        if number(6) == 0 {
            let start = number(2) << 8 | number(4);
            for index in 0..number(0) {
                let byte = number(8 + 2 * index as usize).to_le_bytes()[0];
                bytes.insert(start + index, byte);
            }
        }
    }
    bytes
}

/// Returns the numbers after a mark in each line.
pub(crate) fn lines_after(text: &str, mark: &str) -> Vec<usize> {
    let after = |line: &str| {
        let rest = line.split_once(mark)?.1;
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    };
    text.lines().filter_map(after).collect()
}

/// The files of each dialect.
const FILES: [(&str, &[&str]); 5] = [
    ("acme", &[include_str!("grammars/acme.txt")]),
    ("ca65", &[include_str!("grammars/ca65.txt")]),
    ("sdcc", &[Z80, include_str!("grammars/sdcc.txt")]),
    ("sjasmplus", &[Z80, include_str!("grammars/sjasmplus.txt")]),
    ("zmac", &[Z80, include_str!("grammars/zmac.txt")]),
];
const Z80: &str = include_str!("grammars/z80.txt");

/// Makes the parts of a source in a dialect.
pub(crate) fn random_parts(dialect: &str, random: &Random) -> Vec<String> {
    let (_, files) = FILES.iter().find(|(name, _)| *name == dialect).expect("the dialect has a grammar");
    parts(&mut Source::new(&Grammar::new(files), random))
}

/// Makes the parts of a source: the lines of `start`, some of `constant` and `part`, between them the `place` of each `label`.
fn parts(source: &mut Source<'_>) -> Vec<String> {
    let random = source.random;
    let mut parts: Vec<String> = source.fill("{start}").split_inclusive('\n').map(str::to_owned).collect();
    parts.extend((0..1 + random.below(4)).map(|index| numbered(source, "{constant}", index)));
    let labels: Vec<String> =
        (0..2 + random.below(5)).map(|index| numbered(source, "{label}", index)).collect();
    source.lists.insert("labels", labels.clone());
    let mut labels = labels.into_iter().enumerate();
    for _ in 0..4 + random.below(20) {
        if random.one_in(5) {
            parts.extend(labels.next().map(|label| place(source, label)));
        }
        parts.push(source.fill("{part}"));
    }
    parts.extend(source.lists.remove("open").into_iter().flatten().rev());
    parts.extend(labels.map(|label| place(source, label)));
    parts
}

fn numbered<'g>(source: &mut Source<'g>, text: &'g str, index: usize) -> String {
    source.bound = vec![("i", index.to_string())];
    source.fill(text)
}

/// Places a label. It can refer only to those before it, so that none depends on itself.
fn place(source: &mut Source<'_>, (index, label): (usize, String)) -> String {
    let all = source.lists["labels"].clone();
    source.lists.insert("labels", all[..index].to_vec());
    source.bound = vec![("l", label)];
    let text = source.fill("{place}");
    source.lists.insert("labels", all);
    text
}

/// A rule that nothing applies is an error of the grammar, and so is a name without a rule.
#[test]
fn sources_apply_every_rule() {
    for (dialect, files) in FILES {
        let (grammar, random) = (Grammar::new(files), Random::new(1));
        let mut source = Source::new(&grammar, &random);
        for _ in 0..1000 {
            parts(&mut source);
        }
        // A dialect does not apply all rules of the Z80.
        let own = files.last().expect("a file");
        let is_own = |name: &&str| own.contains(&format!("\n== {name}"));
        assert_eq!(source.unused_rules().into_iter().find(is_own), None, "{dialect}");
    }
}
