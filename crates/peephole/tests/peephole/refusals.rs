//! Refusals: each version of a listing is refused, with its line, if the assembler of the compiler refuses it, and taken otherwise.
#![expect(clippy::disallowed_methods, reason = "the listings are files")]

use arcadian_asm::Failure;
use arcadian_peephole::listing::{Compiler, Convention, Listings};

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
