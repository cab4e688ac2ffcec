//! The idioms: plain sheets in `idioms/*/given.txt`, and in `found.txt` the least code for each.
//!
//! The searches take minutes, so they are ignored tests, which rewrite `results.tsv`, the sheets found and the table in
//! `docs/shorten.md`. The other tests prove every sheet and compare the table.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "the idioms are files, and the table shows times"
)]

use std::{
    collections::BTreeMap,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Instant,
};

use arcadian_claims::{BundledFiles, all};
use arcadian_proof::{Bounds, Routine, prove};
use arcadian_shorten::{ConstantSet, Options, Shortener};

const PROCESSORS: [&str; 3] = ["8080", "z80", "6502"];

/// The maximum number of instructions, unless [`SEARCHES`] has another. The Z80 has more instructions.
fn max(cpu: &str) -> usize {
    if cpu == "z80" { 3 } else { 4 }
}

/// Processor, idiom, maximum number of instructions, and the immediate bytes to try instead of the common ones.
const SEARCHES: &[(&str, &str, usize, Option<&[u8]>)] = &[
    ("8080", "hexdigit", 4, Some(&[0x90, 0x40, 0x0F, 0x06, 0x69, 0xFF])),
    ("8080", "neg16", 6, Some(&[])),
    ("8080", "sext", 5, Some(&[])),
    ("z80", "absdiff", 4, Some(&[])),
    ("z80", "hexdigit", 4, Some(&[0x90, 0x40, 0x69])),
    ("z80", "lowbit", 4, Some(&[])),
    ("z80", "mul5", 4, Some(&[])),
    ("z80", "parity", 4, Some(&[])),
    ("z80", "sext", 4, Some(&[])),
    ("z80", "swap", 4, Some(&[])),
    ("6502", "swap", 6, Some(&[0x80])),
    ("z80", "signum", 4, Some(&[0x01, 0xFF])),
    ("z80", "sless", 4, Some(&[0x80])),
    ("8080", "signum", 5, Some(&[0x01, 0xFF])),
    ("6502", "signum", 5, Some(&[0x01, 0xFF])),
    ("6502", "sless", 5, Some(&[0x80])),
    ("z80", "abs", 4, Some(&[0x00])),
    ("6502", "neg16", 5, Some(&[0xFF])),
    ("6502", "sext", 5, Some(&[0x7F, 0x80, 0xFF])),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("idioms")
}

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/shorten.md")
}

/// Sheets by name.
type Sheets = BTreeMap<String, String>;

/// Returns the sheets of a processor: `given` or `found`.
fn sheets(cpu: &str, kind: &str) -> Sheets {
    let text = fs::read_to_string(root().join(cpu).join(kind).with_extension("txt")).expect("sheets");
    let sheets = text.split("=== ").skip(1).map(|sheet| sheet.split_once('\n').expect("a name"));
    sheets.map(|(name, sheet)| (name.to_owned(), sheet.to_owned())).collect()
}

fn read(name: &str, text: &str) -> Routine {
    let routine = Routine::read(name, text, &mut BundledFiles, all());
    routine.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Proves a sheet and returns its bytes and its most cycles.
fn proven(name: &str, text: &str) -> [String; 2] {
    let routine = read(name, text);
    let result = prove(&routine, Bounds::default(), 10_000).expect("a proof");
    assert!(result.failing.is_none(), "{name} does not hold");
    assert!(routine.matches_stated_cycles(&result, true), "{name} states wrong cycles");
    [routine.size().to_string(), result.cost.expect("a cost").cycles.max.to_string()]
}

/// Searches one idiom. Returns its line of the results, and the sheet found.
fn search(cpu: &str, name: &str, text: &str) -> (String, Option<String>) {
    let start = Instant::now();
    let special = SEARCHES.iter().find(|(processor, idiom, ..)| (*processor, *idiom) == (cpu, name));
    let (max, bytes) = special.map_or((max(cpu), None), |(_, _, max, bytes)| (*max, *bytes));
    let constants = bytes.map_or(ConstantSet::Common, |bytes| ConstantSet::List(bytes.to_vec()));
    let options = Options { max_instructions: max, constants, ..Options::default() };
    let mut search = Shortener::new(text, read(name, text), options).expect("a search");
    search.run().expect("a result");
    let (given, searched) = (search.given_cost(), search.searched());
    assert!(searched.is_optimal, "{cpu} {name}: {searched:?}");
    let length = if searched.is_optimal_for_any_length { "any".to_owned() } else { max.to_string() };
    let result = search.best().map_or("-\t-\t-".to_owned(), |best| {
        format!("{}\t{}\t{}", best.cost.bytes, best.cost.cycles, best.instructions.join("; "))
    });
    let seconds = start.elapsed().as_secs_f64();
    let line = format!("{cpu}\t{name}\t{}\t{}\t{result}\t{length}\t{seconds:.1}", given.bytes, given.cycles);
    (line, search.best().map(|best| best.sheet.clone()))
}

/// Searches all idioms of a processor and replaces the sheets found and their lines in the results.
fn search_all(cpu: &str) {
    let given: Vec<(String, String)> = sheets(cpu, "given").into_iter().collect();
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((name, text)) = given.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (line, found) = search(cpu, name, text);
            println!("{line}");
            results.lock().expect("no panic").push((line, found.map(|sheet| format!("=== {name}\n{sheet}"))));
        }
    };
    thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    let file = root().join("results.tsv");
    let old = fs::read_to_string(&file).unwrap_or_default();
    let (mut all, found): (Vec<_>, Vec<_>) = results.into_inner().expect("no panic").into_iter().unzip();
    let mut found: Vec<String> = found.into_iter().flatten().collect();
    found.sort();
    fs::write(root().join(cpu).join("found.txt"), found.concat()).expect("a writable file");
    all.extend(old.lines().filter(|line| !line.starts_with(&format!("{cpu}\t"))).map(str::to_owned));
    all.sort();
    fs::write(file, all.join("\n") + "\n").expect("a writable file");
    let page_text = fs::read_to_string(page()).expect("the page");
    fs::write(page(), with_tables(&page_text)).expect("a writable page");
}

/// Returns the results: by processor and idiom the other columns.
fn results() -> BTreeMap<(String, String), Vec<String>> {
    let text = fs::read_to_string(root().join("results.tsv")).expect("the results");
    let row = |line: &str| {
        let mut columns = line.split('\t').map(str::to_owned);
        let key = (columns.next().expect("a processor"), columns.next().expect("an idiom"));
        (key, columns.collect())
    };
    text.lines().map(row).collect()
}

/// Returns the page with current tables between their markers.
fn with_tables(page: &str) -> String {
    PROCESSORS.iter().fold(page.to_owned(), |page, cpu| {
        let (begin, end) = (format!("<!-- idioms {cpu} -->\n"), format!("<!-- end {cpu} -->"));
        let (head, rest) = page.split_once(&begin).expect("a marker");
        let (_, tail) = rest.split_once(&end).expect("a marker");
        format!("{head}{begin}{}{end}{tail}", table(cpu))
    })
}

fn table(cpu: &str) -> String {
    let mut table =
        String::from("| idiom | plain | found | code | length | s |\n|---|---|---|---|---|---|\n");
    for ((_, name), columns) in results().iter().filter(|((processor, _), _)| processor == cpu) {
        let [bytes, cycles, least, fastest, code, length, seconds] = columns.as_slice() else { continue };
        let (found, code) = match code.as_str() {
            "-" => ("–".to_owned(), "nothing shorter".to_owned()),
            code => (format!("{least}, {fastest}"), format!("`{code}`")),
        };
        let _ = writeln!(table, "| {name} | {bytes}, {cycles} | {found} | {code} | {length} | {seconds} |");
    }
    table
}

#[test]
#[ignore = "searches for minutes and rewrites the results"]
fn search_8080() {
    search_all("8080");
}

#[test]
#[ignore = "searches for minutes and rewrites the results"]
fn search_z80() {
    search_all("z80");
}

#[test]
#[ignore = "searches for minutes and rewrites the results"]
fn search_6502() {
    search_all("6502");
}

#[test]
fn every_result_is_proven() {
    let results = results();
    for cpu in PROCESSORS {
        let (given, found) = (sheets(cpu, "given"), sheets(cpu, "found"));
        assert!(given.len() >= 20, "idioms for the {cpu}");
        for (name, plain) in &given {
            let row = results.get(&(cpu.to_owned(), name.clone())).unwrap_or_else(|| panic!("{cpu} {name}"));
            assert_eq!(row[..2], proven(name, plain), "{cpu} {name}");
            assert_eq!(found.contains_key(name), row[2] != "-", "{cpu} {name}");
            if let Some(found) = found.get(name) {
                assert_eq!(row[2..4], proven(name, found), "{cpu} {name}");
                assert_eq!(contract(plain), contract(found), "{cpu} {name}");
            }
        }
        assert!(found.keys().all(|name| given.contains_key(name)), "{cpu}");
    }
}

/// Returns the header lines that state the contract.
fn contract(text: &str) -> Vec<String> {
    let keys = ["in:", "out:", "clobbers:", "requires:", "ensures:"];
    let is_part = |line: &&str| keys.iter().any(|key| line.starts_with(&format!(";! {key}")));
    text.lines().filter(is_part).map(str::to_owned).collect()
}

#[test]
fn the_table_is_current() {
    let text = fs::read_to_string(page()).expect("the page");
    assert!(text == with_tables(&text), "run the ignored tests of `idioms`");
}
