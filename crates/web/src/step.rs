//! The module of the web page with the debugger, the assembler, the proofs and the emulated Bally, for workers.

mod arcade;
mod assemble;
mod debugged;
mod programs;
mod prove;

use std::time::Duration;

use crate::{
    Handler, Module, Pixels, done,
    input::{Press, Selected},
    refuse,
};
use arcadian_files::Error;
use serde::Deserialize;

use crate::step::{
    arcade::{Arcade, Machine},
    debugged::{Debugged, Target, Wanted},
};

/// A program in the debugger and a machine that is played, independent of each other.
#[derive(Default)]
pub struct Step {
    debugged: Option<Debugged>,
    arcade: Option<Arcade>,
    pixels: Pixels,
}

#[derive(Deserialize)]
struct Text {
    text: String,
}

#[derive(Deserialize)]
struct Line {
    line: String,
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

impl Module for Step {
    const REQUESTS: &'static [Handler<Self>] = &[
        ("step", |step, request| {
            let (debugged, reply) = Debugged::open(request.read::<Target>()?)?;
            step.debugged = Some(debugged);
            Ok(reply)
        }),
        ("command", |step, request| Ok(step.debugged()?.command(&request.read::<Line>()?.line))),
        ("complete", |step, request| Ok(step.debugged()?.complete(&request.read::<Line>()?.line))),
        ("view", |step, request| {
            let Step { debugged, pixels, .. } = step;
            let debugged = debugged.as_ref().ok_or_else(nothing)?;
            Ok(debugged.view(&request.read::<Wanted>()?, pixels))
        }),
        ("assemble", |_, request| assemble::assemble(&request.read()?)),
        ("prove", |_, request| prove::prove(&request.read()?)),
        ("exercise", |_, request| prove::title_of(&request.read::<Text>()?.text)),
        ("routines", |_, _| prove::routines()),
        ("sheet", |_, request| {
            let Sheet { name, cpu } = request.read()?;
            prove::sheet(&name, cpu.as_deref())
        }),
        ("bally", |step, request| {
            let (arcade, reply) = Arcade::open(&request.read::<Machine>()?)?;
            step.arcade = Some(arcade);
            Ok(reply)
        }),
        ("press", |step, request| step.arcade()?.press(&request.read::<Press>()?).and(done())),
        ("type", |step, request| step.arcade()?.type_text(&request.read::<Text>()?.text)),
        ("handle", |step, request| step.arcade()?.control(&request.read::<Press>()?).and(done())),
        ("select", |step, request| step.arcade()?.select(request.read::<Selected>()?.number).and(done())),
        ("hold", |step, request| step.arcade()?.hold(&request.read()?).and(done())),
        ("pen", |step, request| {
            let pointer = request.read()?;
            step.arcade().map(|arcade| arcade.point(pointer)).and(done())
        }),
        ("act", |step, request| step.arcade()?.act(&request.read::<Action>()?.action).and(done())),
        ("text", |step, _| Ok(step.arcade()?.text())),
    ];

    fn run(&mut self, now: Duration) -> u32 {
        let Step { arcade, pixels, .. } = self;
        arcade.as_mut().map_or(0, |arcade| arcade.advance(now, pixels))
    }

    fn pixels(&self) -> Option<&Pixels> {
        Some(&self.pixels)
    }

    fn take_samples(&mut self) -> Vec<f32> {
        self.arcade.as_mut().map(Arcade::take_samples).unwrap_or_default()
    }
}

impl Step {
    fn debugged(&mut self) -> Result<&mut Debugged, Error> {
        self.debugged.as_mut().ok_or_else(nothing)
    }

    fn arcade(&mut self) -> Result<&mut Arcade, Error> {
        self.arcade.as_mut().ok_or_else(|| refuse("the Bally is not switched on"))
    }
}

fn nothing() -> Error {
    refuse("no program is being stepped")
}
