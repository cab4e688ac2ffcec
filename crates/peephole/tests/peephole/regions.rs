//! The regions of two listings, without a judgement.
#![expect(clippy::disallowed_methods, reason = "the test cases are files")]

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
