//! Beginning and ending.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{
    breakpoints, capabilities,
    message::arguments,
    motion::{self, Motion},
    session::Session,
    target::{Standing, Target},
};
use crate::{address, args::Reading, asm, border, step::options::Options};

/// What is launched and how: the options of `arcadian step`, and what an editor wants besides.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Launch {
    program: Option<String>,
    cpu: Option<String>,
    load: Option<Address>,
    pc: Option<Address>,
    symbols: Option<PathBuf>,
    #[serde(default)]
    cpm: bool,
    #[serde(default)]
    inputs: Inputs,
    #[serde(default)]
    set: Texts,
    keys: Option<String>,
    seed: Option<u64>,
    dialect: Option<String>,
    #[serde(default)]
    as_printed: bool,
    stop_on_entry: Option<bool>,
    #[serde(default)]
    no_debug: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "an address is a text such as \"0100\", or a number")]
enum Address {
    Number(u16),
    Text(String),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "`inputs` is an object {\"FIELD\": \"HEX\"}, or a list of \"FIELD=HEX\"")]
enum Inputs {
    List(Vec<String>),
    Fields(Map<String, Value>),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "`set` is a list of texts")]
enum Texts {
    One(String),
    List(Vec<String>),
}

impl Default for Inputs {
    fn default() -> Self {
        Inputs::List(Vec::new())
    }
}

impl Default for Texts {
    fn default() -> Self {
        Texts::List(Vec::new())
    }
}

impl Launch {
    /// As options of `arcadian step`.
    pub fn options(&self) -> Result<Options> {
        let Some(target) = self.program.clone().filter(|program| !program.is_empty()) else {
            bail!(
                "`program` is missing; it names a sheet (.asm), a BASIC program (.bas, .lst), a routine, or `rotate`"
            );
        };
        if self.cpm && (self.load.is_some() || self.pc.is_some()) {
            bail!("`cpm` says where the program is and begins, so `load` and `pc` cannot");
        }
        let cpu =
            self.cpu.as_deref().map(asm::processor).transpose().map_err(|why| anyhow!("`cpu`: {why}"))?;
        Ok(Options {
            target: file(target.into()),
            cpu,
            inputs: self.inputs.texts()?,
            set: match self.set.clone() {
                Texts::One(text) => vec![text],
                Texts::List(texts) => texts,
            },
            load: self.load.as_ref().map(|load| load.read("load")).transpose()?,
            pc: self.pc.as_ref().map(|pc| pc.read("pc")).transpose()?,
            symbols: self.symbols.clone().map(file),
            cpm: self.cpm,
            reading: self.reading()?,
            keys: self.keys.iter().cloned().collect(),
            seed: self.seed,
        })
    }

    fn reading(&self) -> Result<Reading> {
        let dialect = self.dialect.as_deref().map(str::parse).transpose().context("`dialect`")?;
        Ok(Reading { dialect, as_printed: self.as_printed })
    }

    /// Whether the client wants to look before the first step.
    fn stops_on_entry(&self) -> bool {
        !self.no_debug && self.stop_on_entry.unwrap_or(true)
    }

    /// Whether it is only to run.
    pub fn only_runs(&self) -> bool {
        self.no_debug
    }
}

/// Standard input is the protocol's, so `-` is a file of that name.
fn file(path: PathBuf) -> PathBuf {
    if border::is_stream(&path) { Path::new(".").join(path) } else { path }
}

impl Address {
    fn read(&self, name: &str) -> Result<u16> {
        match self {
            Address::Number(address) => Ok(*address),
            Address::Text(text) => address::parse(text).map_err(|why| anyhow!("`{name}`: {why}")),
        }
    }
}

impl Inputs {
    fn texts(&self) -> Result<Vec<String>> {
        let field = |(name, value): (&String, &Value)| match value {
            Value::String(bytes) => Ok(format!("{name}={bytes}")),
            _ => Err(anyhow!("`inputs`: {name} is a text of hexadecimal digits, byte 0 first")),
        };
        match self {
            Inputs::List(texts) => Ok(texts.clone()),
            Inputs::Fields(fields) => fields.iter().map(field).collect(),
        }
    }
}

/// Loads a program.
pub fn launch(session: &mut Session, given: Value) -> Result<Value> {
    if session.target.is_some() {
        bail!("a program has been launched before; `restart` it, or begin another session");
    }
    let target = Target::load(arguments(given)?, &session.interrupted)?;
    let is_basic = target.is_basic();
    session.target = Some(Box::new(target));
    if is_basic {
        session.event("capabilities", capabilities::of_basic());
    }
    session.event("initialized", json!({}));
    Ok(Value::Null)
}

/// Nothing is there to attach to.
pub fn attach() -> Result<Value> {
    bail!("a program cannot be attached to, only begun; use a configuration with `\"request\": \"launch\"`")
}

/// The client has set its breakpoints.
pub fn configuration_done(session: &mut Session) -> Result<Value> {
    if !matches!(session.target()?.standing, Standing::Configuring) {
        bail!("the program has begun already");
    }
    begin(session)?;
    Ok(Value::Null)
}

/// Stands at the first step, or runs.
fn begin(session: &mut Session) -> Result<()> {
    let target = session.target()?;
    if target.launch.stops_on_entry() {
        return motion::stop(session, "entry", "the program stands before its first step", &[]);
    }
    let met = breakpoints::here(target);
    target.standing = Standing::Running(Motion::resume());
    met.logs.iter().for_each(|log| session.output("console", &format!("{log}\n")));
    match met.stops {
        true => motion::stop(session, met.reason, "the program stands before its first step", &met.ids),
        false => Ok(()),
    }
}

/// What `restart` brings along: perhaps another way to launch.
#[derive(Debug, Deserialize)]
pub struct Restart {
    arguments: Option<Value>,
}

/// Reads the program again and begins anew.
pub fn restart(session: &mut Session, restart: Restart) -> Result<Value> {
    let launch = match restart.arguments {
        Some(given) => arguments(given)?,
        None => session.target()?.launch.clone(),
    };
    let mut fresh = Target::load(launch, &session.interrupted)?;
    let is_basic = fresh.is_basic();
    let old = session.target()?;
    fresh.points = std::mem::take(&mut old.points);
    let has_begun = !matches!(old.standing, Standing::Configuring);
    *old = fresh;
    if is_basic {
        session.event("capabilities", capabilities::of_basic());
    }
    breakpoints::place_again(session)?;
    if has_begun {
        begin(session)?;
    }
    Ok(Value::Null)
}

/// The program shall end; the session stays.
pub fn terminate(session: &mut Session) -> Result<Value> {
    motion::end(session, 0)?;
    Ok(Value::Null)
}

/// The client goes away.
pub fn disconnect(session: &mut Session) -> Result<Value> {
    session.leave();
    Ok(Value::Null)
}
