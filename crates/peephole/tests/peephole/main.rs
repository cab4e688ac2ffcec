//! Rules and listings as pairs of code.
//!
//! Rules of our own in every format have the instances that they stand for. A block of a file in `data` is a rule file and, after `----`,
//! what it gives: errors, and for each rule its instances. Of more than eight instances three are shown. Blocks are separated by `====`.
//!
//! The regions of two listings are compared without a judgement, and each version of a listing is refused, with its line, if the assembler
//! of the compiler refuses it.

#![expect(clippy::disallowed_methods, reason = "the listings are files")]

use std::fmt::Write;

use arcadian_asm::{Failure, read_fragment};
use arcadian_compare::{Answer, Method, Reason, Verdict};
use arcadian_peephole::listing::{Compiler, Convention, Judgement, Listings, Region};
use arcadian_peephole::rules::{Format, Instance, Options, Outcome, RuleVerdict, instances, judge, read};
use proptest::prelude::*;

/// Returns the name of a format and its blocks.
const FILES: [(Format, &str); 5] = [
    (Format::Sdcc, include_str!("data/sdcc.txt")),
    (Format::Copt, include_str!("data/copt.txt")),
    (Format::Mdl, include_str!("data/mdl.txt")),
    (Format::Equivalences, include_str!("data/equivalences.txt")),
    (Format::Zxbasic, include_str!("data/zxbasic.txt")),
];

/// The greatest number of instances that are all shown.
const MOST_SHOWN: usize = 8;

#[test]
fn every_block_gives_what_it_says() {
    let mut wrong = String::new();
    for (format, file) in FILES {
        for block in file.split("\n====\n") {
            let block = format!("{block}\n");
            let (rules, expected) = block.split_once("\n----\n").expect("a block has a line `----`");
            let found = shown(format, &format!("{rules}\n"));
            if found.trim() != expected.trim() {
                write!(wrong, "{}:\n{rules}\n----\n{found}====\n", format.name()).expect("a string");
            }
        }
    }
    assert!(wrong.is_empty(), "found instead:\n{wrong}");
}

/// Returns the errors of a rule file and the instances of its rules.
fn shown(format: Format, text: &str) -> String {
    let file = read(format, text);
    let mut lines: Vec<String> = file.errors.iter().map(|error| format!("error: {error}")).collect();
    lines.extend(file.includes.iter().map(|(line, name)| format!("line {line} includes {name}")));
    for rule in &file.rules {
        lines.push(format!("{}:", format!("{} {}", rule.line, rule.name).trim_end()));
        match instances(rule, &Options::default()) {
            Outcome::NeverMatches(reason) => lines.push(format!("  never matches: {reason}")),
            Outcome::NotDecided(reason) => lines.push(format!("  not decided: {reason}")),
            Outcome::Instances(found) => {
                let count = found.list.len();
                let shown = if count > MOST_SHOWN { 3 } else { count };
                lines.extend(found.list.iter().take(shown).map(|instance| format!("  {}", line(instance))));
                lines.extend((shown < count).then(|| format!("  {count} instances")));
                lines.extend(found.limited.map(|reason| format!("  limited: {reason}")));
                lines.extend(
                    (found.not_assembled > 0).then(|| format!("  {} do not assemble", found.not_assembled)),
                );
            }
        }
    }
    lines.iter().fold(String::new(), |text, line| text + line + "\n")
}

fn line(instance: &Instance) -> String {
    let code = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let code = |text: &str| text.lines().map(code).collect::<Vec<_>>().join("; ");
    let mut parts = vec![format!("{} -> {}", code(&instance.old), code(&instance.new)).trim_end().to_owned()];
    if !instance.dead.is_empty() {
        parts.push(format!("dead: {}", instance.dead.join(", ")));
    }
    if !instance.not_volatile.is_empty() {
        parts.push(format!("not volatile: {}", instance.not_volatile.join(", ")));
    }
    parts.extend(instance.requires.iter().map(ToString::to_string));
    parts.join(" | ")
}

#[test]
fn a_format_is_guessed_from_the_text() {
    for (format, file) in FILES {
        let rules = file.split("\n----\n").next().expect("a block");
        assert_eq!(Format::guess(rules), format, "{rules}");
    }
    let with_a_damaged_line = "inc a\tadd a,1\tH,N\nld a,0 xor a\nld b,b\tnop\t\n";
    assert_eq!(Format::guess(with_a_damaged_line), Format::Equivalences);
}

#[test]
fn the_number_of_instances_has_a_limit() {
    let text = "replace {\n\tld\t%1, %2\n} by {\n\tnop\n}\n";
    let rule = &read(Format::Sdcc, text).rules[0];
    let options = Options { most: 5, ..Options::default() };
    let Outcome::Instances(found) = instances(rule, &options) else { panic!("decided") };
    assert_eq!(found.list.len(), 5);
    assert_eq!(found.limited.as_deref(), Some("there are more than 5 instances"));
}

#[test]
fn other_processors() {
    use arcadian_isa::Processor;
    let cases = [
        (Processor::I8080, "\tmov a,%1\n\tmov %1,a\n=\n\tmov a,%1\n", "mov a,b; mov b,a -> mov a,b", 8),
        (
            Processor::Mos6502,
            "\tlda #%1\n\tldx #%1\n=\n\tlda #%1\n\ttax\n",
            "lda #N1; ldx #N1 -> lda #N1; tax",
            1,
        ),
    ];
    for (processor, text, first, count) in cases {
        let rule = &read(Format::Copt, text).rules[0];
        let Outcome::Instances(found) = instances(rule, &Options { processor, ..Options::default() }) else {
            panic!("{processor}: decided")
        };
        assert_eq!((line(&found.list[0]).as_str(), found.list.len()), (first, count), "{processor}");
    }
}

const SCRAPS: &[&str] = &[
    "replace restart {\n",
    "replace {\n",
    "} by {\n",
    "}\n",
    "} if ",
    "notUsed(",
    "same(",
    "canAssign(",
    "immdInRange(",
    "0 255 '+' %1 1 %2)",
    "'a'",
    "%1",
    "%2",
    "%%",
    "%",
    "%L",
    "%\"",
    "\"",
    "[a-z]*\"1",
    "%eval(",
    "1 2 +)",
    "%check 0 <= %1 <= ",
    "%is %1 ",
    "%activate\n",
    "=\n",
    "==\n",
    "\n",
    "\t",
    "pattern: x\n",
    "replacement:\n",
    "constraints:\n",
    "0: ",
    "1: *\n",
    "[?const] ",
    "equal(?const,",
    "in(?reg,A,B)\n",
    "regpair(?regpair,?regh,?regl)\n",
    "?const",
    "?reg",
    "?op",
    "?any",
    "?",
    "REPLACE {{\n",
    "WITH {{\n",
    "IF {{\n",
    "DEFINE {{\n",
    "}}\n",
    "$1",
    "$",
    "$3 = ",
    "IS_REQUIRED(",
    "HIREG(",
    "GVAL(",
    " == ",
    " && ",
    " || ",
    "!",
    " IN (",
    "ld ",
    "ld\t",
    "jp ",
    "inc ",
    "a",
    "hl",
    "(hl)",
    "(ix+",
    "(ix)",
    ",",
    ", ",
    "#",
    "0x",
    "5",
    "-",
    "+",
    "(",
    ")",
    ":",
    ";",
    "//",
    "é",
    "'",
    ".",
    "00101$",
];

fn scraps() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(SCRAPS), 0..40).prop_map(|scraps| scraps.concat())
}

/// Reads a text as every format, and takes a few instances of its rules, which must assemble.
fn use_all(text: &str) {
    let _ = Format::guess(text);
    for format in Format::ALL {
        let file = read(format, text);
        for error in file.errors {
            assert!(error.column <= error.text.chars().count() + 1, "{error}");
        }
        for rule in file.rules {
            let options = Options { most: 3, ..Options::default() };
            let Outcome::Instances(found) = instances(&rule, &options) else { continue };
            for source in found.list.iter().flat_map(|instance| [&instance.old, &instance.new]) {
                for line in source.lines() {
                    assert!(read_fragment("rule", line, options.processor).is_ok(), "{line}");
                }
            }
        }
    }
}

/// Returns the verdict about a rule with at most `most` instances, the first `same` of which are the same. The others are not decided.
fn verdict(most: usize, same: usize) -> RuleVerdict {
    let text = "replace {\n\tld\ta, %1\n\tld\ta, %2\n} by {\n\tld\ta, %2\n}\n";
    let rule = &read(Format::Sdcc, text).rules[0];
    let mut asked = 0;
    judge(rule, &Options { most, ..Options::default() }, &mut |_| {
        asked += 1;
        Some(Answer {
            verdict: if asked > same { Verdict::Undecided(Reason::Size) } else { Verdict::Same },
            bytes: (0, 0),
            cycles: None,
            costs: None,
            byte_constants: Vec::new(),
            offset_constants: Vec::new(),
            method: Method::Identical,
            needs: Vec::new(),
        })
    })
    .1
    .verdict
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_limit_makes_no_verdict_stronger(most in 1_usize..400, same in 0_usize..400) {
        let (limited, whole) = (verdict(most, same), verdict(1000, same));
        prop_assert!(!limited.is_proven() || whole.is_proven(), "{limited:?}, {whole:?}");
    }

    #[test]
    fn no_text_of_scraps_panics(text in scraps()) {
        use_all(&text);
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,200}|[ -~\n\t]{0,200}") {
        use_all(&text);
    }
}

#[test]
fn long_lines_are_no_problem() {
    let deep = "(".repeat(100_000);
    for text in [
        format!("pattern: x\n0: nop\nreplacement:\nconstraints:\nequal({deep},1)\n"),
        format!("REPLACE {{{{\n nop\n}}}}\nWITH {{{{\n}}}}\nIF {{{{\n {deep}\n}}}}\n"),
        format!("REPLACE {{{{\n nop\n}}}}\nWITH {{{{\n}}}}\nIF {{{{\n {}\n}}}}\n", "!".repeat(100_000)),
        format!("replace {{\n\tld\ta, {deep}%1\n}} by {{\n\tnop\n}}\n"),
        format!("{}\n=\n\tnop\n", "%1".repeat(100_000)),
        format!("\tnop\n=\n\tld a,%eval(1 {})\n", "1 +".repeat(100_000)),
        format!("\tnop\n=\n\tld a,{deep}1\n"),
        format!("REPLACE {{{{\n nop\n}}}}\nWITH {{{{\n}}}}\nIF {{{{\n 1{}\n}}}}\n", " && 1".repeat(100_000)),
    ] {
        use_all(&text);
    }
}

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/tests/listing/");

fn text(name: &str) -> String {
    std::fs::read_to_string(format!("{FOLDER}{name}")).expect("a listing")
}

fn listings(compiler: Compiler, old: &str, new: &str) -> Listings {
    read_listings(compiler, old, new).expect("listings that the assembler takes")
}

fn read_listings(compiler: Compiler, old: &str, new: &str) -> Result<Listings, [Option<Failure>; 2]> {
    Listings::read(compiler, Convention::of(compiler), [("old", old), ("new", new)], &[])
}

/// Returns all regions, if none is the same.
fn regions(listings: &Listings) -> Vec<Region> {
    let mut all = Vec::new();
    for number in 0..listings.functions() {
        listings.correspondence(number).check(&mut |region: &Region| {
            all.push(region.clone());
            Judgement::<()>::Undecided(String::new())
        });
    }
    all
}

#[test]
fn compilers_are_guessed() {
    for (name, compiler) in [
        ("sdcc-before.asm", Compiler::Sdcc),
        ("z88dk-before.asm", Compiler::Z88dk),
        ("cc65-before.s", Compiler::Cc65),
    ] {
        assert_eq!(Compiler::guess(&text(name)), Some(compiler), "{name}");
    }
    assert_eq!(Compiler::guess("LOOP: NOP\n"), None);
}

/// Blanks, comments and the numbers of labels make no difference.
#[test]
fn unchanged_listings_have_no_regions() {
    let cases = [
        (Compiler::Sdcc, "sdcc-before.asm", "001", "002"),
        (Compiler::Z88dk, "z88dk-before.asm", "i_", "i_9"),
        (Compiler::Cc65, "cc65-before.s", "L00", "L01"),
    ];
    for (compiler, name, from, to) in cases {
        let old = text(name);
        let new = old.replace(from, to).replace('\t', "  ").replace('\n', " ; comment\n");
        let listings = listings(compiler, &old, &new);
        assert!(regions(&listings).is_empty(), "{name}");
        assert_eq!(listings.uncovered(), [], "{name}");
    }
}

/// A return belongs to what comes before it: a call before it can be a jump in the other version.
#[test]
fn a_call_before_a_return_may_be_a_jump() {
    let (before, same) = (text("cc65-before.s"), text("cc65-same.s"));
    let found = regions(&listings(Compiler::Cc65, &before, &same));
    let call =
        found.iter().find(|region| region.old.source.contains("_show")).expect("the region of the call");
    assert!(call.old.source.contains("\tjsr _show\n\trts\n"), "{}", call.old.source);
    assert!(call.new.source.contains("\tjmp _show\n"), "{}", call.new.source);
    assert!(call.unequal.is_none() && call.has_tail_calls);
    // Without the call there is only a jump.
    let jumps = before.replace("jsr\t_show", "jmp\t_show").replace("jsr     _show", "jmp     _show");
    assert_ne!(jumps, before);
    let found = regions(&listings(Compiler::Cc65, &jumps, &same));
    assert!(found.iter().all(|region| !region.has_tail_calls));
}

/// Checks the registers, flags and cells that are not used where a region ends.
#[test]
fn the_first_region_knows_what_is_dead() {
    let listings = listings(Compiler::Cc65, &text("cc65-before.s"), &text("cc65-register.s"));
    let found = regions(&listings);
    let first = found.first().expect("a region");
    assert_eq!(first.old.source, "OLD_2:\n\tsta ptr1\n\tstx ptr1+1\n\tcpx #$00\n");
    assert_eq!(first.new.source, "NEW_2:\n\ttxa\n");
    assert_eq!((first.old.range(), first.new.range()), ((27, 29), (27, 27)));
    // A is compared with the limit, and Z is tested. X is loaded before the call, and the function is void.
    assert_eq!(first.dead, ["X", "N", "V", "C"]);
    assert!(first.dead_cells.contains(&0x88), "ptr1 is scratch");
}

/// Data that nothing reaches by a label of its own is compared too.
#[test]
fn every_line_of_a_table_is_compared() {
    let code = |second: &str| {
        format!(
            "\t.area _CODE\n_f::\n\tcall\t_case\n\t.dw 00101$\n\t.dw {second}\n00101$:\n\tinc\ta\n\tret\n"
        )
    };
    let listings = listings(Compiler::Sdcc, &code("5"), &code("6"));
    let report = listings
        .correspondence(0)
        .check(&mut |_| Judgement::<()>::Undecided(String::new()))
        .expect("a function");
    assert_eq!(
        report.fault.as_deref(),
        Some("the data in line 5 of the first file is not the same in the second file")
    );
}

/// A table of addresses leads into a function: what it leads to must correspond.
#[test]
fn code_that_a_table_leads_to() {
    let code = |entry: &str| {
        format!(
            "\t.area _CODE\n_f::\n\tld\thl, #00104$\n\tadd\thl, de\n\tjp\t(hl)\n00104$:\n\t.dw 00101$\n{entry}\tinc\ta\n\tret\n"
        )
    };
    let (old, new) = (code("00101$:\n"), code("00101$:\n"));
    assert!(regions(&listings(Compiler::Sdcc, &old, &new)).is_empty());
    let other = code("").replace("00101$", "_other");
    let listings = listings(Compiler::Sdcc, &old, &other);
    let report = listings
        .correspondence(0)
        .check(&mut |_| Judgement::<()>::Undecided(String::new()))
        .expect("a function");
    let fault = report.fault.expect("it is not covered");
    assert_eq!(fault, "the data in line 7 of the first file is not the same in the second file");
}

proptest! {
    #[test]
    fn any_text_is_read(
        lines in prop::collection::vec("[ -~\t]{0,24}", 0..12),
        picks in prop::collection::vec(0_usize..60, 0..20),
        compiler in prop::sample::select(Compiler::ALL.to_vec()),
    ) {
        let name = match compiler {
            Compiler::Sdcc => "sdcc-before.asm",
            Compiler::Z88dk => "z88dk-before.asm",
            Compiler::Cc65 => "cc65-before.s",
        };
        let old = text(name);
        let known: Vec<&str> = old.lines().collect();
        let picked = picks.iter().filter_map(|pick| known.get(*pick).copied());
        let new: Vec<&str> = lines.iter().map(String::as_str).chain(picked).collect();
        if let Ok(listings) = read_listings(compiler, &old, &new.join("\n")) {
            regions(&listings);
            listings.uncovered();
        }
    }
}

fn listing(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/tests/listing/");
    std::fs::read_to_string(format!("{folder}{name}")).expect("a listing")
}

fn refusals(compiler: Compiler, old: &str, new: &str) -> [Option<Failure>; 2] {
    let files = [("old", old), ("new", new)];
    Listings::read(compiler, Convention::of(compiler), files, &[]).err().unwrap_or_default()
}

/// Returns the number of the first line that is wrong.
fn line_of(failure: Option<&Failure>) -> Option<usize> {
    Some(failure?.diagnostics.first()?.location.line)
}

/// Returns what is wrong with the refusals of a listing to whose end statements are added, which `|` separates.
fn faults(compiler: Compiler, listing: &str, statements: &[&str], are_refused: bool) -> Vec<String> {
    let last = listing.lines().count();
    let wrong = |statement: &&&str| {
        let damaged = format!("{listing}{}\n", statement.replace('|', "\n"));
        let versions = [(&*damaged, listing), (listing, &*damaged), (&*damaged, &*damaged)];
        versions.into_iter().enumerate().any(|(number, (old, new))| {
            let found = refusals(compiler, old, new);
            let expected = [number != 1, number != 0].map(|is_damaged| is_damaged && are_refused);
            // The packages of macros of ca65 are files of their own.
            let is_right = |failure: &Option<Failure>, expected: bool| match line_of(failure.as_ref()) {
                Some(at) => expected && (at > last || statement.contains(".macpack")),
                None => !expected,
            };
            !(is_right(&found[0], expected[0]) && is_right(&found[1], expected[1]))
        })
    };
    statements.iter().filter(wrong).map(|statement| (*statement).to_owned()).collect()
}

/// Statements of the real assemblers, after those that they need.
#[test]
fn each_version_is_refused_as_sdasz80_and_ca65_refuse_it() {
    let sdcc = listing("sdcc-before.asm");
    // With imports of its own, because ca65 takes any name after `.autoimport`.
    let cc65 = listing("cc65-before.s")
        .replace(".autoimport\ton", ".import\t_show")
        .replace("\t.macpack\tlongbranch\n", "")
        .replace("jeq ", "beq ");
    for (compiler, listing, statements) in [
        (Compiler::Sdcc, sdcc, include_str!("../../../asm/tests/asm/dialects/refused/sdcc.txt")),
        (Compiler::Cc65, cc65, include_str!("../../../asm/tests/asm/dialects/refused/ca65.txt")),
    ] {
        let (_, rest) = statements.split_once("== before each\n").expect("the source before each statement");
        let (before, rest) = rest.split_once("== refused\n").expect("what is refused");
        let (refused, taken) = rest.split_once("== taken\n").expect("what is taken");
        let listing = format!("{listing}{before}");
        // The files that a listing names are not read, and how much a section may be aligned ld65's configuration says.
        let is_known = |line: &&str| {
            ![".include", ".incbin", ".align 65536"].iter().any(|unknown| line.contains(unknown))
        };
        let refused: Vec<&str> = refused.lines().filter(is_known).collect();
        let taken: Vec<&str> = taken.lines().collect();
        assert_eq!(faults(compiler, &listing, &refused, true), Vec::<String>::new(), "taken");
        assert_eq!(faults(compiler, &listing, &taken, false), Vec::<String>::new(), "refused");
        assert!(refused.len() > 400 && taken.len() > 250, "{compiler:?}");
    }
}

/// By the manual of z80asm.
#[test]
fn each_version_is_refused_as_z80asm_refuses_it() {
    let listing = listing("z88dk-before.asm").replace("INCLUDE \"z80_crt0.hdr\"", "extern\tl_gint,_puts");
    let (_, statements) = include_str!("refused/z88dk.txt").split_once("== refused\n").expect("statements");
    let (refused, taken) = statements.split_once("== taken\n").expect("what is taken");
    let (refused, taken): (Vec<&str>, Vec<&str>) = (refused.lines().collect(), taken.lines().collect());
    assert_eq!(faults(Compiler::Z88dk, &listing, &refused, true), Vec::<String>::new(), "taken");
    assert_eq!(faults(Compiler::Z88dk, &listing, &taken, false), Vec::<String>::new(), "refused");
}
