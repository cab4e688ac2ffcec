//! Speed of execution and reverse execution of BASIC: `cargo bench -p arcadian-debugger --bench basic`. An item is a
//! statement.

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
        .expect("it starts")
}

const COUNTING: &[(u16, &str)] =
    &[(10, "FOR I=1TO 30000"), (20, "A=A+I-RND(9)"), (30, "IF A>9000A=0"), (40, "NEXT I"), (50, "GOTO 10")];
const PRINTING: &[(u16, &str)] = &[(10, "PRINT A,B,C"), (20, "A=RND(30000)"), (30, "GOTO 10")];

/// Creates a program by the name that the results show.
fn named(name: &str) -> BasicProgram {
    program(if name == "printing" { PRINTING } else { COUNTING })
}

#[divan::bench(args = ["counting", "printing"])]
fn forward(bencher: Bencher, name: &str) {
    bencher.counter(ItemsCount::new(STEPS)).with_inputs(|| named(name)).bench_local_refs(|program| {
        program.run(STEPS, &mut |_| false);
    });
}

/// With an observer that compares the location and a variable, as a breakpoint does.
#[divan::bench]
fn forward_with_an_observer(bencher: Bencher) {
    bencher.counter(ItemsCount::new(STEPS)).with_inputs(|| program(COUNTING)).bench_local_refs(|program| {
        let (location, id) =
            (program.find_location("50").expect("a line"), program.resolve("B").expect("a name"));
        program.run(STEPS, &mut |state| state.location() == location && state.value(id) != 0);
    });
}

/// One step back at a time, after a run so long that most checkpoints were thinned.
#[divan::bench(sample_count = 20, sample_size = 20, args = ["counting", "printing"])]
fn back_one_after_100_million(bencher: Bencher, name: &str) {
    let mut program = named(name);
    program.run(MANY, &mut |_| false);
    bencher.bench_local(|| program.seek(program.steps() - 1));
}

/// Seeks to steps all over the run.
#[divan::bench(sample_count = 20, sample_size = 5)]
fn seek_within_100_million(bencher: Bencher) {
    let mut program = program(COUNTING);
    program.run(MANY, &mut |_| false);
    let mut steps = (0..).map(|n: u64| n * 7_654_321 % MANY);
    bencher.bench_local(|| program.seek(steps.next().unwrap_or(0)));
}
