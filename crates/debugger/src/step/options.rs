//! The kinds of programs, and the options of each.

use std::{
    mem::take,
    path::{Path, PathBuf},
};

use arcadian_bally::Expansion;
use arcadian_files::{
    error::{Error, Result, message, refuse},
    escape,
};
use arcadian_isa::Processor;
use arcadian_play::bally::{keys::Keypad, parts::Fitting};

use crate::step::{
    devices::Attachment,
    request::{Dialect, LinkedBinary, StepRequest},
};

/// Declares the kinds of programs: what one and several of them are called, and which fields of a request they have.
macro_rules! kinds {
    ($($kind:ident($options:ident), $one:literal, $several:literal: { $($(#[$meta:meta])* $field:ident: $type:ty,)* })*) => {
        /// A kind of program.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Kind { $($kind),* }

        const KINDS: &[(Kind, &str, &str)] = &[$((Kind::$kind, $one, $several)),*];

        /// The options of a program, by its kind.
        pub(crate) enum Options { $($kind($options)),* }

        $(
            #[doc = concat!("The options of ", $one, ".")]
            #[derive(Clone, Debug)]
            pub struct $options { $($(#[$meta])* pub(crate) $field: $type),* }
        )*

        impl RoutineOptions {
    /// Returns the options of a call with the fields `FIELD=BYTES`, separated by commas.
    pub(crate) fn with_inputs(fields: String) -> Self {
        Self {
            cpu: None,
            set: Vec::new(),
            poke: Vec::new(),
            pc: None,
            inputs: vec![fields],
            place: Vec::new(),
            same_as: None,
            seed: None,
            linked: None,
            routine: None,
            constant: Vec::new(),
        }
    }
}

impl Options {
            /// Returns the options that a kind has, and the rest of the request.
            fn split(kind: Kind, request: &StepRequest) -> (Self, StepRequest) {
                let mut rest = request.clone();
                let options = match kind {
                    $(Kind::$kind => Options::$kind($options { $($field: take(&mut rest.$field)),* })),*
                };
                // A sheet is in our own syntax and complete.
                match kind {
                    Kind::Source => rest.take_syntax(),
                    Kind::Routine if request.routine.is_some() => rest.take_syntax(),
                    Kind::Routine => rest.dialect = None,
                    _ => {}
                }
                (options, rest)
            }
        }
    };
}

#[rustfmt::skip]
kinds! {
    Routine(RoutineOptions), "a routine", "routines": {
        cpu: Option<Processor>, set: Vec<String>, poke: Vec<String>, pc: Option<u16>,
        inputs: Vec<String>, place: Vec<String>, same_as: Option<PathBuf>, seed: Option<u64>,
        linked: Option<Box<LinkedBinary>>, routine: Option<String>, constant: Vec<(u16, u16)>,
    }
    Source(SourceOptions), "a source", "sources": {
        cpu: Option<Processor>, set: Vec<String>, poke: Vec<String>, pc: Option<u16>,
        cpm: bool, console: bool, keys: Vec<String>, call: Option<String>, attached: Vec<Attachment>,
    }
    Binary(BinaryOptions), "a binary", "binaries": {
        cpu: Option<Processor>, set: Vec<String>, poke: Vec<String>, pc: Option<u16>,
        load: Option<u16>, symbols: Option<PathBuf>, console: bool, keys: Vec<String>,
        linked: Option<Box<LinkedBinary>>, call: Option<String>, attached: Vec<Attachment>,
    }
    Basic(BasicOptions), "a BASIC program", "BASIC programs": {
        dialect: Option<Dialect>, as_printed: bool, set: Vec<String>,
        keys: Vec<String>, keys_file: Option<PathBuf>, seed: Option<u64>,
    }
    Cartridge(CartridgeOptions), "a cartridge", "cartridges": {
        rom: Option<PathBuf>, cart: Option<PathBuf>, expansion: Expansion, handles: Option<u8>, load_state: Option<PathBuf>,
        fitting: Option<Fitting>,
        symbols: Option<PathBuf>, keypad: Option<Keypad>, keys: Vec<String>, keys_file: Option<PathBuf>,
    }
    Cpm(CpmOptions), "a CP/M program", "CP/M programs": {
        #[expect(dead_code, reason = "it selects the kind")] cpm: bool,
        cpu: Option<Processor>, set: Vec<String>, poke: Vec<String>, symbols: Option<PathBuf>,
        keys: Vec<String>,
        linked: Option<Box<LinkedBinary>>, attached: Vec<Attachment>,
    }
}

impl Options {
    /// Returns the options of a request for a program of a kind. Refuses those that this kind does not have.
    pub(crate) fn of(kind: Kind, request: &StepRequest) -> Result<Self> {
        if request.keys_file.is_some() && !request.keys.is_empty() {
            refuse!("the keys are in a file and in a text; use one of them");
        }
        if !request.map.is_empty() || !request.source_dir.is_empty() || request.contract.is_some() {
            refuse!("maps of binaries are not read here");
        }
        if request.devices.is_some() {
            refuse!("files of devices are not read here");
        }
        check_dialect(kind, request)?;
        let is_code = matches!(kind, Kind::Source | Kind::Binary);
        if is_code && !request.keys.is_empty() && !request.cpm && !request.console {
            refuse!("--keys is for a program that reads a console; add --cpm or --console");
        }
        if request.cpm && request.console {
            refuse!("--cpm and --console are two systems; use one of them");
        }
        let (options, rest) = Options::split(kind, request);
        match rest.given().next() {
            None => Ok(options),
            Some(option) => Err(wrong_option(option, kind, request, request.program()?)),
        }
    }
}

/// Refuses a dialect of BASIC for a source, and that of a source for BASIC.
fn check_dialect(kind: Kind, request: &StepRequest) -> Result<()> {
    let name = || request.program().map(escape::path);
    match (kind, request.dialect) {
        (Kind::Basic, Some(dialect @ Dialect::Source(_))) => refuse!(
            "--dialect {} is for sources of an assembler, and {} is a BASIC program; the dialects of BASIC are bally and astro",
            dialect.name(),
            name()?
        ),
        (Kind::Source | Kind::Routine, Some(dialect @ Dialect::Basic(_))) => refuse!(
            "--dialect {} is for BASIC programs; {} is {}",
            dialect.name(),
            name()?,
            if kind == Kind::Source { "a source" } else { "a routine" }
        ),
        _ => Ok(()),
    }
}

/// Returns the error for an option that programs of this kind do not have.
fn wrong_option(option: &str, kind: Kind, request: &StepRequest, target: &Path) -> Error {
    let has = |kind| !Options::split(kind, request).1.given().any(|left| left == option);
    let kinds = KINDS.iter().filter(|(kind, ..)| has(*kind));
    let programs = kinds.map(|(_, _, several)| *several).collect::<Vec<_>>().join(", ");
    let programs = match programs.rsplit_once(", ") {
        Some((others, last)) => format!("{others} and {last}"),
        None => programs,
    };
    let kind = KINDS.iter().find(|(known, ..)| *known == kind).map_or("", |(_, one, _)| one);
    message!("{option} applies only to {programs}; {} is {kind}", escape::path(target))
}
