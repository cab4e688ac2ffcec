//! The report about two listings, as text and as JSON.

use std::{fmt::Write, time::Duration};

use anyhow::Result;
use arcadian_compare::{Reason, Volatile, words};
use arcadian_files::escape;
use arcadian_peephole::listing::{
    Checked, Compiler, Convention, FunctionReport, Judgement, Region, Side, Uncovered,
};
use serde_json::{Value, json};

use super::{
    CompareArgs,
    judge::{self, Detail, Judge},
    report,
};
use crate::files::output;

pub struct Summary {
    pub dialect: Compiler,
    pub convention: Convention,
    pub files: [String; 2],
    /// Whether Ctrl-C was pressed.
    pub is_interrupted: bool,
    /// The number of functions that are not compared because of it.
    pub left: usize,
    pub uncovered: Vec<Uncovered>,
    pub functions: Vec<FunctionReport<Detail>>,
    pub elapsed: Duration,
}

/// The number of regions with each verdict.
#[derive(Default)]
struct Counts {
    same: usize,
    same_if_dead: usize,
    different: usize,
    may_differ: usize,
    undecided: usize,
}

type Row<'a> = (&'a FunctionReport<Detail>, &'a Checked<Detail>);

impl Summary {
    pub fn is_same(&self) -> bool {
        !self.is_interrupted
            && self.uncovered.is_empty()
            && self.functions.iter().all(FunctionReport::is_same)
    }

    /// Returns the verdict in words. Before everything is compared, only a difference decides.
    fn headline(&self) -> String {
        let differs = |(_, region): Row| matches!(region.judgement, Judgement::Different(_));
        if self.is_same() {
            "the same".to_owned()
        } else if self.is_interrupted && self.uncovered.is_empty() && !self.regions().any(differs) {
            format!("not decided: {}", Reason::Interrupted)
        } else {
            "not the same".to_owned()
        }
    }

    fn regions(&self) -> impl Iterator<Item = Row<'_>> {
        self.functions
            .iter()
            .flat_map(|function| function.regions.iter().map(move |region| (function, region)))
    }

    fn not_same(&self) -> impl Iterator<Item = Row<'_>> {
        self.regions().filter(|(_, region)| !matches!(region.judgement, Judgement::Same { .. }))
    }

    /// Returns the first region that is different, or else may differ, or else is not decided.
    fn first(&self) -> Option<Row<'_>> {
        let rank = |(_, region): &Row| match region.judgement {
            Judgement::Different(_) if judge::is_different(region) => 0,
            Judgement::Different(_) => 1,
            _ => 2,
        };
        self.not_same().min_by_key(rank)
    }

    fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for (_, region) in self.regions() {
            match &region.judgement {
                Judgement::Same { dead, .. } if dead.is_empty() => counts.same += 1,
                Judgement::Same { .. } => counts.same_if_dead += 1,
                Judgement::Different(_) if judge::is_different(region) => counts.different += 1,
                Judgement::Different(_) => counts.may_differ += 1,
                Judgement::Undecided(_) => counts.undecided += 1,
            }
        }
        counts
    }

    fn bytes(&self) -> (usize, usize) {
        self.functions
            .iter()
            .fold((0, 0), |(old, new), function| (old + function.bytes.0, new + function.bytes.1))
    }

    /// Returns the fewest and the most cycles saved by executing each region that is the same once.
    fn cycles(&self) -> (i64, i64) {
        let saved = self.regions().filter_map(|(_, region)| match &region.judgement {
            Judgement::Same { detail, .. } => detail.answer.cycles,
            _ => None,
        });
        saved.fold((0, 0), |(least, most), (less, more)| (least + less, most + more))
    }

    fn assumptions(&self) -> Vec<&'static str> {
        let mut all = self.convention.words.to_vec();
        let is_apart = self.regions().any(|(_, region)| match &region.judgement {
            Judgement::Same { detail, .. } | Judgement::Different(detail) => detail.is_apart,
            Judgement::Undecided(_) => false,
        });
        all.extend(is_apart.then_some(
            "no pointer leads to what the code pushes and pulls; names are at different addresses",
        ));
        all.push("the code does not modify itself; interrupts occur only after HALT");
        all
    }
}

pub fn print(args: &CompareArgs, summary: &Summary, judge: &Judge) -> Result<()> {
    if args.json {
        output::print_report(summary.is_same(), &value(summary, judge))
    } else {
        output::print_verdicts(&text(args, summary, judge))
    }
}

/// Prints why two listings are not compared.
pub fn print_undecided(
    args: &CompareArgs,
    dialect: Compiler,
    reason: &Reason,
    elapsed: Duration,
) -> Result<()> {
    let text = format!("not decided: {reason}");
    if !args.json {
        return output::print(&(text + "\n"));
    }
    let is_interrupted = *reason == Reason::Interrupted;
    output::print_report(
        false,
        &json!({
            "text": text,
            "dialect": dialect.name(),
            "interrupted": is_interrupted,
            "seconds": elapsed.as_secs_f64(),
        }),
    )
}

fn row(text: &mut String, name: &str, value: &str) {
    let _ = writeln!(text, "  {name:<12}{value}");
}

fn text(args: &CompareArgs, summary: &Summary, judge: &Judge) -> String {
    let counts = summary.counts();
    let changed = summary.functions.iter().filter(|function| !function.regions.is_empty()).count();
    let mut text = summary.headline() + "\n";
    let functions = summary.functions.len();
    row(
        &mut text,
        "functions",
        &format!("{functions}, of which {changed} changed, in {} parts", summary.regions().count()),
    );
    row(
        &mut text,
        "same",
        &format!("{}, and {} because what differs is dead", counts.same, counts.same_if_dead),
    );
    if summary.left > 0 {
        row(&mut text, "interrupted", &format!("{} functions are not compared", summary.left));
    }
    if counts.different > 0 {
        row(&mut text, "different", &counts.different.to_string());
    }
    if counts.may_differ > 0 {
        row(&mut text, "may differ", &counts.may_differ.to_string());
    }
    if counts.undecided > 0 {
        row(&mut text, "not decided", &counts.undecided.to_string());
    }
    let (old, new) = summary.bytes();
    row(&mut text, "bytes", &format!("{old} -> {new}"));
    row(&mut text, "cycles", &format!("{} for each part once", report::cycles_saved(summary.cycles())));
    summary.assumptions().iter().for_each(|words| row(&mut text, "assumed", words));
    for uncovered in &summary.uncovered {
        row(&mut text, "found", &uncovered_text(summary, uncovered));
    }
    for function in &summary.functions {
        if let Some(fault) = &function.fault {
            row(&mut text, "found", &escape::line(&format!("`{}` is not compared: {fault}", function.name)));
        }
    }
    if let Some(first) = summary.first() {
        text.push_str(&first_text(args, summary, judge, first));
    }
    text
}

fn uncovered_text(summary: &Summary, uncovered: &Uncovered) -> String {
    let lines = [uncovered.old_line, uncovered.new_line];
    let places = summary.files.iter().zip(lines).filter_map(|(file, line)| Some(format!("{file}:{}", line?)));
    let places: Vec<String> = places.collect();
    let separator = if places.is_empty() { "" } else { ": " };
    escape::line(&format!("{}{separator}{}", places.join(", "), uncovered.message)).into_owned()
}

fn place(file: &str, side: &Side) -> String {
    match side.range() {
        (0, _) => format!("nothing in {file}"),
        (first, last) if first == last => format!("{file}:{first}"),
        (first, last) => format!("{file}:{first}-{last}"),
    }
}

/// Shows a region: where it is, its verdict, the code and a state that shows a difference.
fn first_text(args: &CompareArgs, summary: &Summary, judge: &Judge, (function, checked): Row) -> String {
    let region = &checked.judged;
    let [old, new] = &summary.files;
    let mut text = format!(
        "\n{} and {}, function {}\n",
        place(old, &checked.changed.old),
        place(new, &checked.changed.new),
        function.name
    );
    let _ = writeln!(text, "{}", judge::text(judge.processor, checked));
    text = escape::text(&text).into_owned();
    for (name, file, side) in [("old", old, &region.old), ("new", new, &region.new)] {
        let _ = writeln!(text, "\n{name}      {}", escape::line(file));
        text.push_str(&numbered(side));
    }
    if let Judgement::Different(detail) = &checked.judgement {
        if let Some(found) = report::example(&detail.answer) {
            text.push_str(&escape::text(&words::example(found)));
            if args.steps {
                text.push_str(&report::steps("old", &found.old_steps));
                text.push_str(&report::steps("new", &found.new_steps));
            }
        }
        if detail.is_passed_on {
            text.push_str("\nOnly a caller or a called routine can see the difference.\n");
        } else if !checked.is_whole {
            text.push_str("\nThe code before it may exclude this state, and the code after it may undo the difference.\n");
        }
    }
    let _ = write!(
        text,
        "\nThis part alone, for `{}`:\n{}",
        command(judge, region),
        escape::text(&pair(judge, region))
    );
    text
}

/// Writes code with the lines of the file.
fn numbered(side: &Side) -> String {
    let lines = side.source.lines().zip(&side.lines);
    let lines = lines.map(|(line, number)| match number {
        0 => format!("{:>6}  {}\n", "", line.replace('\t', "  ")),
        number => format!("{number:>6}  {}\n", line.replace('\t', "  ")),
    });
    escape::text(&lines.collect::<String>()).into_owned()
}

/// Returns the command that compares a region alone.
fn command(judge: &Judge, region: &Region) -> String {
    let processor = judge.processor.to_string().to_lowercase();
    let is_flag_or_register = |name: &&String| !matches!(name.as_str(), "YF" | "XF");
    let dead: Vec<&str> = region.dead.iter().filter(is_flag_or_register).map(String::as_str).collect();
    let dead = if dead.is_empty() { String::new() } else { format!(" --dead {}", dead.join(",")) };
    let requires = judge.convention.requires.iter().map(|condition| format!(" --requires '{condition}'"));
    let tail_calls = if region.has_tail_calls { " --tail-calls" } else { "" };
    let is_used = |cells: &&Volatile| match cells {
        Volatile::Range(..) => true,
        Volatile::Named(name, _) => [&region.old, &region.new].iter().any(|side| side.source.contains(name)),
    };
    let volatile = judge.volatile.iter().filter(is_used).map(|cells| format!(" --volatile {cells}"));
    let options = requires.chain(volatile).collect::<String>();
    format!("arcadian compare - --cpu {processor}{dead}{tail_calls}{options}")
}

/// Returns both sides of a region as that command reads them.
fn pair(judge: &Judge, region: &Region) -> String {
    let cells = if judge.convention.cell_addresses().is_some() { judge.cells() } else { String::new() };
    format!("{cells}{}---\n{cells}{}", region.old.source, region.new.source)
}

fn value(summary: &Summary, judge: &Judge) -> Value {
    let counts = summary.counts();
    let (old, new) = summary.bytes();
    let (least, most) = summary.cycles();
    let uncovered = summary.uncovered.iter().map(
        |found| json!({ "message": found.message, "old_line": found.old_line, "new_line": found.new_line }),
    );
    let faults = summary.functions.iter().filter_map(|function| {
        Some(json!({ "function": function.name, "message": function.fault.as_ref()? }))
    });
    json!({
        "text": summary.headline(),
        "dialect": summary.dialect.name(),
        "interrupted": summary.is_interrupted,
        "left": summary.left,
        "seconds": summary.elapsed.as_secs_f64(),
        "functions": summary.functions.len(),
        "regions": {
            "changed": summary.regions().count(),
            "same": counts.same,
            "same_if_dead": counts.same_if_dead,
            "different": counts.different,
            "may_differ": counts.may_differ,
            "undecided": counts.undecided,
        },
        "bytes": { "old": old, "new": new },
        "cycles_saved": { "least": least, "most": most },
        "assumed": summary.assumptions(),
        "uncovered": uncovered.collect::<Vec<_>>(),
        "not_compared": faults.collect::<Vec<_>>(),
        "not_same": summary.not_same().map(|row| region_value(judge, row)).collect::<Vec<_>>(),
    })
}

fn region_value(judge: &Judge, (function, checked): Row) -> Value {
    let side = |changed: &Side, judged: &Side| {
        let (first, last) = changed.range();
        json!({ "first": first, "last": last, "source": judged.source })
    };
    let (changed, judged) = (&checked.changed, &checked.judged);
    let mut value = json!({
        "function": function.name,
        "verdict": match &checked.judgement {
            Judgement::Undecided(_) => "undecided",
            _ if judge::is_different(checked) => "different",
            _ => "may_differ",
        },
        "text": judge::text(judge.processor, checked),
        "is_whole": checked.is_whole,
        "old": side(&changed.old, &judged.old),
        "new": side(&changed.new, &judged.new),
        "dead": judged.dead,
        "command": command(judge, judged),
    });
    if let Judgement::Different(detail) = &checked.judgement
        && let Some(found) = report::example(&detail.answer)
    {
        value["counterexample"] = json!(found);
    }
    value
}
