//! Routines of a binary that can be verified.

use std::path::{Path, PathBuf};

use arcadian_asm::nearest;
use arcadian_files::{
    Files,
    error::{Result, message, refuse},
    escape,
};
use arcadian_proof::Routine;
use arcadian_verify::routine::in_text;

use crate::{
    BinaryCode, Opened, Options,
    contract::{self, Contract},
    open, sheet,
};

/// Which routines of a binary are verified.
#[derive(Clone, Debug, Default)]
pub struct RoutineOptions {
    /// Their labels; if there are none, all that have a contract.
    pub names: Vec<String>,
    /// A file with contracts.
    pub contracts: Option<PathBuf>,
    /// Addresses whose bytes do not change, besides code and read-only segments.
    pub constant: Vec<(u16, u16)>,
}

/// Returns the routines of a binary with their contracts, and what the user has to know.
pub fn routines(
    files: &dyn Files,
    path: &Path,
    options: &Options,
    chosen: &RoutineOptions,
) -> Result<(Vec<Routine>, Vec<String>)> {
    let Some(binary) = open(files, path, options)? else {
        refuse!("{} has no map beside it; add --map FILE", escape::path(path));
    };
    let routines = all(files, &binary, path, options, chosen)?;
    Ok((routines, binary.notes))
}

/// Returns all routines of a binary with contracts, if need be none, and the binary for its cycles. There is nothing if it has no map.
pub fn tested(
    files: &dyn Files,
    path: &Path,
    options: &Options,
) -> Result<Option<(Vec<Routine>, BinaryCode)>> {
    let Some(code) = BinaryCode::read(files, path, options)? else { return Ok(None) };
    let chosen = RoutineOptions::default();
    let contracts = contracts(files, code.binary(), &chosen)?;
    let routines = contracts
        .iter()
        .map(|contract| with_arguments(files, code.binary(), path, options, &chosen, contract));
    Ok(Some((routines.collect::<Result<_>>()?, code)))
}

/// Returns the chosen routines.
pub(crate) fn all(
    files: &dyn Files,
    binary: &Opened,
    path: &Path,
    options: &Options,
    chosen: &RoutineOptions,
) -> Result<Vec<Routine>> {
    let contracts = contracts(files, binary, chosen)?;
    if contracts.is_empty() {
        refuse!(
            "no routine of {} has a contract: write header lines such as `;! in: A = n` above a label, or add --contract FILE",
            binary.name
        );
    }
    contracts.iter().map(|contract| with_arguments(files, binary, path, options, chosen, contract)).collect()
}

fn with_arguments(
    files: &dyn Files,
    binary: &Opened,
    path: &Path,
    options: &Options,
    chosen: &RoutineOptions,
    contract: &Contract,
) -> Result<Routine> {
    let mut routine = read(files, binary, contract, &chosen.constant)?;
    routine.arguments = Some(arguments(path, options, chosen, &contract.name));
    Ok(routine)
}

/// Returns the arguments of `arcadian step` that name a routine.
fn arguments(path: &Path, options: &Options, chosen: &RoutineOptions, name: &str) -> Vec<String> {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let maps = options.maps.iter().map(|map| ("--map", text(map)));
    let folders = options.source_dirs.iter().map(|folder| ("--source-dir", text(folder)));
    let load = options.load.map(|load| ("--load", format!("{load:04X}")));
    let cpu = options.processor.map(|processor| ("--cpu", processor.to_string().to_ascii_lowercase()));
    let contract = chosen.contracts.as_deref().map(|file| ("--contract", text(file)));
    let constant = chosen.constant.iter().map(|(from, to)| ("--constant", format!("{from:04X}-{to:04X}")));
    let all = maps.chain(folders).chain(load).chain(cpu).chain(contract).chain(constant);
    let all = all.chain([("--routine", name.to_owned())]);
    let words = all.flat_map(|(option, value)| [option.to_owned(), value]);
    std::iter::once(text(path)).chain(words).collect()
}

/// Returns the contracts of the chosen routines.
fn contracts(files: &dyn Files, binary: &Opened, chosen: &RoutineOptions) -> Result<Vec<Contract>> {
    let own = chosen.contracts.as_deref().map(|path| contract::in_file(files, path)).transpose()?;
    let own = own.unwrap_or_default();
    if chosen.names.is_empty() && chosen.contracts.is_some() {
        return Ok(own);
    }
    if chosen.names.is_empty() {
        let labels = binary.source.labels_with_addresses();
        let mut found: Vec<Contract> = Vec::new();
        for (name, address) in labels {
            let above = contract::above(binary, name, address);
            let is_new =
                |new: &Contract| !found.iter().any(|old| (&old.file, old.first) == (&new.file, new.first));
            found.extend(above.filter(is_new));
        }
        return Ok(found);
    }
    chosen.names.iter().map(|name| named(binary, &own, name)).collect()
}

/// Returns the contract of a routine.
fn named(binary: &Opened, own: &[Contract], name: &str) -> Result<Contract> {
    if let Some(found) = own.iter().find(|contract| contract.name == name) {
        return Ok(found.clone());
    }
    let address = address(binary, name)?;
    contract::above(binary, name, address).ok_or_else(|| {
        let near = nearest(name, own.iter().map(|contract| contract.name.as_str()));
        let hint = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
        let name = escape::text(name);
        message!("{name} has no contract: write header lines such as `;! in: A = n` above it, or add --contract FILE{hint}")
    })
}

fn address(binary: &Opened, name: &str) -> Result<u16> {
    let found = binary.source.address_of(name);
    found.map_err(|error| message!("{}: {error}", binary.name))
}

fn read(files: &dyn Files, binary: &Opened, contract: &Contract, constant: &[(u16, u16)]) -> Result<Routine> {
    let Some(processor) = binary.processor else {
        refuse!("{} does not say for which processor it is; use --cpu 8080, z80 or 6502", binary.name);
    };
    let entry = address(binary, &contract.name)?;
    // The label of a sheet is a single word.
    let label: String = contract
        .name
        .rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .next()
        .unwrap_or_default()
        .to_owned();
    let text = sheet::text(binary, processor, contract, &label, entry, constant)?;
    let mut routine = in_text(files, &contract.file, text)?;
    routine.name.clone_from(&contract.name);
    Ok(routine)
}
