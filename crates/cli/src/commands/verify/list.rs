//! Lists of the routines, and of the functions of the oracle that a sheet can name.

use anyhow::Result;
use arcadian_proof::{Claim, Field, Routine};
use arcadian_verify::routine::title;
use serde_json::{Value, json};

use crate::files::output;

/// The maximum width of the names; longer ones leave their column.
const WIDEST: usize = 200;

/// Prints name, processor and title of each routine.
pub fn routines(routines: &[Routine], json: bool) -> Result<()> {
    if json {
        let all: Vec<_> = routines.iter().map(routine_value).collect();
        return output::print_json(&json!({ "routines": all }));
    }
    let longest = routines.iter().map(|routine| routine.name.chars().count()).max().unwrap_or(0).min(WIDEST);
    let line = |routine: &Routine| {
        format!("{:longest$}  {:<4}  {}\n", routine.name, routine.processor().to_string(), title(routine))
    };
    output::print(&routines.iter().map(line).collect::<String>())
}

fn routine_value(routine: &Routine) -> Value {
    json!({ "name": routine.name, "cpu": routine.processor().to_string(), "title": title(routine) })
}

/// Prints the functions of the oracle with their inputs and outputs.
pub fn claims(json: bool) -> Result<()> {
    if json {
        let all: Vec<_> = arcadian_claims::all().iter().map(claim_value).collect();
        return output::print_json(&json!({ "claims": all }));
    }
    output::print(&arcadian_claims::all().iter().map(claim_lines).collect::<String>())
}

fn claim_lines(claim: &Claim) -> String {
    let field = |field: &Field| match field.bytes() {
        1 => field.name.to_string(),
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
