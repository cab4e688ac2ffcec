//! The file of a project: its keys, its errors, and what comes before it.

use std::path::{Path, PathBuf};

use arcadian_asm::Dialect;
use arcadian_files::{
    PROJECT,
    error::Result,
    source::{Linking, Syntax},
};
use arcadian_isa::Processor;
use arcadian_program::{
    Options, open,
    project::{
        Project,
        begin::{Beginning, Survey},
        keys,
    },
};
use proptest::prelude::*;

use crate::memory::Memory;

const PAGE: &str = include_str!("../../../../docs/projects.md");

#[test]
fn the_page_has_all_keys() {
    let rows = keys().map(|(name, takes, about)| format!("| `{name}` | {takes} | {about} |\n"));
    let table = format!("| key | takes | states |\n|---|---|---|\n{}\n", rows.collect::<String>());
    assert!(PAGE.contains(&table), "{table}");
}

#[test]
fn paths_are_relative_to_the_file() {
    let text = "include = ['a', '../b']\nsheets = '.'\ncontract = '-'\nmap = '/m'\n";
    let project = Project::parse(Path::new("../p/arcadian.toml"), text).expect("a project");
    assert_eq!(project.defaults.syntax.linking.include, ["../p/a", "../p/../b"].map(PathBuf::from));
    assert_eq!((project.sheets, project.map), (vec!["../p/.".into()], vec!["/m".into()]));
    // A file cannot be standard input.
    let here = Project::parse(Path::new(PROJECT), text).expect("a project");
    assert_eq!(here.contract, Some("./-".into()));
}

/// A text, the part that is underlined, and the message with its help.
const WRONG: [(&str, &str, &str); 19] = [
    ("cpu = 'z81'", "'z81'", "`cpu`: "),
    ("cpu = 80", "80", "`cpu` takes `\"8080\"`, `\"z80\"` or `\"6502\"`"),
    ("# a\ninclud = 'x'", "includ", "there is no key `includ`; did you mean `include`?"),
    ("source_dir = 'x'", "source_dir", "there is no key `source_dir`; did you mean `source-dir`?"),
    ("colour = 1", "colour", "there is no key `colour`; the keys are cpu, dialect, "),
    ("dialect = 'ca56'", "'ca56'", "`dialect`: the dialects are "),
    (
        "load = 8000",
        "8000",
        "`load`: an address is hexadecimal: write \"8000\" or 0x8000, or 0x1F40 for the decimal number",
    ),
    ("load = 0x12345", "0x12345", "`load`: an address is at most 0xFFFF"),
    ("segment = { CODE = 'x' }", "'x'", "`segment`: an address is hexadecimal"),
    ("segment = 'CODE=1'", "'CODE=1'", "`segment` takes a table"),
    ("define = { '1A' = 1 }", "'1A'", "`define`: `1A` is not a name of a source"),
    ("define = { A = 'x y' }", "'x y'", "`define`: a constant is a number"),
    ("constant = ['1-2', '5-4']", "'5-4'", "`constant`: 0005 is after 0004"),
    ("time-limit = 0", "0", "`time-limit`: it must be more than 0"),
    ("time-limit = '5'", "'5'", "`time-limit` takes a number of seconds"),
    ("max-instructions = -1", "-1", "`max-instructions`: it must be 1 or more"),
    ("include = ['a', 3]", "3", "`include` takes a path or a list of paths"),
    ("map = ''", "''", "`map`: the path is empty"),
    ("cpu = 'z80'\ncpu = 'z80'", "cpu", "duplicate key"),
];

#[test]
fn errors_have_a_place() {
    for (text, underlined, message) in WRONG {
        let error = Project::parse(Path::new(PROJECT), text).expect_err(text);
        let help = error.help.iter().map(|help| format!("; {help}")).collect::<String>();
        let shown = format!("{}{help}", error.message);
        assert!(shown.contains(message), "{text}: {shown}");
        assert_eq!(&text[error.span.clone()], underlined, "{text}: {shown}");
    }
}

/// Returns the bytes of a program in a project.
fn bytes(project: &str, source: &str, options: &Options) -> Result<(Processor, Vec<u8>)> {
    let files = Memory::with(&[(PROJECT, project), ("a.asm", source), ("inc/b.inc", "SEVEN EQU 7\n")]);
    let program = open(&files, Path::new("a.asm"), options)?;
    let image = program.parts.first().map(|(_, bytes)| bytes.clone()).unwrap_or_default();
    Ok((program.processor()?, image))
}

#[test]
fn the_program_and_the_user_come_first() {
    let any = Options::default();
    let typed = |define: &[(&str, i32)], cpu| {
        let define = define.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        let syntax = Syntax { dialect: None, linking: Linking { define, ..Linking::default() } };
        Options { cpu, syntax, ..Options::default() }
    };
    let two = "cpu = 'z80'\ndefine = { ONE = 1, TWO = 2 }\ninclude = 'inc'\n";
    let data = " INCLUDE \"b.inc\"\n DB ONE,TWO,SEVEN\n";
    assert_eq!(bytes(two, data, &any).expect("a program"), (Processor::Z80, vec![1, 2, 7]));
    assert_eq!(bytes(two, data, &typed(&[("ONE", 5)], None)).expect("a program").1, [5, 2, 7]);
    // The program names another processor, or the user does.
    let named = " CPU 6502\n DB ONE\n";
    assert_eq!(bytes(two, named, &any).expect("a program"), (Processor::Mos6502, vec![1]));
    assert_eq!(bytes(two, ";! cpu: 8080\n DB ONE\n", &any).expect("a program").0, Processor::I8080);
    let i8080 = typed(&[], Some(Processor::I8080));
    assert_eq!(bytes(two, " DB ONE\n", &i8080).expect("a program").0, Processor::I8080);
    // A dialect of another processor has its own.
    let ca65 = ";! dialect: ca65\n.byte ONE\n";
    assert_eq!(bytes(two, ca65, &any).expect("a program"), (Processor::Mos6502, vec![1]));
    let z80 = Options { cpu: Some(Processor::Z80), ..Options::default() };
    assert_eq!(bytes(two, ca65, &z80).expect("a program").0, Processor::Mos6502);
    let named = Syntax { dialect: Dialect::named("ca65"), ..Syntax::default() };
    let both = Options { syntax: named, ..z80 };
    assert!(bytes(two, ca65, &both).expect_err("a contradiction").title().contains("leave out --cpu"));
    // Segments are for other dialects than ours, and a sheet is in ours.
    let segments = "cpu = '6502'\ndialect = 'ca65'\nload = '9000'\nsegment = { CODE = '8000' }\n";
    assert_eq!(bytes(segments, ";! cpu: 6502\n DB 1\n", &any).expect("a sheet").1, [1]);
    assert_eq!(bytes(segments, ".segment \"CODE\"\n.word *\n", &any).expect("a program").1, [0x00, 0x80]);
}

#[test]
fn an_error_of_the_project_is_that_of_the_program() {
    let error = bytes("cpu = 'z80'\nloadd = 1\n", " DB 1\n", &Options::default()).expect_err("a wrong key");
    let text = error.to_string();
    for part in ["there is no key `loadd`", "arcadian.toml:2:1", "^^^^", "did you mean `load`?"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// Files of a folder, and what is recognized: dialect, folders with sources, folders of builds, routines.
type Folder =
    (&'static [(&'static str, &'static str)], &'static str, &'static str, &'static str, &'static str);

const FOLDERS: [Folder; 5] = [
    (&[], "", "", "", ""),
    (
        &[
            ("Makefile", "CC = sdcc\n"),
            ("src/a.c", "int mul(int a)\n{\n}\nstatic int own(void) {\nvoid far(void);\nint main(void) {\n"),
            ("build/a.ihx", ""),
        ],
        "sdcc",
        "src",
        "build",
        "_mul",
    ),
    (
        &[("src/a.s", " .export _x, _two, _three\n .segment \"CODE\"\n_two: rts\n_three: rts\n")],
        "ca65",
        "src",
        "",
        "_two,_three",
    ),
    (&[("a.a", "!cpu 6502\n* = $300\n"), ("b/c.asm", "!zone x\n")], "acme", ".,b", "", ""),
    (&[("a.asm", " ORG 100H\n")], "", ".", "", ""),
];

#[test]
fn folders_are_recognized() {
    for (files, dialect, sources, builds, routines) in FOLDERS {
        let (built, texts): (Vec<_>, Vec<_>) = files
            .iter()
            .map(|(path, text)| (PathBuf::from(path), (*text).to_owned()))
            .partition(|(path, _)| path.ends_with("a.ihx"));
        let built: Vec<PathBuf> = built.into_iter().map(|(path, _)| path).collect();
        let survey = Survey::of(&texts, &built);
        let joined = |paths: &[PathBuf]| {
            paths.iter().map(|path| path.to_string_lossy().into_owned()).collect::<Vec<_>>().join(",")
        };
        assert_eq!(survey.dialect.map_or("", Dialect::name), dialect, "{files:?}");
        assert_eq!(
            (joined(&survey.sources), joined(&survey.builds)),
            (sources.to_owned(), builds.to_owned()),
            "{files:?}"
        );
        let names: Vec<&str> = survey.routines.iter().map(|(_, name, _)| name.as_str()).collect();
        assert_eq!(names.join(","), routines, "{files:?}");
    }
}

#[test]
fn each_function_has_a_contract_and_unknown_types_are_named() {
    let functions: String = (0..25).map(|number| format!("int f{number}(int x) {{\n")).collect();
    let source = functions + "byte g(byte a) {\n";
    let texts = [(PathBuf::from("Makefile"), "CC = sdcc\n".to_owned()), (PathBuf::from("a.c"), source)];
    let survey = Survey::of(&texts, &[]);
    let files = Beginning { cpu: Processor::Z80, dialect: survey.dialect, survey }.files();
    let contracts: Vec<_> = files.iter().filter(|(path, _)| path.ends_with("contracts.txt")).collect();
    let [(_, text)] = contracts[..] else { panic!("{files:?}") };
    assert_eq!(text.matches("; ;! routine: ").count(), 26, "{text}");
    assert_eq!(text.matches("is not known here").count(), 1, "{text}");
    assert!(text.contains("; _g: where its parameters are is not known here"), "{text}");
}

/// The routine of each new project assembles, with its contract, as the project says.
#[test]
fn what_begins_is_right() {
    let dialects = Dialect::all().filter(|dialect| *dialect != Dialect::OWN).map(Some);
    for dialect in dialects.chain([None]) {
        for cpu in [Processor::I8080, Processor::Z80, Processor::Mos6502] {
            if dialect.is_some_and(|dialect| !dialect.is_for(cpu)) {
                continue;
            }
            let files = Beginning { cpu, dialect, survey: Survey::default() }.files();
            let memory = Memory(files.into_iter().map(|(path, text)| (path, text.into_bytes())).collect());
            let program = open(&memory, Path::new("src/mean.asm"), &Options::default());
            let program = program.unwrap_or_else(|error| panic!("{dialect:?} {cpu}: {}", error.error));
            assert_eq!(program.processor().ok(), Some(cpu));
            let routines = program.routines(&memory, &arcadian_program::RoutineOptions::default());
            assert_eq!(
                routines
                    .map(|all| all.len())
                    .unwrap_or_else(|error| panic!("{dialect:?} {cpu}: {}", error.error)),
                1
            );
        }
    }
}

/// The parts of a source in C: text in which N is a number and `//!` a contract, and the lines at which its code begins and ends, from 0.
/// SDCC's map has only the last address of a line.
const PARTS: [(&str, Option<(usize, usize)>); 6] = [
    ("//!int fN(int n)\n{\n}\n", Some((4, 6))),
    ("//!int fN(int n) { return n + 1; }\n", Some((4, 4))),
    ("int fN(int n)\n{\n}\n", Some((0, 2))),
    ("#ifdef X\n//!int fN(int n) { return n; }\n#endif\n", None),
    ("//!int fN = 4;\n", None),
    ("//!\nint fN(int n);\n", None),
];

const CONTRACT: &str = "//! in: A = n\n//! out: A = m\n//! clobbers: F\n//! ensures: m = (n + 1) mod 256\n";

/// Returns the files of a binary, and the names of the functions with contracts.
fn built(parts: &[usize]) -> (Vec<(&'static str, String)>, Vec<String>) {
    let (mut source, mut map, mut code, mut names) = (String::new(), String::new(), 0x8000, Vec::new());
    for (number, (text, lines)) in parts.iter().map(|part| PARTS[*part]).enumerate() {
        let before = source.lines().count() + 1;
        source += &text.replace("//!", CONTRACT).replace('N', &number.to_string());
        let Some((first, last)) = lines else { continue };
        let (first, last, end) = (before + first, before + last, code + 1);
        let mut define = |name: &str, value| map += &format!("DEF {name} 0x{value:X}\n");
        define(&format!("G$f{number}$0$0"), code);
        define(&format!("_f{number}"), code);
        if first < last {
            define(&format!("C$a.c${first}$0_0$2"), code);
        }
        define(&format!("C$a.c${last}$1_0$2"), end);
        define(&format!("XG$f{number}$0$0"), end);
        names.extend(text.contains("//!").then(|| format!("_f{number}")));
        code += 2;
    }
    let bytes = "3CC9".repeat((code - 0x8000) / 2);
    let length = bytes.len() / 2;
    let sum = (0..length).map(|at| [0x3C, 0xC9][at % 2]).sum::<usize>() + length + 0x80;
    let hex = format!(":{length:02X}800000{bytes}{:02X}\n:00000001FF\n", sum.wrapping_neg() & 0xFF);
    (vec![("a.c", source), ("a.noi", map), ("a.ihx", hex)], names)
}

proptest! {
    /// Any text is a project or an error with a place in it.
    #[test]
    fn no_text_panics(text in "([a-z-]{1,9}|cpu|define|segment|[={}\\[\\]\"'\n ,.0-9x]){0,30}") {
        if let Err(error) = Project::parse(Path::new(PROJECT), &text) {
            prop_assert!(error.span.end <= text.len());
            error.in_file(PROJECT, &text);
        }
    }

    /// Every contract in a source is judged or reported, and judged only with its own function, also if the source has changed.
    #[test]
    fn no_contract_of_a_binary_is_lost(parts in prop::collection::vec(0..PARTS.len(), 0..9), is_changed: bool) {
        let (mut files, mut names) = built(&[&[2][..], &parts].concat());
        if is_changed {
            files[0].1.insert_str(0, "int new;\n");
            names.clear();
        }
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
        let memory = Memory::with(&files);
        let options = Options { cpu: Some(Processor::Z80), ..Options::default() };
        let program = open(&memory, Path::new("a.ihx"), &options).map_err(|error| error.error).expect("a program");
        let stated = files[0].1.matches("in: A").count();
        let found = program.contracts(&memory, &arcadian_program::RoutineOptions::default());
        let found = found.unwrap_or_default();
        prop_assert_eq!(found.len(), stated);
        let judged: Vec<&str> = found.iter().flatten().map(|routine| routine.name.as_str()).collect();
        prop_assert_eq!(judged, names, "{}", files[0].1);
    }
}
