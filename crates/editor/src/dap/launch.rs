//! Requests that start and end a session or a program.

use arcadian_files::error::{Error, Result, refuse};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::dap::{
    breakpoints,
    client::{self, Initialize},
    debuggee::{Launch, Phase, Target, execution::Execution},
    execution,
    message::{check_attributes, named, parse_arguments},
    state::State,
};

const AT_START: &str = "the program is stopped before its first step";

/// Records what the client supports and returns the capabilities of the adapter.
pub(crate) fn initialize(state: &mut State, arguments: &Initialize) -> Result<Value> {
    if state.client.is_some() {
        refuse!("the session is already initialized");
    }
    state.client = Some(arguments.client()?);
    Ok(client::capabilities())
}

pub(crate) fn launch(state: &mut State, arguments: Value) -> Result<Value> {
    if state.target.is_some() {
        refuse!("a program is already launched; `restart` it, or start another session");
    }
    let target = load(state, configuration(arguments)?)?;
    let is_basic = target.is_basic();
    warn(state, &target);
    state.target = Some(Box::new(target));
    if is_basic {
        state.event("capabilities", client::of_basic());
    }
    state.event("initialized", json!({}));
    Ok(Value::Null)
}

fn configuration(arguments: Value) -> Result<Launch> {
    check_attributes(&arguments)?;
    parse_arguments(arguments)
}

/// Loads a program. An error names attributes of the configuration.
fn load(state: &State, launch: Launch) -> Result<Target> {
    Target::load(launch, &state.interrupted, &state.files).map_err(|error| match error {
        Error::Message(text) => Error::Message(named(&text)),
        excerpt => excerpt,
    })
}

fn warn(state: &mut State, target: &Target) {
    let warnings = target.warnings.iter().map(|warning| named(warning));
    warnings.for_each(|warning| state.output("important", &format!("{warning}\n")));
}

/// Refuses the request; there is no running program to attach to.
pub(crate) fn attach() -> Result<Value> {
    refuse!("cannot attach to a program; use a configuration with `\"request\": \"launch\"`")
}

/// Starts the program after the client has set its breakpoints.
pub(crate) fn configuration_done(state: &mut State) -> Result<Value> {
    if !matches!(state.target()?.phase, Phase::Configuring) {
        refuse!("the program has already started");
    }
    start(state)?;
    Ok(Value::Null)
}

/// Stops before the first step, or runs the program.
fn start(state: &mut State) -> Result<()> {
    let target = state.target()?;
    if target.launch.stops_on_entry() {
        return execution::stop(state, "entry", AT_START, &[]);
    }
    let hits = breakpoints::at_start(target);
    target.phase = Phase::Running(Execution::resume());
    hits.log_messages.iter().for_each(|text| state.output("console", &format!("{text}\n")));
    if hits.stops { execution::stop(state, hits.reason, AT_START, &hits.ids) } else { Ok(()) }
}

#[derive(Debug, Deserialize)]
pub(crate) struct Restart {
    /// New arguments of `launch`; without them the program is launched as before.
    arguments: Option<Value>,
}

pub(crate) fn restart(state: &mut State, restart: Restart) -> Result<Value> {
    let launch = match restart.arguments {
        Some(arguments) => configuration(arguments)?,
        None => state.target()?.launch.clone(),
    };
    let mut new = load(state, launch)?;
    let is_basic = new.is_basic();
    warn(state, &new);
    let old = state.target()?;
    new.breakpoints = std::mem::take(&mut old.breakpoints);
    let is_configured = !matches!(old.phase, Phase::Configuring);
    *old = new;
    if is_basic {
        state.event("capabilities", client::of_basic());
    }
    breakpoints::rebind(state)?;
    if is_configured {
        start(state)?;
    }
    Ok(Value::Null)
}

/// Ends the program but not the session.
pub(crate) fn terminate(state: &mut State) -> Result<Value> {
    execution::end(state, 0)?;
    Ok(Value::Null)
}

pub(crate) fn disconnect(state: &mut State) -> Result<Value> {
    state.is_over = true;
    Ok(Value::Null)
}
