//! What the page asks: two texts, and what counts.

use crate::refuse;
use arcadian_asm::{
    Diagnostic, Failure,
    fragment::{Fragment, read_pair},
};
use arcadian_compare::{Component, Condition, Question, conditions, named, unknown_in_conditions};
use arcadian_files::Error;
use arcadian_isa::Processor;
use serde::Deserialize;
use serde_json::Value;

pub(crate) const PROCESSORS: [Processor; 3] = [Processor::I8080, Processor::Z80, Processor::Mos6502];

/// Two texts, and what counts.
#[derive(Deserialize)]
pub(crate) struct Asked {
    cpu: String,
    old: String,
    new: String,
    /// The registers and flags that nothing uses afterwards.
    #[serde(default)]
    dead: Vec<String>,
    /// Conditions on entry.
    #[serde(default)]
    requires: String,
}

fn processor(name: &str) -> Result<Processor, Error> {
    let found = PROCESSORS.into_iter().find(|processor| processor.to_string().eq_ignore_ascii_case(name));
    found.ok_or_else(|| refuse(format!("there is no processor `{name}`; write 8080, Z80 or 6502")))
}

impl Asked {
    /// Reads both texts. Returns the parts unless one has errors, and the errors and warnings of both.
    pub(crate) fn parts(&self) -> Result<(Option<[Fragment; 2]>, Vec<Value>), Error> {
        let processor = processor(&self.cpu)?;
        let mut faults = Vec::new();
        let mut read = |part: &str, read: Result<Fragment, Failure>| {
            let (fragment, found) = match read {
                Ok(fragment) => (Some(fragment.clone()), fragment.warnings),
                Err(failure) => (None, failure.diagnostics),
            };
            faults.extend(found.iter().map(|found| fault(part, found)));
            fragment
        };
        let [old, new] = read_pair([("old", &self.old), ("new", &self.new)], processor);
        let (old, new) = (read("old", old), read("new", new));
        Ok((old.zip(new).map(<[Fragment; 2]>::from), faults))
    }

    /// Returns the question about both parts.
    pub(crate) fn question<'a>(&self, [old, new]: &'a [Fragment; 2]) -> Result<Question<'a>, Error> {
        let mut question = Question::new(old, new);
        let dead = self.dead.iter().map(|name| named(old.processor, name));
        let dead: Vec<Vec<Component>> =
            dead.collect::<Result<_, _>>().map_err(|error| refuse(error.to_string()))?;
        let dead = dead.concat();
        question.live.retain(|component| !dead.contains(component));
        question.requires = self.conditions()?;
        question.infers = true;
        if let Some(name) = unknown_in_conditions(&question) {
            return Err(refuse(format!(
                "On entry: `{name}` is no register, no flag and no constant of the code"
            )));
        }
        Ok(question)
    }

    fn conditions(&self) -> Result<Vec<Condition>, Error> {
        if self.requires.trim().is_empty() {
            return Ok(Vec::new());
        }
        conditions(&self.requires).map_err(|error| {
            let before = self.requires.get(..error.at).unwrap_or_default().chars().count();
            refuse(format!("On entry, character {}: {error}", before + 1))
        })
    }
}

/// Returns an error or a warning of a part.
fn fault(part: &str, found: &Diagnostic) -> Value {
    let mut fault = crate::fault(found);
    fault["part"] = part.into();
    fault
}
