//! Beginning and ending.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    breakpoints, capabilities,
    message::arguments,
    motion,
    state::State,
    target::{Standing, Target, motion::Motion},
};
use crate::error::{Result, refuse};

/// Loads a program.
pub(super) fn launch(state: &mut State, given: Value) -> Result<Value> {
    if state.target.is_some() {
        refuse!("a program has been launched before; `restart` it, or begin another session");
    }
    let target = Target::load(arguments(given)?, &state.interrupted, &state.files)?;
    let is_basic = target.is_basic();
    warn(state, &target);
    state.target = Some(Box::new(target));
    if is_basic {
        state.event("capabilities", capabilities::of_basic());
    }
    state.event("initialized", json!({}));
    Ok(Value::Null)
}

fn warn(state: &mut State, target: &Target) {
    target.warning.iter().for_each(|warning| state.output("important", &format!("{warning}\n")));
}

/// Nothing is there to attach to.
pub(super) fn attach() -> Result<Value> {
    refuse!("a program cannot be attached to, only begun; use a configuration with `\"request\": \"launch\"`")
}

/// The client has set its breakpoints.
pub(super) fn configuration_done(state: &mut State) -> Result<Value> {
    if !matches!(state.target()?.standing, Standing::Configuring) {
        refuse!("the program has begun already");
    }
    begin(state)?;
    Ok(Value::Null)
}

/// Stands at the first step, or runs.
fn begin(state: &mut State) -> Result<()> {
    let target = state.target()?;
    if target.launch.stops_on_entry() {
        return motion::stop(state, "entry", "the program stands before its first step", &[]);
    }
    let met = breakpoints::here(target);
    target.standing = Standing::Running(Motion::resume());
    met.logs.iter().for_each(|log| state.output("console", &format!("{log}\n")));
    match met.stops {
        true => motion::stop(state, met.reason, "the program stands before its first step", &met.ids),
        false => Ok(()),
    }
}

/// What `restart` brings along: perhaps another way to launch.
#[derive(Debug, Deserialize)]
pub(super) struct Restart {
    arguments: Option<Value>,
}

/// Reads the program again and begins anew.
pub(super) fn restart(state: &mut State, restart: Restart) -> Result<Value> {
    let launch = match restart.arguments {
        Some(given) => arguments(given)?,
        None => state.target()?.launch.clone(),
    };
    let mut fresh = Target::load(launch, &state.interrupted, &state.files)?;
    let is_basic = fresh.is_basic();
    warn(state, &fresh);
    let old = state.target()?;
    fresh.points = std::mem::take(&mut old.points);
    let has_begun = !matches!(old.standing, Standing::Configuring);
    *old = fresh;
    if is_basic {
        state.event("capabilities", capabilities::of_basic());
    }
    breakpoints::place_again(state)?;
    if has_begun {
        begin(state)?;
    }
    Ok(Value::Null)
}

/// The program shall end; the session stays.
pub(super) fn terminate(state: &mut State) -> Result<Value> {
    motion::end(state, 0)?;
    Ok(Value::Null)
}

/// The client goes away.
pub(super) fn disconnect(state: &mut State) -> Result<Value> {
    state.is_over = true;
    Ok(Value::Null)
}
