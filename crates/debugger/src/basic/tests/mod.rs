mod checkpoints;
mod execution;
mod inspection;
mod properties;
mod rotate;

use arcadian_basic::{Line, scan_text};

use super::{
    PERCENT,
    state::{AT, STAR},
    *,
};

/// Parses a program, one line per row.
fn lines(program: &str) -> Vec<Line> {
    let line = |row: &str| {
        let (number, text) = row.trim().split_once(' ').expect("a number and a text");
        Line { number: number.parse().expect("a number"), text: scan_text(text).expect("machine characters") }
    };
    program.lines().filter(|row| !row.trim().is_empty()).map(line).collect()
}

fn events(script: &str) -> Vec<Event> {
    key::parse(script).expect("a key script")
}

fn setup(program: &str) -> Setup {
    Setup { lines: lines(program), seed: 1, ..Setup::default() }
}

fn program(text: &str) -> BasicProgram {
    BasicProgram::new(setup(text)).expect("it starts")
}

/// Creates a program with checkpoints every few steps and memory for few of them.
fn with_limits(setup: Setup, spacing: u64) -> BasicProgram {
    let history = History::with_limits(setup.start().expect("it starts"), spacing, 100_000);
    BasicProgram { history, source: setup.source }
}

fn run(program: &mut BasicProgram, steps: u64) -> Outcome {
    program.run(steps, &mut |_| false)
}

fn value(program: &BasicProgram, name: &str) -> i64 {
    program.value(program.resolve(name).expect("a name"))
}

fn set(program: &mut BasicProgram, name: &str, value: i64) -> Result<(), SetError> {
    program.set(Lvalue::Value(program.resolve(name).expect("a name")), value)
}

fn at(line: u32, byte: u32) -> Location {
    Location(line << 16 | byte)
}

fn lines_of(basic: &Basic) -> Vec<String> {
    basic.store().lines().map(|line| line.to_text()).collect()
}
