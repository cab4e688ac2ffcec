mod going;
mod keeping;
mod laws;
mod looking;
mod rotate;

use arcadian_basic::{Basic, Key, Line, key, scan_text};

use super::*;

/// The lines of a program, one a row.
fn lines(program: &str) -> Vec<Line> {
    let line = |row: &str| {
        let (number, text) = row.trim().split_once(' ').expect("a number and a text");
        Line { number: number.parse().expect("a number"), text: scan_text(text).expect("machine characters") }
    };
    program.lines().filter(|row| !row.trim().is_empty()).map(line).collect()
}

fn keys(script: &str) -> Vec<Key> {
    let pressed = |event| match event {
        key::Event::Key(key) => Some(key),
        _ => None,
    };
    key::parse(script).expect("a key script").into_iter().filter_map(pressed).collect()
}

fn setup(program: &str) -> Setup {
    Setup { lines: lines(program), seed: 1, ..Setup::default() }
}

fn program(text: &str) -> BasicProgram {
    BasicProgram::new(setup(text)).expect("it begins")
}

/// With a checkpoint every few steps, and room for few of them.
fn forgetful(setup: Setup, spacing: u64) -> BasicProgram {
    let history = History::with(setup.begin().expect("it begins"), spacing, 100_000);
    BasicProgram { history, source: setup.source }
}

fn run(program: &mut BasicProgram, steps: u64) -> Why {
    program.run(steps, &mut |_| false)
}

fn value(program: &BasicProgram, name: &str) -> i64 {
    program.value(program.name(name).expect("a name"))
}

fn set(program: &mut BasicProgram, name: &str, value: i64) -> Result<(), Refused> {
    program.set(Target::Name(program.name(name).expect("a name")), value)
}

fn at(line: u32, byte: u32) -> Spot {
    Spot(line << 16 | byte)
}

fn lines_of(basic: &Basic) -> Vec<String> {
    basic.store().lines().map(|line| line.to_text()).collect()
}
