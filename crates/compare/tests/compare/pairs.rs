//! Pairs of code with the answer that follows from the manuals. Each file of `pairs` says so in its own words.

use std::{
    fmt::Write as _,
    iter,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use arcadian_asm::fragment::read_fragment;
use arcadian_compare::{
    Component, Limits, Outcome, Question, StackApart, Verdict, Volatile, compare, components, conditions,
    list, named,
};
use arcadian_isa::Processor;

#[derive(Default)]
struct Pair {
    name: String,
    line: usize,
    cpu: String,
    live: Option<String>,
    dead: Option<String>,
    requires: Option<String>,
    volatile: Option<String>,
    stack: String,
    infers: bool,
    /// The sets of conditions that are found, one a line.
    needs: String,
    /// The registers and cells that the report names.
    names: String,
    old: String,
    new: String,
    expect: String,
}

fn pairs(text: &str) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let mut pair = Pair::default();
    let mut section = "";
    for (number, line) in text.lines().chain(["===="]).enumerate() {
        if line.starts_with("====") {
            if !pair.expect.is_empty() {
                pairs.push(std::mem::take(&mut pair));
            }
            section = "";
            continue;
        }
        if let Some(name) = line.strip_prefix("----") {
            section = name.trim();
            continue;
        }
        match section {
            "old" => pair.old += &format!("{line}\n"),
            "new" => pair.new += &format!("{line}\n"),
            "needs" => pair.needs += &format!("{}\n", line.trim()),
            "names" => pair.names += line.trim(),
            "expect" => pair.expect += &format!("{}\n", line.trim()),
            _ if line.starts_with('#') => {}
            _ => {
                let Some((key, value)) = line.split_once(':') else { continue };
                let value = value.split(" #").next().unwrap_or(value).trim().to_owned();
                match key.trim() {
                    "cpu" => (pair.cpu, pair.line) = (value, number + 1),
                    "name" => pair.name = value,
                    "live" => pair.live = Some(value),
                    "dead" => pair.dead = Some(value),
                    "requires" => pair.requires = Some(value),
                    "volatile" => pair.volatile = Some(value),
                    "stack" => pair.stack = value,
                    "infer" => pair.infers = true,
                    _ => {}
                }
            }
        }
    }
    pairs
}

fn processor(name: &str) -> Processor {
    match name {
        "8080" => Processor::I8080,
        "6502" => Processor::Mos6502,
        _ => Processor::Z80,
    }
}

/// Names as in the files: `F.CY` and `P.Z` for flags.
fn component_list(processor: Processor, text: &str) -> Vec<Component> {
    let names =
        text.split(',').flat_map(|part| part.split(" and ")).map(str::trim).filter(|name| !name.is_empty());
    let named = |name: &str| {
        let short = name.strip_prefix("F.").or(name.strip_prefix("P.")).unwrap_or(name);
        named(processor, short).unwrap_or_else(|error| panic!("{error}"))
    };
    names.flat_map(named).collect()
}

fn address(text: &str) -> u16 {
    let digits = text.trim().trim_start_matches('$').trim_end_matches(['H', 'h']);
    u16::from_str_radix(digits, 16).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn answer(pair: &Pair, limits: Limits) -> String {
    let processor = processor(&pair.cpu);
    let read =
        |name, text: &str| read_fragment(name, text, processor).map_err(|failure| format!("{failure:?}"));
    let (old, new) = match (read("old", &pair.old), read("new", &pair.new)) {
        (Ok(old), Ok(new)) => (old, new),
        (Err(error), _) | (_, Err(error)) => return format!("does not assemble: {error}"),
    };
    let mut question = Question::new(&old, &new);
    if let Some(live) = &pair.live {
        question.live = component_list(processor, live);
    }
    if let Some(dead) = &pair.dead {
        let dead = component_list(processor, dead);
        question.live.retain(|component| !dead.contains(component));
    }
    if let Some(volatile) = &pair.volatile {
        let (first, last) = volatile.split_once('-').unwrap_or((volatile, volatile));
        question.volatile = vec![Volatile::Range(address(first), address(last))];
    }
    if let Some(requires) = &pair.requires {
        question.requires = conditions(requires).unwrap_or_else(|error| panic!("{}: {error}", pair.name));
    }
    question.limits = limits;
    // All of them are tried in the command.
    question.trials = 256;
    question.is_stack_live = pair.stack == "live";
    if pair.stack == "apart" {
        question.stack_apart = StackApart::Pushed;
    }
    question.infers = pair.infers;
    let answer = compare(&question);
    let needs: String = answer.needs.iter().map(|needs| needs.join(", ") + "\n").collect();
    if needs != pair.needs {
        return format!("needs: {needs:?}");
    }
    match answer.verdict {
        Verdict::SameIf { counterexample: found, .. } | Verdict::Different { counterexample: found, .. }
            if !pair.names.is_empty() && named_in(&found.old) != pair.names =>
        {
            format!("named: {}", named_in(&found.old))
        }
        Verdict::Same => "same".to_owned(),
        Verdict::SameIf { dead, .. } => format!("same if {}", list(processor, &sorted(processor, dead))),
        Verdict::Different { aspect, .. } => format!("different: {aspect:?}"),
        Verdict::Undecided(reason) => format!("undecided: {reason}"),
    }
}

/// Returns the registers and cells that the report names as different.
fn named_in(outcome: &Outcome) -> String {
    let components = outcome.components.iter().map(|value| value.name.clone());
    let cells = outcome.memory.iter().map(|(address, _)| format!("({address:04X})"));
    components.chain(cells).collect::<Vec<_>>().join(", ")
}

fn sorted(processor: Processor, dead: Vec<Component>) -> Vec<Component> {
    components(processor).into_iter().filter(|component| dead.contains(component)).collect()
}

fn is_expected(pair: &Pair, answer: &str) -> bool {
    let expected = pair.expect.trim();
    let first = expected.lines().next().unwrap_or_default().trim();
    if let Some(list_text) = first.strip_prefix("same if ") {
        let names = list_text.trim_end_matches(" dead").trim_end_matches(" are").trim_end_matches(" is");
        let processor = processor(&pair.cpu);
        let dead = sorted(processor, component_list(processor, names));
        return answer == format!("same if {}", list(processor, &dead));
    }
    match first {
        "same" => answer == "same",
        "different" => {
            let aspect = expected.lines().nth(1).unwrap_or_default();
            let word = answer.strip_prefix("different: ").unwrap_or_default().to_lowercase();
            answer.starts_with("different") && (aspect.is_empty() || aspect.contains(&word))
        }
        _ => answer.starts_with("undecided"),
    }
}

const FILES: [(&str, &str); 8] = [
    ("8080.txt", include_str!("../pairs/8080.txt")),
    ("z80.txt", include_str!("../pairs/z80.txt")),
    ("6502.txt", include_str!("../pairs/6502.txt")),
    ("circuits.txt", include_str!("../pairs/circuits.txt")),
    ("volatile.txt", include_str!("../pairs/volatile.txt")),
    ("calls.txt", include_str!("../pairs/calls.txt")),
    ("corners.txt", include_str!("../pairs/corners.txt")),
    ("stack.txt", include_str!("../pairs/stack.txt")),
];

/// Loops of 65,536 turns.
const NOT_DECIDED: [&str; 1] = ["ldir-bc-0-is-not-nothing"];

/// Returns the answers about pairs. Two threads share them, because a few take longer than all others.
fn answers(pairs: &[Pair], limits: Limits) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let work = || {
        let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let pairs = numbers.map_while(|number| Some((number, pairs.get(number)?)));
        pairs.map(|(number, pair)| (number, answer(pair, limits))).collect::<Vec<_>>()
    };
    let mut answers = thread::scope(|scope| {
        let other = scope.spawn(work);
        let own = work();
        [own, other.join().expect("a thread")].concat()
    });
    answers.sort_unstable_by_key(|(number, _)| *number);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

/// Checks the answers about the pairs of a file. There is a test for each file: they run side by side.
fn answers_are_right(file: &str, count: usize) {
    let text = FILES.into_iter().find_map(|(name, text)| (name == file).then_some(text)).expect("a file");
    let pairs = pairs(text);
    assert_eq!(pairs.len(), count);
    let mut wrong = String::new();
    let answers = answers(&pairs, Limits::default());
    for (pair, answer) in pairs.iter().zip(answers) {
        let is_known = NOT_DECIDED.contains(&pair.name.as_str()) && answer.starts_with("undecided");
        if !is_expected(pair, &answer) && !is_known {
            let _ = writeln!(
                wrong,
                "{file}:{}: {}\n  expected: {}\n  answer: {answer}",
                pair.line,
                pair.name,
                pair.expect.trim().replace('\n', ": ")
            );
        }
    }
    assert!(wrong.is_empty(), "of {count} pairs:\n{wrong}");
}

#[test]
fn answers_are_right_for_the_8080() {
    answers_are_right("8080.txt", 50);
}

#[test]
fn answers_are_right_for_the_z80() {
    answers_are_right("z80.txt", 80);
}

#[test]
fn answers_are_right_for_the_6502() {
    answers_are_right("6502.txt", 71);
}

#[test]
fn answers_are_right_for_circuits() {
    answers_are_right("circuits.txt", 26);
}

#[test]
fn answers_are_right_for_corners() {
    answers_are_right("corners.txt", 53);
}

#[test]
fn answers_are_right_for_volatile_cells() {
    answers_are_right("volatile.txt", 12);
}

#[test]
fn answers_are_right_for_calls_inside() {
    answers_are_right("calls.txt", 39);
}

#[test]
fn answers_are_right_for_the_stack() {
    answers_are_right("stack.txt", 19);
}

#[test]
fn the_answers_by_circuits_are_right_too() {
    // So few nodes that no decision diagram has room.
    let limits = Limits { nodes: 16, ..Limits::default() };
    let (mut wrong, mut decided) = (String::new(), 0);
    for (name, text) in FILES.iter().filter(|(name, _)| *name != "circuits.txt") {
        let pairs = pairs(text);
        for (pair, answer) in pairs.iter().zip(answers(&pairs, limits)) {
            let is_decided = !answer.starts_with("undecided");
            decided += usize::from(is_decided);
            if is_decided && !is_expected(pair, &answer) {
                let _ = writeln!(wrong, "{name}:{}: {}: {answer}", pair.line, pair.name);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(decided > 190, "only {decided} are decided");
}
