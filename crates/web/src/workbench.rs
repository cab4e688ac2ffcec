//! What the module `step` does: the debugger, proofs and the emulated Bally.

use std::time::Duration;

use arcadian_desk::Error;
use serde::Deserialize;
use serde_json::json;

use crate::{
    Pixels,
    arcade::{Arcade, Machine},
    input::Press,
    module::{Handler, Module, read},
    prove,
    reply::{done, refuse},
    step::{Debugged, Target, Wanted},
};

/// A program in the debugger and a machine that is played, independent of each other.
#[derive(Default)]
pub(crate) struct Workbench {
    debugged: Option<Debugged>,
    arcade: Option<Arcade>,
}

#[derive(Deserialize)]
struct Text {
    text: String,
}

#[derive(Deserialize)]
struct Line {
    line: String,
    #[serde(default)]
    cursor: Option<usize>,
}

#[derive(Deserialize)]
struct Sheet {
    name: String,
    #[serde(default)]
    cpu: Option<String>,
}

#[derive(Deserialize)]
struct Action {
    action: String,
}

#[derive(Deserialize)]
struct Number {
    handle: usize,
}

#[derive(Deserialize)]
struct State {
    state: String,
}

/// The requests of this module.
pub(crate) const REQUESTS: &[Handler<Module>] = &[
    ("step", |module, fields| {
        let (debugged, reply) = Debugged::open(read::<Target>(fields)?)?;
        module.workbench.debugged = Some(debugged);
        Ok(reply)
    }),
    ("command", |module, fields| Ok(module.workbench.debugged()?.command(&read::<Line>(fields)?.line))),
    ("complete", |module, fields| {
        let Line { line, cursor } = read(fields)?;
        Ok(module.workbench.debugged()?.complete(&line, cursor.unwrap_or(line.len())))
    }),
    ("view", |module, fields| {
        let Module { workbench, pixels, .. } = module;
        Ok(workbench.debugged()?.view(&read::<Wanted>(fields)?, pixels))
    }),
    ("prove", |_, fields| prove::prove(&read(fields)?)),
    ("routines", |_, _| prove::routines()),
    ("sheet", |_, fields| {
        let Sheet { name, cpu } = read(fields)?;
        prove::sheet(&name, cpu.as_deref())
    }),
    ("assemble", |_, fields| prove::assembled(&read(fields)?)),
    ("bally", |module, fields| {
        let (arcade, reply) = Arcade::open(&read::<Machine>(fields)?)?;
        module.workbench.arcade = Some(arcade);
        Ok(reply)
    }),
    ("press", |module, fields| module.workbench.arcade()?.press(&read::<Press>(fields)?).and(done())),
    ("type", |module, fields| module.workbench.arcade()?.type_text(&read::<Text>(fields)?.text)),
    ("handle", |module, fields| module.workbench.arcade()?.control(&read::<Press>(fields)?).and(done())),
    ("selectHandle", |module, fields| {
        module.workbench.arcade()?.select_handle(read::<Number>(fields)?.handle);
        done()
    }),
    ("act", |module, fields| module.workbench.arcade()?.act(&read::<Action>(fields)?.action).and(done())),
    ("text", |module, _| Ok(module.workbench.arcade()?.text())),
    ("report", |module, _| Ok(json!({ "report": module.workbench.arcade()?.report() }))),
    ("save", |module, _| Ok(module.workbench.arcade()?.save())),
    ("load", |module, fields| module.workbench.arcade()?.load(&read::<State>(fields)?.state)),
];

impl Workbench {
    fn debugged(&mut self) -> Result<&mut Debugged, Error> {
        self.debugged.as_mut().ok_or_else(|| refuse("no program is being stepped"))
    }

    fn arcade(&mut self) -> Result<&mut Arcade, Error> {
        self.arcade.as_mut().ok_or_else(|| refuse("the Bally is not switched on"))
    }

    /// Runs the Bally, if there is one, up to a time.
    pub(crate) fn advance(&mut self, now: Duration, pixels: &mut Pixels) -> Option<u32> {
        self.arcade.as_mut().map(|arcade| arcade.advance(now, pixels))
    }

    /// Returns the samples of the Bally since the last call.
    pub(crate) fn take_samples(&mut self) -> Vec<f32> {
        self.arcade.as_mut().map(Arcade::take_samples).unwrap_or_default()
    }
}
