//! What came out, for people and for programs.

use std::fmt::Write;

use anyhow::Result;
use arcadian_proof::{Claim, Counterexample, Extremes, Fate, Fault, Field, Mutant, Routine, claims};
use serde_json::{Map, Value, json};

use super::{VerifyArgs, work::Outcome};
use crate::{Verdict, output};

/// Collects outcomes and shows them.
pub struct Report {
    json: bool,
    times: bool,
    ok: bool,
    routines: Vec<Value>,
    shown: usize,
    mutants: [usize; 3],
}

const HEAD: &str = "routine   cpu   method      inputs         bytes  cycles           instructions\n";

impl Report {
    /// A report as the arguments want it.
    pub fn new(args: &VerifyArgs) -> Self {
        Report {
            json: args.json,
            times: args.times,
            ok: true,
            routines: Vec::new(),
            shown: 0,
            mutants: [0; 3],
        }
    }

    /// Takes an outcome in; people see it at once.
    pub fn add(&mut self, routine: &Routine, outcome: Outcome) -> Result<()> {
        let fault = stated_wrongly(routine, &outcome);
        let survived = |(_, fate): &(Mutant, Fate)| *fate == Fate::Survived;
        let caught = outcome.mutants.as_ref().is_none_or(|fates| !fates.iter().any(survived));
        let ok = outcome.counterexample.is_none() && fault.is_none() && caught;
        self.ok &= ok;
        self.shown += 1;
        for (_, fate) in outcome.mutants.iter().flatten() {
            self.mutants[*fate as usize] += 1;
        }
        if self.json {
            let mut value = value(routine, &outcome, ok, fault.as_deref());
            if let Some(times) = outcome.finding.cost.as_ref().filter(|_| self.times) {
                value["cycles_at"] = reached(routine, &times.cycles);
            }
            self.routines.push(value);
            return Ok(());
        }
        let mut text = String::from(if self.shown == 1 { HEAD } else { "" });
        let _ = writeln!(text, "{}", line(routine, &outcome, ok));
        if let Some(wrong) = &outcome.counterexample {
            text += &case(wrong);
        }
        if let Some(fault) = fault {
            let _ = writeln!(text, "  {fault}");
        }
        if let Some(times) = outcome.finding.cost.as_ref().filter(|_| self.times) {
            text += &extremes(routine, &times.cycles);
        }
        if let Some(fates) = &outcome.mutants {
            text += &mutants(fates);
        }
        output::print(&text)
    }

    /// The end.
    pub fn finish(self) -> Result<Verdict> {
        if self.json {
            output::print_json(&json!({ "ok": self.ok, "routines": self.routines }))?;
        } else if self.shown > 1 {
            let what = if self.ok { "all hold" } else { "not all hold" };
            output::print(&format!("{} routines: {what}{}\n", self.shown, self.all_mutants()))?;
        }
        Ok(if self.ok { Verdict::Holds } else { Verdict::Fails })
    }

    fn all_mutants(&self) -> String {
        let [killed, equivalent, survived] = self.mutants;
        match killed + equivalent + survived {
            0 => String::new(),
            all => format!("; {}", tally(all, killed, equivalent, survived)),
        }
    }
}

fn tally(all: usize, killed: usize, equivalent: usize, survived: usize) -> String {
    format!("{all} mutants: {killed} killed, {equivalent} equivalent, {survived} survived")
}

/// What is wrong with the cycles that the sheet states.
fn stated_wrongly(routine: &Routine, outcome: &Outcome) -> Option<String> {
    let (stated, times) = (routine.stated_cycles?, outcome.finding.cost.as_ref()?);
    let found = &times.cycles;
    let right =
        routine.matches_stated_cycles(&outcome.finding, outcome.method != arcadian_proof::Method::Random);
    let stated = span(stated.least, stated.most);
    (!right && outcome.counterexample.is_none())
        .then(|| format!("the sheet states {stated} cycles; they are {}", span(found.min, found.max)))
}

fn span(min: u64, max: u64) -> String {
    if min == max { min.to_string() } else { format!("{min}-{max}") }
}

fn extent(extent: Option<&Extremes>) -> String {
    extent.map_or("-".to_owned(), |extent| span(extent.min, extent.max))
}

fn line(routine: &Routine, outcome: &Outcome, ok: bool) -> String {
    let times = outcome.finding.cost.as_ref();
    let cycles = extent(times.map(|times| &times.cycles));
    let instructions = extent(times.map(|times| &times.instructions));
    format!(
        "{:<9} {:<5} {:<11} {:<14} {:>5}  {cycles:<16} {instructions:<13}{}",
        routine.name,
        routine.processor().to_string(),
        outcome.method,
        outcome.inputs,
        routine.size(),
        if ok { " holds" } else { " FAILS" },
    )
}

/// The fields of an input.
fn input<'a>(routine: &Routine, bytes: &'a [u8]) -> Vec<(&'static str, &'a [u8])> {
    let mut rest = bytes;
    let take = |field: &Field| {
        let (own, others) = rest.split_at(field.bytes().min(rest.len()));
        rest = others;
        (field.name, own)
    };
    routine.claim.inputs.iter().map(take).collect()
}

fn listed<B: AsRef<[u8]>>(fields: &[(&'static str, B)]) -> String {
    let fields: Vec<_> =
        fields.iter().map(|(name, bytes)| format!("{name} = {}", hex(bytes.as_ref()))).collect();
    fields.join(", ")
}

/// The least and the greatest time, each with an input that takes it.
fn extremes(routine: &Routine, cycles: &Extremes) -> String {
    let mut text = String::new();
    for (time, at) in [(cycles.min, &cycles.min_input), (cycles.max, &cycles.max_input)] {
        let _ = writeln!(text, "  {time} cycles with {}", listed(&input(routine, at)));
    }
    text
}

fn case(wrong: &Counterexample) -> String {
    let mut text = String::new();
    let rows = [("given", &wrong.input), ("should be", &wrong.expected), ("is", &wrong.found)];
    for (what, fields) in rows.into_iter().filter(|(_, fields)| !fields.is_empty()) {
        let _ = writeln!(text, "  {what:<9}  {}", listed(fields));
    }
    for fault in &wrong.faults {
        let _ = writeln!(text, "  {fault}");
    }
    if wrong.faults.iter().any(changes_mode) {
        text += "  D and I of the 6502 must be left as they were, also where P may change\n";
    }
    text
}

/// Whether it is D or I of the 6502 that changed.
fn changes_mode(fault: &Fault) -> bool {
    matches!(fault, Fault::Register("P", before, now) if (before ^ now) & 0x0C != 0)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}

fn mutants(fates: &[(Mutant, Fate)]) -> String {
    let count = |which| fates.iter().filter(|(_, fate)| *fate == which).count();
    let (killed, equivalent, survived) =
        (count(Fate::Killed), count(Fate::Equivalent), count(Fate::Survived));
    let mut text = format!("  {}\n", tally(fates.len(), killed, equivalent, survived));
    for (word, which) in [("equivalent", Fate::Equivalent), ("SURVIVED", Fate::Survived)] {
        let places = fates.iter().filter(|(_, fate)| *fate == which);
        let places: Vec<_> =
            places.map(|(mutant, _)| format!("{:04X}.{}", mutant.address, mutant.bit)).collect();
        if !places.is_empty() {
            let _ = writeln!(text, "  {word}: {}", places.join(" "));
        }
    }
    text
}

fn fields<B: AsRef<[u8]>>(fields: &[(&'static str, B)]) -> Map<String, Value> {
    fields.iter().map(|(name, bytes)| ((*name).to_owned(), json!(hex(bytes.as_ref())))).collect()
}

/// Inputs that take the least and the greatest time.
fn reached(routine: &Routine, cycles: &Extremes) -> Value {
    let [min, max] = [&cycles.min_input, &cycles.max_input].map(|bytes| fields(&input(routine, bytes)));
    json!({ "min": min, "max": max })
}

fn value(routine: &Routine, outcome: &Outcome, ok: bool, fault: Option<&str>) -> Value {
    let times = outcome.finding.cost.as_ref();
    let range =
        |extent: Option<&Extremes>| extent.map_or(Value::Null, |it| json!({ "min": it.min, "max": it.max }));
    let wrong = outcome.counterexample.as_ref().map(|wrong| {
        json!({
            "input": fields(&wrong.input),
            "expected": fields(&wrong.expected),
            "found": fields(&wrong.found),
            "faults": wrong.faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    });
    let mut value = json!({
        "name": routine.name,
        "cpu": routine.processor().to_string(),
        "method": outcome.method.to_string(),
        "inputs": outcome.inputs,
        "ok": ok,
        "bytes": routine.size(),
        "cycles": range(times.map(|times| &times.cycles)),
        "instructions": range(times.map(|times| &times.instructions)),
        "seconds": outcome.seconds,
        "counterexample": wrong,
    });
    if let (Some(fault), Some(value)) = (fault, value.as_object_mut()) {
        value.insert("fault".to_owned(), json!(fault));
    }
    if let (Some(fates), Some(value)) = (&outcome.mutants, value.as_object_mut()) {
        let places = |which| {
            let chosen = fates.iter().filter(move |(_, fate)| *fate == which);
            chosen.map(|(mutant, _)| format!("{:04X}.{}", mutant.address, mutant.bit)).collect::<Vec<_>>()
        };
        let (equivalent, survived) = (places(Fate::Equivalent), places(Fate::Survived));
        let killed = fates.len() - equivalent.len() - survived.len();
        let mutants = json!({ "killed": killed, "equivalent": equivalent, "survived": survived });
        value.insert("mutants".to_owned(), mutants);
    }
    value
}

/// Shows the functions of the oracle, and what they are given and give.
pub fn claims(json: bool) -> Result<()> {
    if json {
        let all: Vec<_> = claims::all().map(claim_value).collect();
        return output::print_json(&json!({ "claims": all }));
    }
    output::print(&claims::all().map(claim_lines).collect::<String>())
}

fn claim_lines(claim: &Claim) -> String {
    let field = |field: &Field| match field.bytes() {
        1 => field.name.to_owned(),
        bytes => format!("{}:{bytes}", field.name),
    };
    let fields = |fields: &[Field]| fields.iter().map(field).collect::<Vec<_>>().join(", ");
    let (inputs, outputs) = (fields(claim.inputs), fields(claim.outputs));
    format!("{:<14} {inputs} -> {outputs}\n{:<14} {}\n", claim.name, "", claim.about)
}

fn claim_value(claim: &Claim) -> Value {
    let fields = |fields: &[Field]| {
        fields.iter().map(|field| json!({ "name": field.name, "bytes": field.bytes() })).collect::<Vec<_>>()
    };
    let (inputs, outputs) = (fields(claim.inputs), fields(claim.outputs));
    json!({ "name": claim.name, "about": claim.about, "inputs": inputs, "outputs": outputs })
}
