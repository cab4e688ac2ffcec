//! Binaries with their sources in memory, and sources that have changed since the build.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use arcadian_files::{Error, FileKind, Files, NoFiles, PROJECT, error::Result};
use arcadian_isa::Processor;
use arcadian_program::{Options, RoutineOptions, open};

/// Files in memory, with one project.
#[derive(Default)]
pub(crate) struct Memory(pub(crate) BTreeMap<PathBuf, Vec<u8>>);

impl Memory {
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        Memory(files.iter().map(|(path, text)| (PathBuf::from(path), text.as_bytes().to_vec())).collect())
    }
}

impl Files for Memory {
    fn kind(&self, path: &Path) -> FileKind {
        if self.0.contains_key(path) { FileKind::File } else { FileKind::Missing }
    }

    fn bytes(&self, path: &Path, _: &str, _: u64) -> Result<Vec<u8>> {
        self.0.get(path).cloned().ok_or_else(|| self.missing(path, &[]))
    }

    fn peek(&self, longest: u64) -> Result<Vec<u8>> {
        NoFiles.peek(longest)
    }

    fn missing(&self, path: &Path, known: &[&str]) -> Error {
        NoFiles.missing(path, known)
    }

    fn project(&self, _: &Path) -> Option<PathBuf> {
        self.0.keys().find(|path| path.ends_with(PROJECT)).cloned()
    }
}

/// The files of an example, read as they are.
#[expect(clippy::disallowed_methods, reason = "the examples are files of the documents")]
fn example(names: &[&str]) -> Memory {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/debug-data");
    let read = |name: &&str| (PathBuf::from(name), std::fs::read(folder.join(name)).expect(name));
    Memory(names.iter().map(read).collect())
}

/// The changes of a line that code depends on, each with its length.
fn changes(line: &str) -> Vec<String> {
    let code = line.split(';').next().unwrap_or_default();
    let word = |text: &str| {
        let start = code.find(text)?;
        Some(start..start + text.len())
    };
    let mnemonic = code.split_whitespace().find(|word| !word.ends_with(':') && !word.starts_with('.'));
    let mut all = Vec::new();
    let mut replace = |range: std::ops::Range<usize>, text: &str| {
        let mut changed = line.to_owned();
        changed.replace_range(range, text);
        all.push(changed);
    };
    if let Some(range) = mnemonic.and_then(word) {
        let other = if code.get(range.clone()) == Some("nop") { "rts" } else { "nop" };
        replace(range.clone(), &format!("{other:width$}", width = range.len()));
    }
    let operands = mnemonic.and_then(word).map_or(0, |range| range.end);
    for (at, digit) in code.char_indices().filter(|(at, c)| *at >= operands && c.is_ascii_digit()) {
        replace(at..at + 1, if digit == '1' { "2" } else { "1" });
    }
    // The operands of a macro's body have the values of its call.
    for (name, other) in [("done", "loop"), ("loop", "done"), ("factor", "limits")] {
        if let Some(at) = code.rfind(name).filter(|at| *at >= operands && !code.contains("adc")) {
            replace(at..at + name.len(), other);
        }
    }
    replace(0..1, ";");
    all.retain(|changed| changed != line);
    all
}

#[test]
fn a_source_that_has_changed_is_not_that_of_the_binary() {
    // The files, the address, and the lines of the source that make code.
    let examples: [(&[&str], Option<u16>, &[usize]); 3] = [
        (
            &["ca65/sum.bin", "ca65/sum.dbg", "ca65/square.s"],
            None,
            &[8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27],
        ),
        (
            &["sdcc/sum.bin", "sdcc/sum.noi", "sdcc/square.s", "sdcc/sum.cdb"],
            Some(0x8000),
            &[10, 11, 12, 13, 14, 15, 16, 17],
        ),
        (
            &["sjasmplus/sum.bin", "sjasmplus/sum.sld.txt", "sjasmplus/square.asm", "sjasmplus/sum.asm"],
            Some(0x8000),
            &[4, 5, 12, 13, 14, 15, 16, 17, 18],
        ),
    ];
    for (names, load, lines) in examples {
        let files = example(names);
        let [binary, map, source, ..] = names else { panic!("{names:?}") };
        let options = Options {
            load,
            cpu: Some(if load.is_some() { Processor::Z80 } else { Processor::Mos6502 }),
            map: names
                .iter()
                .filter(|name| *name == map || name.ends_with(".cdb"))
                .map(PathBuf::from)
                .collect(),
            ..Options::default()
        };
        let verdict = |files: &Memory| {
            let program = open(files, Path::new(binary), &options).map_err(Error::from)?;
            program.routines(files, &RoutineOptions::default()).map_err(Error::from).map(drop)
        };
        verdict(&files).unwrap_or_else(|error| panic!("{binary}: {error}"));
        let text = String::from_utf8(files.0[Path::new(source)].clone()).expect("text");
        for number in lines {
            let line = text.lines().nth(number - 1).expect("a line");
            for changed in changes(line) {
                let all: Vec<&str> = text
                    .lines()
                    .zip(1..)
                    .map(|(line, at)| if at == *number { &*changed } else { line })
                    .collect();
                let mut files = example(names);
                files.0.insert(PathBuf::from(source), (all.join("\n") + "\n").into_bytes());
                let error = verdict(&files).err().map(|error| error.to_string());
                let is_named =
                    error.is_some_and(|error| error.contains("is not what the binary was built from"));
                assert!(is_named, "{source}:{number}: {changed}");
            }
        }
    }
}

/// A routine can call what another source defines.
#[test]
fn every_source_of_the_binary_is_compared() {
    let names = ["ca65/sum.bin", "ca65/sum.dbg", "ca65/square.s", "ca65/start.s"];
    let mut files = example(&names);
    let contract = RoutineOptions { contracts: Some(PathBuf::from("own.txt")), ..RoutineOptions::default() };
    files.0.insert(
        PathBuf::from("own.txt"),
        b";! routine: _square\n;! in: A = n\n;! out: A = r\n;! clobbers: X, P, (factor)\n;! ensures: r = n * n mod 256\n".to_vec(),
    );
    let errors = |files: &Memory| {
        [&RoutineOptions::default(), &contract].map(|chosen| {
            let program = open(files, Path::new(names[0]), &Options::default()).map_err(Error::from)?;
            program.routines(files, chosen).map(drop).map_err(Error::from)
        })
    };
    errors(&files).into_iter().for_each(|result| result.expect("the sources of the binary"));
    let start = files.0.get_mut(Path::new(names[3])).expect("a source");
    *start = String::from_utf8_lossy(start).replace("jmp", "jsr").into_bytes();
    for error in errors(&files).map(|result| result.expect_err("another source").to_string()) {
        assert!(error.contains("ca65/start.s is not what the binary was built from: line "), "{error}");
    }
}

#[test]
fn a_map_of_another_processor_is_refused() {
    let names = ["ca65/sum.bin", "ca65/sum.dbg", "ca65/square.s"];
    let refusal = |change: &dyn Fn(&mut Memory)| {
        let mut files = example(&names);
        change(&mut files);
        open(&files, Path::new(names[0]), &Options::default())
            .map(drop)
            .map_err(|error| Error::from(error).to_string())
    };
    let of = |files: &mut Memory, name: &str, from: &[u8], to: &[u8]| {
        let bytes = files.0.get_mut(Path::new(name)).expect(name);
        let at = bytes.windows(from.len()).position(|found| found == from).expect("the bytes");
        bytes.splice(at..at + from.len(), to.iter().copied());
    };
    assert_eq!(refusal(&|_| ()), Ok(()));
    let error =
        refusal(&|files| of(files, names[1], b"mod\t", b"lib\tid=0,name=\"/lib/apple2enh.lib\"\nmod\t"));
    assert_eq!(
        error.expect_err("a library of another processor"),
        "ca65/sum.bin has code of /lib/apple2enh.lib, which is for the 65C02, not a known processor; if all of its code is for the 6502, \
         add --cpu 6502"
    );
    // TAX in the source and INC A in the binary: it may be a later source, or an earlier one for another processor.
    let inc = |files: &mut Memory| of(files, names[0], &[0xAA, 0xA9], &[0x1A, 0xA9]);
    for word in [b"tax", b"ina"] {
        let error = refusal(&|files| {
            inc(files);
            of(files, names[2], b"tax", word);
        });
        assert_eq!(
            error.expect_err("an instruction of another processor"),
            "ca65/square.s:19: ca65/sum.bin has 1A at 0324, which the 6502's manual does not describe and the 65C02 has; if all of its code \
             is for the 6502, add --cpu 6502"
        );
    }
}

const FACTOR: &str =
    "sym\tid=12,name=\"factor\",addrsize=absolute,size=1,scope=3,def=40,ref=41+45,val=0x33B,seg=2,type=lab";

#[test]
fn an_imported_name_has_the_address_of_its_instructions() {
    let names = ["ca65/sum.bin", "ca65/sum.dbg", "ca65/square.s"];
    let routines = |declaration: &str| {
        let mut files = example(&names);
        let mut edit = |name: &str, from: &str, to: &str| {
            let path = Path::new(name);
            let text = String::from_utf8(files.0[path].clone()).expect("text");
            assert!(text.contains(from), "{name}: {from}");
            files.0.insert(path.to_owned(), text.replace(from, to).into_bytes());
        };
        edit(names[1], FACTOR, &FACTOR.replace("type=lab", "type=imp"));
        edit(names[2], "factor: .res 1", declaration);
        let program = open(&files, Path::new(names[0]), &Options::default()).map_err(Error::from)?;
        let routines = program.routines(&files, &RoutineOptions::default()).map_err(Error::from)?;
        Ok::<_, Error>((program.source.address_of("factor").ok(), routines.len()))
    };
    assert_eq!(routines(".import factor").expect("a contract that names it"), (Some(0x033B), 1));
    assert!(routines(";import factor").is_err());
}

/// Code of C has no assembler source. A name to which cc65 adds a distance has no address.
#[test]
fn a_pointer_of_the_runtime_has_the_address_of_compiled_code() {
    let address = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut files =
            example(&["../c-project/clamp.bin", "../c-project/clamp.dbg", "../c-project/clamp.c"]);
        let map = files.0.get_mut(Path::new("../c-project/clamp.dbg")).expect("a map");
        *map = String::from_utf8_lossy(map).replace("name=\"sp\"", &format!("name=\"{name}\"")).into_bytes();
        change(files.0.get_mut(Path::new("../c-project/clamp.bin")).expect("a binary"));
        let program = open(&files, Path::new("../c-project/clamp.bin"), &Options::default());
        program.map_err(Error::from).expect("a program").source.address_of(name).ok()
    };
    assert_eq!(address("sp", &|_| ()), Some(2));
    assert_eq!(address("c_sp", &|_| ()), Some(2));
    assert_eq!(address("regbank", &|_| ()), None);
    // Two instructions that disagree.
    let last = |image: &mut Vec<u8>| {
        let at = image.windows(2).rposition(|bytes| bytes == [0x71, 2]).expect("an ADC (sp),Y");
        image[at + 1] = 4;
    };
    assert_eq!(address("sp", &last), None);
}
