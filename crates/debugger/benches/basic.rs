//! How fast BASIC is stepped: `cargo bench -p arcadian-debugger --bench basic`. An item is a statement.

use arcadian_basic::{Dialect, Line, scan_text};
use arcadian_debugger::{
    Debuggee, State,
    basic::{BasicProgram, Setup},
};
use divan::{Bencher, counter::ItemsCount};

const STEPS: u64 = 1_000_000;
const MANY: u64 = 100_000_000;

fn main() {
    divan::main();
}

fn program(lines: &[(u16, &str)]) -> BasicProgram {
    let line = |&(number, text): &(u16, &str)| Line { number, text: scan_text(text).expect("characters") };
    let lines = lines.iter().map(line).collect();
    BasicProgram::new(Setup { dialect: Dialect::Bally, lines, seed: 1, ..Setup::default() })
        .expect("it begins")
}

const COUNTING: &[(u16, &str)] =
    &[(10, "FOR I=1TO 30000"), (20, "A=A+I-RND(9)"), (30, "IF A>9000A=0"), (40, "NEXT I"), (50, "GOTO 10")];
const PRINTING: &[(u16, &str)] = &[(10, "PRINT A,B,C"), (20, "A=RND(30000)"), (30, "GOTO 10")];

/// By name, which is what the table of results shows.
fn named(name: &str) -> BasicProgram {
    program(if name == "printing" { PRINTING } else { COUNTING })
}

#[divan::bench(args = ["counting", "printing"])]
fn forward(bencher: Bencher, name: &str) {
    bencher.counter(ItemsCount::new(STEPS)).with_inputs(|| named(name)).bench_local_refs(|program| {
        program.run(STEPS, &mut |_| false);
    });
}

/// With a question about each statement's place and a variable, as breakpoints ask.
#[divan::bench]
fn forward_with_a_look(bencher: Bencher) {
    bencher.counter(ItemsCount::new(STEPS)).with_inputs(|| program(COUNTING)).bench_local_refs(|program| {
        let (spot, name) = (program.find("50").expect("a line"), program.name("B").expect("a name"));
        program.run(STEPS, &mut |state| state.spot() == spot && state.value(name) != 0);
    });
}

/// Back one at a time, after so many that hardly any of the way is remembered in full.
#[divan::bench(sample_count = 20, sample_size = 20, args = ["counting", "printing"])]
fn back_one_after_100_million(bencher: Bencher, name: &str) {
    let mut program = named(name);
    program.run(MANY, &mut |_| false);
    bencher.bench_local(|| program.seek(program.now() - 1));
}

/// Back one from places all along the way.
#[divan::bench(sample_count = 20, sample_size = 5)]
fn back_to_somewhere_in_100_million(bencher: Bencher) {
    let mut program = program(COUNTING);
    program.run(MANY, &mut |_| false);
    let mut places = (0..).map(|n: u64| n * 7_654_321 % MANY);
    bencher.bench_local(|| program.seek(places.next().unwrap_or(0)));
}
