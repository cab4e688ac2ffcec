//! The regions of two listings, without a judgement. Refusals: each version of a listing is refused, with its line, if the assembler of
//! the compiler refuses it, and taken otherwise.

#![expect(clippy::disallowed_methods, reason = "the listings are files")]

use arcadian_asm::Failure;
use arcadian_peephole::listing::{Compiler, Convention, Judgement, Listings, Region};
use proptest::prelude::*;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/tests/listing/");

fn text(name: &str) -> String {
    std::fs::read_to_string(format!("{FOLDER}{name}")).expect("a listing")
}

fn listings(compiler: Compiler, old: &str, new: &str) -> Listings {
    read(compiler, old, new).expect("listings that the assembler takes")
}

fn read(compiler: Compiler, old: &str, new: &str) -> Result<Listings, [Option<Failure>; 2]> {
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
        if let Ok(listings) = read(compiler, &old, &new.join("\n")) {
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
fn line(failure: Option<&Failure>) -> Option<usize> {
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
            let is_right = |failure: &Option<Failure>, expected: bool| match line(failure.as_ref()) {
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
