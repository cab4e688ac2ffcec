//! Sources of other assemblers. The bytes of each line stand after `;=`. They were compared with those of the real assembler, except
//! for `m80` and `z88dk`.
//!
//! In `wrong`, the diagnostics stand after `;~`. These commands rewrite the expectations; compare with the real assembler and review
//! before committing:
//!
//! ```sh
//! cargo test -p arcadian-asm --test asm dialects::rewrite -- --ignored
//! ```

use std::collections::BTreeMap;

use arcadian_asm::{Assembly, Dialect, Failure, NoFiles, Options, Severity, assemble};
use arcadian_isa::Processor;

macro_rules! cases {
    ($($folder:ident: $($name:ident)*;)*) => {
        $(mod $folder {
            $(#[test]
            fn $name() {
                super::$folder(
                    stringify!($name),
                    include_str!(concat!("dialects/", stringify!($folder), "/", stringify!($name), ".asm")),
                );
            })*
        })*

        const FILES: &[(&str, &[&str])] = &[$((stringify!($folder), &[$(stringify!($name)),*])),*];
    };
}

cases! {
    right: acme acme_rules ca65 m80 sdcc sdcc_rules sjasmplus sjasmplus_memory sjasmplus_rules sjasmplus_words z88dk zmac zmac_rules;
    wrong: acme ca65 sdcc sjasmplus sjasmplus_memory sjasmplus_pages;
}

/// Assembles a file whose name begins with that of its dialect.
fn assembled(name: &str, text: &str) -> Result<Assembly, Failure> {
    let dialect =
        Dialect::named(name.split('_').next().unwrap_or(name)).expect("the file is named after a dialect");
    let defines = vec![("outside".to_owned(), 0x40), ("_outside".to_owned(), 0x9000)];
    let origin = name.starts_with("ca65").then_some(0x1000);
    let options = Options { dialect, defines, origin, ..Options::default() };
    assemble(&format!("{name}.asm"), text, &options, &mut NoFiles)
}

fn right(name: &str, text: &str) {
    assert_eq!(annotated_right(name, text), text);
}

fn wrong(name: &str, text: &str) {
    assert_eq!(annotated_wrong(name, text), text);
}

/// Returns a source with the bytes of each line after `;=`.
fn annotated_right(name: &str, text: &str) -> String {
    let assembly = assembled(name, text);
    let assembly = assembly.unwrap_or_else(|failure| panic!("{}", crate::messages(&failure).join("\n")));
    assert!(
        assembly.warnings.iter().all(|found| found.severity == Severity::Note),
        "{:?}",
        assembly.warnings
    );
    let mut bytes: BTreeMap<usize, String> = BTreeMap::new();
    for line in assembly.lines.iter().filter(|line| !line.bytes.is_empty()) {
        let shown = bytes.entry(line.root_number()).or_insert_with(|| format!("{:04X}:", line.address));
        line.bytes.iter().for_each(|byte| *shown += &format!(" {byte:02X}"));
    }
    let lines = text.lines().enumerate().map(|(index, line)| {
        let code = line.split(";=").next().unwrap_or("").trim_end();
        match bytes.get(&(index + 1)) {
            Some(bytes) => format!("{code:39} ;= {bytes}\n"),
            None => format!("{code}\n"),
        }
    });
    lines.collect()
}

/// Returns a source with the diagnostics of each line after it.
fn annotated_wrong(name: &str, text: &str) -> String {
    let source: String =
        text.lines().filter(|line| !line.starts_with(";~")).map(|line| format!("{line}\n")).collect();
    let found = match assembled(name, &source) {
        Ok(assembly) => assembly.warnings,
        Err(failure) => failure.diagnostics,
    };
    let mut out = String::new();
    for (index, line) in source.lines().enumerate() {
        out += &format!("{line}\n");
        for found in found.iter().filter(|found| found.location.line == index + 1) {
            let shown = found.to_string();
            out += &format!(";~ {}\n", shown.splitn(3, ':').nth(2).unwrap_or_default());
        }
    }
    out
}

/// Sources with all their bytes, by dialect.
const CASES: &[(&str, &str)] = &[
    ("acme", include_str!("dialects/cases/acme.asm")),
    ("ca65", include_str!("dialects/cases/ca65.asm")),
    ("m80", include_str!("dialects/cases/m80.asm")),
    ("sdcc", include_str!("dialects/cases/sdcc.asm")),
    ("sjasmplus", include_str!("dialects/cases/sjasmplus.asm")),
    ("z88dk", include_str!("dialects/cases/z88dk.asm")),
    ("zmac", include_str!("dialects/cases/zmac.asm")),
];

/// Returns the sources of a file of cases with what becomes of them here.
fn annotated_cases(dialect: &str, text: &str) -> String {
    let (head, cases) = text.split_once("\n== ").expect("there is a case");
    let mut out = format!("{head}\n");
    for case in cases.split("\n== ") {
        let (name, rest) = case.split_once('\n').expect("a case has a name");
        let (source, expected) = rest.split_once("\n->").expect("a case ends with its bytes");
        let found = match assembled(dialect, &format!("{source}\n")) {
            // The linker of ca65 and sjasmplus write bytes in their order in the source, wherever ORG says that they are to be.
            Ok(assembly) if source.contains(".org") || dialect == "sjasmplus" => assembly
                .lines
                .iter()
                .flat_map(|line| &line.bytes)
                .map(|byte| format!(" {byte:02X}"))
                .collect(),
            Ok(assembly) => assembly.image.iter().map(|byte| format!(" {byte:02X}")).collect(),
            Err(failure) => {
                let first = failure.diagnostics.first().expect("a failure has a reason").to_string();
                // Only what is expected to be refused may be.
                let is_expected = expected.starts_with(" refused");
                let shown = first.split_once(':').map_or("", |(_, rest)| rest);
                format!(" {}refused {shown}", if is_expected { "" } else { "wrongly " })
            }
        };
        out += &format!("== {name}\n{source}\n->{found}\n");
    }
    out
}

#[test]
fn cases() {
    for (dialect, text) in CASES {
        assert_eq!(annotated_cases(dialect, text), *text);
    }
}

/// Statements that the real assembler refuses are refused, and those that it takes are taken: by its table of operands, and by what
/// may follow each directive.
#[test]
fn statements_of_the_real_assembler() {
    for (name, text) in [
        ("sdcc", include_str!("dialects/refused/sdcc.txt")),
        ("ca65", include_str!("dialects/refused/ca65.txt")),
    ] {
        let (_, rest) = text.split_once("== before each\n").expect("the source before each statement");
        let (before, rest) = rest.split_once("== refused\n").expect("what is refused");
        let (refused, taken) = rest.split_once("== taken\n").expect("what is taken");
        let is_taken = |statement: &str| {
            let options =
                Options { dialect: Dialect::named(name).expect("the dialect exists"), ..Options::default() };
            let source = format!("{before}{}\n", statement.replace('|', "\n"));
            assemble(name, &source, &options, &mut NoFiles).is_ok()
        };
        let wrongly_taken: Vec<&str> = refused.lines().filter(|statement| is_taken(statement)).collect();
        let wrongly_refused: Vec<&str> = taken.lines().filter(|statement| !is_taken(statement)).collect();
        assert_eq!((wrongly_taken, wrongly_refused), (vec![], vec![]), "{name}");
        assert!(refused.lines().count() > 400 && taken.lines().count() > 250, "{name}");
    }
}

/// ld65 places no negative value: it cuts none of an address of another module, and the value is known if the options give it.
#[test]
fn linked_values_that_do_not_fit() {
    let source = |statement: &str| format!(" .import outside\n {statement}\n");
    for (statement, is_taken) in [
        ("adc outside - $5000", false),
        (".word outside - $5000", false),
        (".dword outside - $5000", false),
        (".word outside - $40", true),
        (".word (outside - $5000) & $FFFF", true),
        (".byte <(outside - $5000)", true),
    ] {
        let result = assembled("ca65", &source(statement));
        let shown = result.as_ref().err().map(ToString::to_string);
        assert_eq!(result.is_ok(), is_taken, "{statement}: {shown:?}");
    }
}

/// The address that stands for a name of another module has the size of its declaration, also in a scope.
#[test]
fn placeholders_have_the_declared_size() {
    let dialect = Dialect::named("ca65").expect("the dialect exists");
    let options = Options { dialect, has_placeholders: true, ..Options::default() };
    let source = " .import time: zeropage, other\n .proc p\n lda time\n lda other\n .endproc\n";
    let assembly = assemble("ca65.s", source, &options, &mut NoFiles).expect("it assembles");
    let opcodes = [assembly.image[0], assembly.image[2]];
    assert_eq!((opcodes, assembly.image.len()), ([0xA5, 0xAD], 5));
}

#[test]
#[ignore = "writes the expectations instead of checking them"]
#[expect(clippy::disallowed_methods, reason = "the test cases are files")]
fn rewrite() {
    for (folder, names) in FILES {
        for name in *names {
            let path = format!("{}/tests/asm/dialects/{folder}/{name}.asm", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(&path).expect("the case is readable");
            let annotated = if *folder == "right" { annotated_right } else { annotated_wrong };
            std::fs::write(&path, annotated(name, &text)).expect("the case is writable");
        }
    }
    for (dialect, _) in CASES {
        let path = format!("{}/tests/asm/dialects/cases/{dialect}.asm", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).expect("the cases are readable");
        std::fs::write(&path, annotated_cases(dialect, &text)).expect("the cases are writable");
    }
}

/// Returns the table of features and the words of each dialect, for the documentation.
fn documentation() -> String {
    let dialects: Vec<Dialect> = Dialect::all().filter(|dialect| *dialect != Dialect::OWN).collect();
    let features: Vec<Vec<(&str, Vec<String>)>> = dialects.iter().map(|dialect| dialect.features()).collect();
    let mut rows: Vec<&str> = Vec::new();
    for (feature, _) in features.iter().flatten() {
        if !rows.contains(feature) {
            rows.push(feature);
        }
    }
    let names: Vec<&str> = dialects.iter().map(|dialect| dialect.name()).collect();
    let mut out = format!("| feature | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(names.len()));
    for row in rows {
        let has = |features: &Vec<(&str, Vec<String>)>| {
            features.iter().any(|(name, words)| *name == row && !words.is_empty())
        };
        let cells: Vec<&str> =
            features.iter().map(|features| if has(features) { "yes" } else { "no" }).collect();
        out += &format!("| {row} | {} |\n", cells.join(" | "));
    }
    for (dialect, features) in dialects.iter().zip(&features) {
        out += &format!("\n### {}: {}\n\n", dialect.name(), dialect.title());
        for (feature, words) in features.iter().filter(|(_, words)| !words.is_empty()) {
            let words: Vec<String> = words.iter().map(|word| format!("`` {word} ``")).collect();
            out += &wrapped(&format!("- **{feature}:** {}", words.join(", ")));
        }
    }
    out
}

/// Breaks a line of a list at the commas before column 132.
fn wrapped(text: &str) -> String {
    let (mut out, mut line) = (String::new(), String::new());
    for word in text.split(", ") {
        if line.len() + word.len() + 2 > 130 {
            out += &format!("{},\n", line.trim_end());
            line = format!("  {word}");
        } else {
            line = if line.is_empty() { word.to_owned() } else { format!("{line}, {word}") };
        }
    }
    out + &line + "\n"
}

const GUIDE: &str = include_str!("../../../../docs/assembler.md");
const BEGIN: &str = "<!-- features begin -->\n";
const END: &str = "<!-- features end -->\n";

/// The guide lists what the tables of the dialects have.
#[test]
fn the_guide_lists_all_features() {
    let (_, rest) = GUIDE.split_once(BEGIN).expect("the guide has the mark");
    let (listed, _) = rest.split_once(END).expect("the guide has the other mark");
    assert_eq!(listed, documentation());
}

/// Writes the list into the guide.
#[test]
#[ignore = "writes the guide instead of checking it"]
#[expect(clippy::disallowed_methods, reason = "the guide is a file")]
fn rewrite_guide() {
    let (before, rest) = GUIDE.split_once(BEGIN).expect("the guide has the mark");
    let (_, after) = rest.split_once(END).expect("the guide has the other mark");
    let path = format!("{}/../../docs/assembler.md", env!("CARGO_MANIFEST_DIR"));
    std::fs::write(path, format!("{before}{BEGIN}{}{END}{after}", documentation()))
        .expect("the guide is writable");
}

/// A source is recognized by statements that no other assembler has, and only by them.
#[test]
fn dialects_are_recognized() {
    let guess = |text: &str| Dialect::guess("x.asm", text).map(|(dialect, _)| dialect.name());
    for (text, dialect) in [
        (".segment \"CODE\"\n lda #1\n", Some("ca65")),
        (" .setcpu \"6502\"\n", Some("ca65")),
        ("\t.area _CODE\n", Some("sdcc")),
        (" DEVICE  ZXSPECTRUM48\n", Some("sjasmplus")),
        ("!byte 1\n", Some("acme")),
        (" CSEG\n", Some("m80")),
        ("SECTION code_user\n", Some("z88dk")),
        // Not by words that could be labels, by what several have, or by both.
        ("CSEG NOP\n", None),
        (".zeropage\n", None),
        (" ORG 100H\n", None),
        ("; .area _CODE\n", None),
        (" .area _CODE\n .setcpu \"6502\"\n", None),
        (";! cpu: z80\n CSEG\n", None),
    ] {
        assert_eq!(guess(text), dialect, "{text}");
    }
    let (_, note) = Dialect::guess("x.asm", " NOP\n CSEG\n").unwrap();
    let shown = "x.asm:2:2: note: read as m80 source: `CSEG` is a statement of this assembler; the option --dialect names the syntax";
    assert_eq!(note.to_string(), shown);
}

/// A source that names no processor gets the option that it needs.
#[test]
fn sources_without_a_processor_get_advice() {
    let error = |name: &str, text: &str| {
        let failure = assemble(name, text, &Options::default(), &mut NoFiles).unwrap_err();
        failure.diagnostics[0].to_string()
    };
    let named = "x.asm:2:2: error: the source does not name a processor; it looks like";
    for (text, advice) in [
        (
            "START:\n ld a,5\n add a,b\n",
            "Z80 (`ld a,5`): add `--cpu z80`, or begin the source with `CPU z80`",
        ),
        (
            "START:\n mvi a,5\n inr a\n",
            "8080 (`mvi a,5`): add `--cpu 8080`, or begin the source with `CPU 8080`",
        ),
        (
            "START:\n lda #5\n sta $10\n",
            "6502 (`lda #5`): add `--cpu 6502`, or begin the source with `CPU 6502`",
        ),
        ("start\n bne -\n lda #5\n", "ACME (`bne -`): add `--dialect acme`"),
        (" lda #5\n bne :+\n", "ca65 (`bne :+`): add `--dialect ca65`"),
        (" lda #5\n .asciiz \"A\"\n", "ca65 (`.asciiz \"A\"`): add `--dialect ca65`"),
        (" ld a,5\n .globl _x\n", "SDCC's sdasz80 (`.globl _x`): add `--dialect sdcc`"),
        (
            " nop\n jr z,loop ; back\n",
            "Z80 (`jr z,loop`): add `--cpu z80`, or begin the source with `CPU z80`",
        ),
        // Directives that a label looks like, and those that several assemblers have, show no dialect.
        ("START:\n ld a,5\n call print\n", "Z80 (`ld a,5`)"),
        // Nor does a directive in column one that is an operand elsewhere.
        ("START:\n ld a,5\n jp ifeq\n nop\nIFEQ cp '>'\n ret\n", "Z80 (`ld a,5`)"),
    ] {
        let shown = error("x.asm", text);
        assert!(shown.starts_with(named) && shown.contains(advice), "{text}: {shown}");
    }
    assert!(error("x.s", " lda #5\n .byte 1\n").contains("add `--dialect ca65`"));
    assert!(error("x.a", " lda #5\n").contains("add `--dialect acme`"));
    for (text, expected) in [
        ("", "x.asm:1:1: error: the source is empty"),
        ("\n \n", "x.asm:1:1: error: the source is empty"),
        ("; no code\n", "x.asm:1:1: error: the source has only comments"),
    ] {
        assert_eq!(error("x.asm", text), expected, "{text:?}");
    }
    let hint = "name it: 8080, z80 or 6502, by a directive `CPU z80` or a header line `;! cpu: z80`";
    assert_eq!(
        error("x.asm", "\n NOP\n"),
        format!("x.asm:2:1: error: the source does not name a processor; {hint}")
    );
}

/// A directive names the processor in any line, unless two of them disagree.
#[test]
fn a_processor_can_be_named_further_down() {
    let processor =
        |text: &str| assemble("x.asm", text, &Options::default(), &mut NoFiles).map(|found| found.processor);
    assert_eq!(processor(" TITLE 'X'\nN EQU 5\n PAGE 60\n CPU z80\n LD A,5\n").unwrap(), Processor::Z80);
    assert_eq!(processor("N EQU 5\n .8080\n MVI A,5\n").unwrap(), Processor::I8080);
    assert!(processor("N EQU 5\n CPU z80\n CPU 8080\n LD A,5\n").is_err());
}

/// The byte that ACME's source states for memory where nothing is placed is in the image.
#[test]
fn gaps_have_the_byte_of_the_source() {
    let image = |source: &str| assembled("acme", source).unwrap().image;
    assert_eq!(image("!initmem $ff\n* = 0\n!8 1\n* = 3\n!8 2\n"), [1, 0xFF, 0xFF, 2]);
    assert_eq!(image("* = 0\n!skip 2\n!8 1\n!initmem $ea\n"), [0xEA, 0xEA, 1]);
    assert_eq!(image("* = 0\n!8 1\n* = 3\n!8 2\n"), [1, 0, 0, 2]);
}

/// Each spelling of a directive is a word of its own.
#[test]
fn directives_are_single_words() {
    for dialect in Dialect::all() {
        let words: Vec<&str> = dialect.directives().collect();
        assert!(words.len() > 20 && !words.iter().any(|word| word.contains(' ')), "{dialect:?} {words:?}");
    }
    assert!(Dialect::named("acme").unwrap().directives().any(|word| word == "!BYTE"));
}

/// Our own sources are never taken for those of others.
#[test]
fn own_sources_are_not_recognized_as_others() {
    for text in super::SOURCES {
        assert_eq!(Dialect::guess("own.asm", text), None);
    }
}

/// Sources of each dialect that assemble.
const SOURCES: &[(&str, &str)] = &[
    ("acme", include_str!("dialects/right/acme.asm")),
    ("ca65", include_str!("dialects/right/ca65.asm")),
    ("m80", include_str!("dialects/right/m80.asm")),
    ("sdcc", include_str!("dialects/right/sdcc.asm")),
    ("sjasmplus", include_str!("dialects/right/sjasmplus.asm")),
    ("z88dk", include_str!("dialects/right/z88dk.asm")),
    ("zmac", include_str!("dialects/right/zmac.asm")),
];

mod hostile {
    use proptest::prelude::*;

    use super::{SOURCES, assembled};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// Lines of a source in any order, some cut off, never make the assembler panic.
        #[test]
        fn shuffled_lines(dialect in 0..SOURCES.len(), picked in prop::collection::vec((0..80_usize, 0..60_usize), 1..40)) {
            let (name, text) = SOURCES[dialect];
            let lines: Vec<&str> = text.lines().collect();
            let mut source = String::new();
            for (index, length) in picked {
                let line = lines[index % lines.len()];
                source += line.get(..length).unwrap_or(line);
                source.push('\n');
            }
            let _ = assembled(name, &source);
        }

        /// Neither does any other text.
        #[test]
        fn any_text(dialect in 0..SOURCES.len(), text in "[ -~\n\té\u{7f}\u{1a}]{0,200}") {
            let _ = assembled(SOURCES[dialect].0, &text);
        }
    }

    /// Nesting has a maximum depth, after which the rest is not read: names and scopes would fill the memory.
    #[test]
    fn nesting_is_bounded() {
        for (dialect, open, line) in [
            ("ca65", ".scope\n", 257),
            ("ca65", ".scope s\n", 257),
            ("ca65", ".proc p\n", 257),
            ("ca65", ".struct\n", 257),
            ("ca65", ".struct s\n", 257),
            ("ca65", ".if 0\n", 257),
            ("ca65", ".if 1\n", 257),
            ("sjasmplus", " MODULE m\n", 257),
            ("sjasmplus", " STRUCT s\n", 257),
            ("sjasmplus", " IF 0\n", 257),
            ("acme", "!zone z {\n", 257),
            ("acme", "!pseudopc 2 {\n", 257),
            ("acme", "!if 1 {\n", 257),
            ("acme", "!if 0 {\n", 257),
            ("acme", "!addr {\n", 257),
            ("m80", " IF 1\n", 257),
            ("z88dk", " IF 1\n", 257),
            ("zmac", " IF 0\n", 257),
            ("sdcc", " .if 1\n", 257),
        ] {
            let failure = assembled(dialect, &open.repeat(100_000)).unwrap_err();
            let last = failure.diagnostics.last().expect("a failure has a reason");
            let shown =
                (last.location.line, last.to_string().contains("blocks are nested more than 256 deep"));
            assert_eq!(shown, (line, true), "{dialect} {open}: {last}");
        }
        // A few long names fill the memory like many short ones.
        let long = format!(" MODULE {}\n", "m".repeat(100)).repeat(1000);
        let failure = assembled("sjasmplus", &long).unwrap_err();
        assert_eq!(
            failure.diagnostics[0].to_string(),
            "sjasmplus.asm:21:2: error: the names of the scopes around have more than 2048 characters together: the rest of the source is not read"
        );
    }

    /// Nesting, loops and expansions have bounds.
    #[test]
    fn what_grows_is_bounded() {
        let deep = |open: &str, close: &str| format!("{}1{}", open.repeat(5000), close.repeat(5000));
        for (dialect, source) in [
            ("ca65", format!(" .byte {}\n", deep("(", ")"))),
            ("ca65", format!(" .byte {}\n", deep(".max(1,", ")"))),
            ("ca65", format!(" .byte {}\n", deep("-", ""))),
            ("ca65", ".macro again\n again\n again\n.endmacro\n again\n".to_owned()),
            ("ca65", ".define a b b\n.define b a a\n lda a\n".to_owned()),
            ("ca65", " .repeat 60000\n .repeat 60000\n nop\n .endrep\n .endrep\n".to_owned()),
            ("ca65", " .if 1\n".repeat(20_000)),
            ("ca65", " .res 65536\n .res 65536\n".to_owned()),
            ("sjasmplus", " WHILE 1\n nop\n ENDW\n".to_owned()),
            ("sjasmplus", "a = a + 1\n ORG a\nb: DS b\n".to_owned()),
            ("acme", "!ifndef x ".repeat(5000)),
            ("acme", "!if 1 {".repeat(5000)),
            ("acme", "!for i, 0, 99999999 { nop }".to_owned()),
            ("sdcc", " .area A\n .ds b - a\na:\n .area B\n .ds a + 1\nb:\n".to_owned()),
            ("m80", "a macro x\n a x&x\n endm\n a 12345678\n".to_owned()),
        ] {
            let _ = assembled(dialect, &source);
        }
    }
}
