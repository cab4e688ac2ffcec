//! A scenario in both implementations, and its reduction to a small one that still differs.

use std::fmt::{Debug, Write};

use arcadian_basic::{
    Basic, Dialect, key,
    script::{self, Scripted, Stopped},
};
use arcadian_play::{bally::basic::BasicBally, report::Results};
use arcadian_screen::recognize;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Scenario {
    /// Program lines, each with its number.
    pub(super) lines: Vec<String>,
    /// Commands, which are executed before RUN.
    pub(super) commands: Vec<String>,
    /// Whether RUN is entered.
    pub(super) is_run: bool,
    /// A key script.
    pub(super) keys: String,
    pub(super) seed: u64,
    /// The most statements.
    pub(super) budget: u64,
}

impl Scenario {
    /// Returns the same scenario with everything typed at the prompt.
    pub(super) fn typed(&self) -> Scenario {
        let run = self.is_run.then_some("RUN");
        let texts = self.lines.iter().chain(&self.commands).map(String::as_str).chain(run);
        let mut keys: String = texts.map(|text| format!("{text}{{GO}}")).collect();
        keys += &self.keys;
        Scenario { keys, seed: self.seed, budget: self.budget, ..Scenario::default() }
    }
}

/// The comparable results of a run.
pub(super) struct Outcome {
    pub(super) stopped: Stopped,
    pub(super) results: Results,
}

/// Returns the first difference between the implementations.
pub(super) fn difference(scenario: &Scenario) -> Option<String> {
    let interpreter = interpreter(scenario).map(|(_, outcome)| outcome);
    match (interpreter, cartridge(scenario).map(|(_, outcome)| outcome)) {
        (Ok(interpreter), Ok(cartridge)) => compare(&interpreter, &cartridge),
        (Err(_), Err(_)) => None,
        (Ok(_), Err(error)) => Some(format!("the cartridge refuses: {error}")),
        (Err(error), Ok(_)) => Some(format!("the interpreter refuses: {error}")),
    }
}

pub(super) fn interpreter(scenario: &Scenario) -> Result<(Basic, Outcome), String> {
    let mut basic = Basic::new(Dialect::Bally, scenario.seed);
    let stopped =
        run(&mut basic, scenario, |basic, text| basic.enter(text).map_err(|error| error.to_string()))?;
    let results = Results::from(&basic);
    Ok((basic, Outcome { stopped, results }))
}

pub(super) fn cartridge(scenario: &Scenario) -> Result<(BasicBally, Outcome), String> {
    let mut basic = at_the_prompt();
    basic.set_seed(scenario.seed);
    let stopped =
        run(&mut basic, scenario, |basic, text| basic.enter(text).map_err(|error| error.to_string()))?;
    let results = Results::from(&basic);
    Ok((basic, Outcome { stopped, results }))
}

/// Runs a scenario. The cartridge shows its prompt at once, the interpreter when a key is pressed, so it is shown at the end.
fn run<M: Scripted>(
    machine: &mut M,
    scenario: &Scenario,
    enter: impl Fn(&mut M, &str) -> Result<(), String>,
) -> Result<Stopped, String> {
    for text in scenario.lines.iter().chain(&scenario.commands) {
        enter(machine, text)?;
        machine.run_until(machine.statements() + scenario.budget);
    }
    if scenario.is_run {
        enter(machine, "RUN")?;
    }
    let events = key::parse(&scenario.keys).map_err(|error| error.to_string())?;
    let budget = machine.statements() + scenario.budget;
    let stopped = script::drive(machine, &events, budget, u64::MAX, &mut |_, _| {});
    if !matches!(stopped, Stopped::Waiting | Stopped::Budget) {
        machine.show_prompt();
    }
    Ok(stopped)
}

/// Returns a machine that shows its first prompt. It is started once in each thread.
pub(super) fn at_the_prompt() -> BasicBally {
    thread_local! {
        static STARTED: BasicBally = BasicBally::new().expect("the cartridge");
    }
    STARTED.with(BasicBally::clone)
}

fn compare(interpreter: &Outcome, cartridge: &Outcome) -> Option<String> {
    let (one, other) = (&interpreter.results, &cartridge.results);
    differs("stopped", &describe(&interpreter.stopped), &describe(&cartridge.stopped))
        .or_else(|| differs("column", &column(&interpreter.stopped), &column(&cartridge.stopped)))
        .or_else(|| differs("statements", &one.statements, &other.statements))
        .or_else(|| differs("printed", &one.printed, &other.printed))
        .or_else(|| differs("sz", &one.sz, &other.sz))
        .or_else(|| differs("variables", &one.variables, &other.variables))
        .or_else(|| differs("array", &one.array, &other.array))
        .or_else(|| picture_difference(one, other))
}

fn differs<T: PartialEq + Debug>(what: &str, interpreter: &T, cartridge: &T) -> Option<String> {
    let short = |value: &T| format!("{value:?}").chars().take(600).collect::<String>();
    (interpreter != cartridge).then(|| {
        format!("{what}:\n    interpreter {}\n    cartridge   {}", short(interpreter), short(cartridge))
    })
}

fn picture_difference(one: &Results, other: &Results) -> Option<String> {
    if one.picture == other.picture {
        return None;
    }
    let mut text = "picture:".to_owned();
    for (name, results) in [("interpreter", one), ("cartridge", other)] {
        let _ = write!(text, "\n    {name}\n{}", recognize::text(&results.picture).join("\n"));
    }
    Some(text)
}

/// Returns how a run stopped; an error with its code and place, that of a direct command without a place.
pub(super) fn describe(stopped: &Stopped) -> String {
    match stopped {
        Stopped::Error(fault) => match fault.line {
            Some(line) => format!("{} {line}:{}", fault.why.code(), fault.column),
            None => fault.why.code().to_string(),
        },
        other => format!("{other:?}"),
    }
}

/// Returns the column of the error that stopped a run, also of a direct command.
fn column(stopped: &Stopped) -> Option<usize> {
    match stopped {
        Stopped::Error(fault) => Some(fault.column),
        _ => None,
    }
}

/// Removes lines, statements and keys as long as a difference remains.
pub(super) fn shrink(scenario: &Scenario) -> Scenario {
    let mut best = scenario.clone();
    while let Some(smaller) = candidates(&best).into_iter().find(|candidate| difference(candidate).is_some())
    {
        best = smaller;
    }
    best
}

/// Returns the scenarios that are one step smaller, those with whole lines removed first.
fn candidates(scenario: &Scenario) -> Vec<Scenario> {
    let lines = (0..scenario.lines.len()).map(|index| {
        let mut smaller = scenario.clone();
        smaller.lines.remove(index);
        smaller
    });
    let statements = scenario.lines.iter().enumerate().flat_map(|(index, line)| {
        let count = line.split(';').count();
        (0..if count > 1 { count } else { 0 }).map(move |statement| {
            let mut smaller = scenario.clone();
            smaller.lines[index] = without_statement(line, statement);
            smaller
        })
    });
    let keys = (0..scenario.keys.len()).rev().filter_map(|at| {
        let keys = scenario.keys.get(..at)?;
        let is_whole = keys.matches('{').count() == keys.matches('}').count();
        is_whole.then(|| Scenario { keys: keys.to_owned(), ..scenario.clone() })
    });
    lines.chain(statements).chain(keys).filter(|candidate| candidate != scenario).collect()
}

/// Returns a line without one of its statements, but with its number.
fn without_statement(line: &str, index: usize) -> String {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, text) = line.split_at(digits);
    let kept: Vec<_> =
        text.split(';').enumerate().filter(|(at, _)| *at != index).map(|(_, text)| text).collect();
    format!("{number} {}", kept.join(";").trim_start())
}

/// Panics with a small scenario if the implementations differ.
pub(super) fn assert_equal(name: &str, scenario: &Scenario) {
    if difference(scenario).is_some() {
        let small = shrink(scenario);
        let why = difference(&small).unwrap_or_default();
        panic!(
            "{name}\nseed {}, keys {:?}, commands {:?}\n{}\n{why}",
            small.seed,
            small.keys,
            small.commands,
            small.lines.join("\n")
        );
    }
}
