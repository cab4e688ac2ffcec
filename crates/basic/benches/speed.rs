//! The speed of the interpreter and of the repair search: `cargo bench -p arcadian-basic`.
//!
//! An item is a BASIC statement, so divan's "items/s" are statements per second.

use arcadian_basic::{
    Basic, Dialect, Key,
    listing::{Form, Listing, account::account, errata::Errata},
};
use divan::{Bencher, counter::ItemsCount};

const LISTING: &str = arcadian_basic::rotate::LISTING;
const ERRATA: &str = arcadian_basic::rotate::ERRATA;

fn main() {
    divan::main();
}

fn machine(program: &[&str]) -> Basic {
    let mut basic = Basic::new(Dialect::Bally, 1);
    for line in program {
        basic.enter(line).expect("machine characters");
    }
    basic.enter("RUN").expect("machine characters");
    basic
}

/// Measures a program from RUN to its end.
fn statements(bencher: Bencher, program: &[&str]) {
    let mut counted = machine(program);
    counted.run(u64::MAX);
    let basic = machine(program);
    bencher.counter(ItemsCount::new(counted.statements())).with_inputs(|| basic.clone()).bench_local_values(
        |mut basic| {
            basic.run(u64::MAX);
            basic.statements()
        },
    );
}

/// FOR, an assignment and NEXT on three lines.
#[divan::bench]
fn for_next_and_assignment(bencher: Bencher) {
    statements(bencher, &["10 FOR J=1TO 100", "20 FOR I=1TO 30000", "30 A=I", "40 NEXT I", "50 NEXT J"]);
}

#[divan::bench]
fn for_next_and_sum_on_one_line(bencher: Bencher) {
    statements(bencher, &["10 FOR J=1TO 100;A=0;FOR I=1TO 30000;A=A+1;NEXT I;NEXT J"]);
}

#[divan::bench]
fn rnd_if_goto(bencher: Bencher) {
    statements(
        bencher,
        &["10 FOR J=1TO 50", "15 A=0", "20 A=A+1", "30 IF RND(100)>0IF A<20000GOTO 20", "40 NEXT J"],
    );
}

/// ROTATE from RUN to the first prompt of a level-40 puzzle, with all its drawing.
#[divan::bench]
fn rotate_deals_level_40(bencher: Bencher) {
    let mut listing = Listing::read(LISTING, Form::Listing).expect("the listing");
    Errata::parse(ERRATA).and_then(|errata| errata.apply(&mut listing)).expect("the errata");
    let mut basic = Basic::new(Dialect::Bally, 1);
    basic.load(&listing.lines()).expect("it fits");
    basic.enter("RUN").expect("machine characters");
    for key in *b"40\r" {
        basic.press(Key::Code(key));
    }
    let mut counted = basic.clone();
    counted.run(u64::MAX);
    bencher.counter(ItemsCount::new(counted.statements())).with_inputs(|| basic.clone()).bench_local_values(
        |mut basic| {
            basic.run(u64::MAX);
            basic.statements()
        },
    );
}

/// Parses the listing, applies the errata and checks the byte count of every line.
#[divan::bench]
fn read_and_account_rotate() -> bool {
    let mut listing = Listing::read(LISTING, Form::Listing).expect("the listing");
    Errata::parse(ERRATA).and_then(|errata| errata.apply(&mut listing)).expect("the errata");
    account(&listing).ok()
}

/// Searches for repairs of the eleven damaged lines of the listing as printed.
#[divan::bench]
fn repair_search_rotate(bencher: Bencher) {
    let listing = Listing::read(LISTING, Form::Listing).expect("the listing");
    bencher.bench_local(|| account(&listing).lines.len());
}
