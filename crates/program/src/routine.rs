//! The routines of a program that have contracts: in comments above labels, in a file, or in the header of a sheet.
//!
//! A proof knows the following parts of the program: the code that a routine can reach by jumps and calls, segments that hold no
//! variables, and addresses that the user calls constant. Everything else can have changed when the routine is called.

use std::path::PathBuf;

use arcadian_asm::{
    Assembly, Disassembly, Hint, Host, Severity, code_ranges, did_you_mean, nearest, or_near,
    sheet::{Contract, names_routine, stating},
};
use arcadian_files::{
    Error, Files, NoFiles, diagnostic,
    error::{Context, Result, message},
    escape,
    source::Folders,
};
use arcadian_isa::Processor;
use arcadian_proof::{Claim, HeaderError, Routine, SheetError};

use crate::{
    Content, Located, Program, argument,
    map::loaded,
    open::{Linked, only_for_binaries},
    sheet::{self, BinaryContract},
    source::{is_comment, words},
};

/// The segments that ld65's own configurations make read-only.
const READ_ONLY: [&str; 6] = ["CODE", "RODATA", "STARTUP", "LOWCODE", "ONCE", "INIT"];

#[derive(Clone, Debug, Default)]
pub struct RoutineOptions {
    /// Their labels; if there are none, all that have a contract.
    pub names: Vec<String>,
    /// A file with contracts of a binary.
    pub contracts: Option<PathBuf>,
    /// Addresses whose bytes do not change, in addition to code and read-only segments.
    pub constant: Vec<(u16, u16)>,
    /// The claims that a contract can name.
    pub claims: &'static [Claim],
}

impl Program {
    /// Returns the chosen routines with their contracts. An error has the line of the source that it is about.
    pub fn routines(&self, files: &dyn Files, chosen: &RoutineOptions) -> Result<Vec<Routine>, Located> {
        self.contracts(files, chosen)?.into_iter().collect()
    }

    /// Returns the chosen routines with their contracts, and an error for each contract that is wrong or belongs to no routine.
    pub fn contracts(
        &self,
        files: &dyn Files,
        chosen: &RoutineOptions,
    ) -> Result<Vec<Result<Routine, Located>>, Located> {
        let all = self.sheets(files, chosen)?.into_iter();
        Ok(all.map(|found| found.map(|(routine, _)| routine)).collect())
    }

    /// Returns the chosen routines, each with the contract of which [`own_sheets`](Self::own_sheets) makes a sheet.
    fn sheets(&self, files: &dyn Files, chosen: &RoutineOptions) -> Result<Vec<Sheet>, Located> {
        if chosen.contracts.is_some() && matches!(self.content, Content::Source(_)) {
            return Err(only_for_binaries(&self.path).into());
        }
        match &self.content {
            Content::Image(_) => Err(self.no_map().into()),
            Content::Linked(linked) => {
                linked.tools.exist();
                self.processor()?;
                let contracts = self.contracts_of_binary(files, linked, chosen)?;
                if contracts.is_empty() {
                    return Err(message!(
                        "no routine of {} has a contract: write header lines such as `;! in: A = n` above a label, or add --contract FILE",
                        self.name
                    )
                    .into());
                }
                let read = |contract: Result<BinaryContract, Located>| {
                    let contract = contract?;
                    let routine = self.routine_of_binary(files, linked, &contract, chosen)?;
                    Ok((routine, Origin::Binary(contract)))
                };
                Ok(contracts.into_iter().map(read).collect())
            }
            Content::Source(source) => match &source.assembly {
                None => Ok(vec![Ok((self.sheet(files, chosen.claims)?, Origin::Sheet))]),
                Some(assembly) => {
                    if let Some(routine) = self.sheet_by_name(files, assembly, chosen)? {
                        return Ok(vec![Ok((routine, Origin::Sheet))]);
                    }
                    let contracts = self.contracts_of_source(assembly, chosen)?;
                    let read = |contract: Result<Contract, Located>| {
                        let contract = contract?;
                        let routine = self.routine_of_source(files, assembly, &contract, chosen)?;
                        Ok((routine, Origin::Source(contract)))
                    };
                    Ok(contracts.into_iter().map(read).collect())
                }
            },
        }
    }

    /// Returns the chosen routines with sheets of them, which are in our own syntax.
    pub fn own_sheets(&self, files: &dyn Files, chosen: &RoutineOptions) -> Result<Vec<(Routine, String)>> {
        let sheets = self.sheets(files, chosen)?.into_iter().map(|found| {
            let (routine, origin) = found?;
            let text = match &origin {
                Origin::Sheet => return Ok((routine, self.text().unwrap_or_default().to_owned())),
                Origin::Source(contract) => sheet::of_source(&routine, contract)?,
                Origin::Binary(contract) => sheet::of_binary(&routine, contract)?,
            };
            let mut folders = Folders::new(files, &self.path, &[]);
            let name = escape::source_name(&self.path);
            let routine = Routine::read(&name, &text, &mut folders, chosen.claims).map_err(to_error)?;
            Ok((routine, text))
        });
        sheets.collect()
    }

    pub(crate) fn no_map(&self) -> Error {
        message!("{} is a binary without a map beside it; add --map FILE", self.name)
    }

    /// Whether the routine at a label has a contract.
    pub fn has_contract(&self, label: &str) -> bool {
        let address = self.source.address_of(label).ok();
        match &self.content {
            Content::Linked(linked) => {
                linked.tools.exist();
                let of_label = |contract: &BinaryContract| {
                    contract.name == label || address.is_some() && address == contract.entry
                };
                sheet::in_sources(&NoFiles, self, linked).iter().flatten().any(of_label)
            }
            Content::Source(source) => source.assembly.as_ref().is_some_and(|assembly| {
                let contracts = assembly.contracts();
                contracts.iter().any(|contract| contract.label == label || address == Some(contract.address))
            }),
            Content::Image(_) => false,
        }
    }

    /// Returns the comments in a source that are about code of a binary of which the map has no lines: their lines, and the labels.
    pub fn without_lines(&self, text: &str) -> Vec<(usize, String)> {
        /// The lines below a comment in one of which its label is.
        const NEAR: usize = 3;
        let labels: Vec<(&str, u16)> = self.source.labels_with_addresses().collect();
        let named = |word: &str| {
            let is_it = |label: &str| label.trim_start_matches('_') == word.trim_start_matches('_');
            labels.iter().find(|(label, _)| is_it(label)).copied()
        };
        let is_loaded = |at: u16| loaded(&self.parts, at.into(), 1).is_some();
        let label = |line: usize| {
            let below = text.lines().skip(line).filter(|line| !is_comment(line)).take(NEAR);
            let (label, at) = below.flat_map(words).find_map(named)?;
            (self.has_map() && is_loaded(at) && self.source.line(at).is_none()).then_some(label)
        };
        let lines = stating(text).into_iter().map(|(line, _)| line);
        lines.filter_map(|line| Some((line, label(line)?.to_owned()))).collect()
    }

    /// Whether a binary has contracts, in its sources or in a file.
    pub fn has_contracts(&self, files: &dyn Files, chosen: &RoutineOptions) -> Result<bool> {
        let linked = self.linked().ok_or_else(|| self.no_map())?;
        Ok(!self.contracts_of_binary(files, linked, chosen)?.is_empty())
    }

    /// Returns the routine of a sheet, with its contract.
    pub fn sheet(&self, files: &dyn Files, claims: &'static [Claim]) -> Result<Routine, Located> {
        let name = escape::source_name(&self.path);
        let mut folders = Folders::new(files, &self.path, &[]);
        let project = self.project.defaults.cpu;
        let cpu = self.options.cpu.or(self.options.defaults.cpu).or(project);
        let text = self.text().unwrap_or_default();
        Routine::read_for(cpu, &name, text, &mut folders, claims).map_err(|error| {
            let line = line_of(&error, &name).unwrap_or(1);
            Located { file: None, line, error: to_error(error) }
        })
    }

    fn contracts_of_source(
        &self,
        assembly: &Assembly,
        chosen: &RoutineOptions,
    ) -> Result<Vec<Result<Contract, Located>>, Located> {
        let name = escape::source_name(&self.path);
        let misplaced = assembly.misplaced_contracts(false);
        let all = assembly.contracts();
        if all.is_empty() && misplaced.is_empty() {
            let file = escape::text(assembly.files.first().map_or("the source", String::as_str));
            return Err(message!(
                "{file} has no contract: write header lines such as `;! in: A = n` above a label, or at its top those of a sheet, \
                 beginning with `;! routine: LABEL`"
            )
            .into());
        }
        if chosen.names.is_empty() {
            let misplaced = misplaced.iter().map(|failure| Err(Located::of(&name, failure)));
            return Ok(all.into_iter().map(Ok).chain(misplaced).collect());
        }
        let named = |name: &String| {
            let address = assembly.symbol(name).map(|symbol| symbol.value);
            let is_it = |contract: &&Contract| {
                contract.label == *name || address == Some(i32::from(contract.address))
            };
            all.iter().find(is_it).cloned().ok_or_else(|| no_contract(assembly, &all, name).into())
        };
        chosen.names.iter().map(|name| named(name).map(Ok)).collect()
    }

    fn routine_of_source(
        &self,
        files: &dyn Files,
        assembly: &Assembly,
        contract: &Contract,
        chosen: &RoutineOptions,
    ) -> Result<Routine, Located> {
        let name = escape::source_name(&self.path);
        let syntax = self.options.syntax.or(&self.options.defaults.or(&self.project.defaults).syntax);
        let mut host = Folders::new(files, &self.path, &syntax.linking.include);
        let constant = self.constant(chosen);
        let routine = routine_of(assembly, contract, &constant, &mut host, chosen.claims);
        let mut routine = routine.map_err(|error| {
            let line = line_of(&error, &name).unwrap_or(1);
            let is_foreign = self.recognized().or(syntax.dialect).is_some();
            let error = match &error {
                SheetError::Reserved { .. } if is_foreign => {
                    message!("{error}; --load ADDR and --segment NAME=ADDR place the program elsewhere")
                }
                _ => to_error(error),
            };
            Located { file: None, line, error }
        })?;
        routine.arguments = Some(self.arguments(chosen, &contract.label));
        Ok(routine)
    }

    /// Returns the routine of a sheet that is chosen by its name, as the label of a program is.
    fn sheet_by_name(
        &self,
        files: &dyn Files,
        assembly: &Assembly,
        chosen: &RoutineOptions,
    ) -> Result<Option<Routine>, Located> {
        let is_sheet = assembly.contracts().is_empty() && self.text().is_some_and(names_routine);
        if chosen.names.is_empty() || !is_sheet {
            return Ok(None);
        }
        let routine = self.sheet(files, chosen.claims)?;
        match chosen.names.iter().find(|name| !name.eq_ignore_ascii_case(&routine.name)) {
            None => Ok(Some(routine)),
            Some(other) => Err(message!(
                "{} is the sheet of {} alone: leave out --routine {}",
                self.name,
                escape::text(&routine.name),
                escape::text(other)
            )
            .into()),
        }
    }

    fn contracts_of_binary(
        &self,
        files: &dyn Files,
        linked: &Linked,
        chosen: &RoutineOptions,
    ) -> Result<Vec<Result<BinaryContract, Located>>> {
        let file = chosen.contracts.as_deref().or(self.project.contract.as_deref());
        let mut own = file.map(|path| sheet::in_file(files, path)).transpose()?.unwrap_or_default();
        if let Some(doubt) = linked.doubt(self).filter(|_| !own.is_empty()) {
            own = own.into_iter().map(|contract| contract.and_then(|own| Err(own.doubted(doubt)))).collect();
        }
        if chosen.contracts.is_some() && chosen.names.is_empty() {
            return Ok(own);
        }
        let mut all = own;
        all.extend(sheet::in_sources(files, self, linked));
        if chosen.names.is_empty() {
            return Ok(all);
        }
        // What is wrong in the file can be about any routine.
        let (all, wrong): (Vec<_>, Vec<_>) = all.into_iter().partition(Result::is_ok);
        let of_file = |error: &Located| error.file.as_deref().is_some_and(|own| Some(own) == file);
        let wrong = wrong.into_iter().filter_map(Result::err).filter(of_file).map(|error| Ok(Err(error)));
        let all: Vec<BinaryContract> = all.into_iter().flatten().collect();
        chosen.names.iter().map(|name| self.contract(&all, name).map(Ok)).chain(wrong).collect()
    }

    /// Returns the contract of a label. One in a file is before those of sources.
    fn contract(&self, all: &[BinaryContract], name: &str) -> Result<BinaryContract> {
        if let Some(error) = self.source.ambiguity(name) {
            return Err(message!("{}: {error}", self.name));
        }
        if let Some(found) = all.iter().find(|contract| contract.name == name) {
            return Ok(found.clone());
        }
        let address = Some(self.address(name)?);
        all.iter().find(|contract| contract.entry == address).cloned().ok_or_else(|| {
            let near = nearest(name, all.iter().map(|contract| contract.name.as_str()));
            let hint = or_near(near);
            let name = escape::text(name);
            message!("{name} has no contract: write header lines such as `;! in: A = n` above it, or add --contract FILE{hint}")
        })
    }

    /// Returns the addresses whose bytes do not change.
    fn constant(&self, chosen: &RoutineOptions) -> Vec<(u16, u16)> {
        [&chosen.constant[..], &self.project.constant].concat()
    }

    fn address(&self, name: &str) -> Result<u16> {
        self.source.address_of(name).map_err(|error| message!("{}: {error}", self.name))
    }

    fn routine_of_binary(
        &self,
        files: &dyn Files,
        linked: &Linked,
        contract: &BinaryContract,
        chosen: &RoutineOptions,
    ) -> Result<Routine, Located> {
        let place = |error| Located { file: Some(contract.file.clone()), line: contract.first, error };
        let processor = self.processor()?;
        let entry = contract.entry.map_or_else(|| self.address(&contract.name), Ok).map_err(place)?;
        let read_only = linked.data.segments.iter().filter(|segment| segment.is_writable == Some(false));
        let read_only = read_only.filter_map(|segment| {
            let first = u16::try_from(segment.address).ok()?;
            Some((first, first.saturating_add(u16::try_from(segment.size.checked_sub(1)?).ok()?)))
        });
        let (first, image) = self.image();
        let code = reached(processor, first, &image, entry).map_err(place)?;
        let is_kept = kept(code, read_only.chain(self.constant(chosen)).collect());
        let text = sheet::of_contract(self, processor, contract, entry, &is_kept).map_err(place)?;
        let name = escape::source_name(&contract.file);
        let mut folders = Folders::new(files, &contract.file, &[]);
        let routine = Routine::read(&name, &text, &mut folders, chosen.claims);
        let mut routine =
            routine.map_err(|error| contract.located(&name, with_missing_symbol(linked, error)))?;
        routine.name.clone_from(&contract.name);
        let is_ambiguous = self.source.ambiguity(&contract.name).is_some();
        let label = if is_ambiguous { format!("{entry:04X}") } else { contract.name.clone() };
        routine.arguments = Some(self.arguments(chosen, &label));
        let labels = self.source.labels_with_addresses();
        routine.labels = labels.map(|(name, address)| (name.to_owned(), address)).collect();
        Ok(routine)
    }

    /// Returns the arguments of `arcadian step` that name a routine.
    fn arguments(&self, chosen: &RoutineOptions, label: &str) -> Vec<String> {
        let options = &self.options;
        let maps = options.map.iter().map(|map| ("--map", argument(map)));
        let folders = options.source_dir.iter().map(|folder| ("--source-dir", argument(folder)));
        let load = options.load.map(|load| ("--load", format!("{load:04X}")));
        let cpu = options.cpu.map(|processor| ("--cpu", processor.to_string().to_ascii_lowercase()));
        let contract = chosen.contracts.as_deref().map(|file| ("--contract", argument(file)));
        let constant =
            chosen.constant.iter().map(|(from, to)| ("--constant", format!("{from:04X}-{to:04X}")));
        let all = maps.chain(folders).chain(load).chain(cpu).chain(contract).chain(constant);
        let all = all.chain([("--routine", label.to_owned())]);
        let words = all.flat_map(|(option, value)| [option.to_owned(), value]);
        std::iter::once(argument(&self.path)).chain(options.syntax.arguments()).chain(words).collect()
    }
}

impl BinaryContract {
    /// Returns an error in the sheet of the contract as one in its file. What is added to its lines is about all of them.
    pub(crate) fn located(&self, name: &str, mut error: SheetError) -> Located {
        let text = |line: usize| self.lines.get(line.checked_sub(self.first)?).cloned();
        let own = line_of(&error, name);
        let line = own.filter(|line| text(*line).is_some());
        match &mut error {
            SheetError::Header(error) if error.file == name => {
                error.line.text = text(error.line.number).unwrap_or_default();
            }
            SheetError::Assembly(failure) => {
                let found = failure.diagnostics.iter_mut().map(|found| &mut found.location);
                found
                    .filter(|location| location.file == name)
                    .for_each(|location| location.text = text(location.line).unwrap_or_default());
            }
            _ => {}
        }
        let mut error = to_error(error);
        if own.is_some() && line.is_none() {
            error =
                message!("the contract of {} cannot be judged: {}", escape::text(&self.name), error.title());
        }
        Located { file: Some(self.file.clone()), line: line.unwrap_or(self.first), error }
    }
}

/// Adds to an error about a term with a name that the map does not have where a binary of cc65 has its address.
fn with_missing_symbol(linked: &Linked, mut error: SheetError) -> SheetError {
    if let SheetError::Header(error) = &mut error
        && error.help.is_none()
        && !linked.data.libraries.is_empty()
    {
        let inside = error.line.text.get(error.span.clone()).and_then(|term| Some(term.split_once('(')?.1));
        let is_known = |name: &&str| linked.data.symbols.iter().any(|symbol| symbol.name == **name);
        let is_name = |word: &&str| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let mut names = inside.into_iter().flat_map(words).filter(is_name);
        error.help = names.find(|name| !is_known(name)).map(|name| {
            let help = format!(
                "the map does not have the address of `{name}`; for a name of a library, link with `-Ln FILE.lbl` and add \
                 `--map FILE.lbl` after that of the .dbg"
            );
            Hint::from(help.as_str())
        });
    }
    error
}

/// A routine with the origin of its contract, or why the contract cannot be used.
type Sheet = Result<(Routine, Origin), Located>;

/// The place where the contract of a routine was found.
enum Origin {
    Sheet,
    Source(Contract),
    Binary(BinaryContract),
}

fn no_contract(assembly: &Assembly, all: &[Contract], name: &str) -> Error {
    let labels = all.iter().map(|contract| contract.label.as_str());
    let near = nearest(name, labels.clone());
    let known = labels.collect::<Vec<_>>().join(", ");
    let hint = near.map_or_else(|| format!("there are contracts of {known}"), did_you_mean);
    let shown = escape::text(name);
    if assembly.symbol(name).is_some() {
        message!(
            "{shown} has no contract: write header lines such as `;! in: A = n` above it; {}",
            escape::text(&hint)
        )
    } else {
        message!("the source has no label {shown}; {}", escape::text(&hint))
    }
}

/// Returns the routine of a contract: a sheet of the part of the program that it needs.
pub fn routine_of(
    assembly: &Assembly,
    contract: &Contract,
    constant: &[(u16, u16)],
    host: &mut dyn Host,
    claims: &'static [Claim],
) -> Result<Routine, SheetError> {
    let named = assembly.symbol(&contract.label).and_then(|symbol| u16::try_from(symbol.value).ok());
    let entry = named.unwrap_or(contract.address);
    let code = reached(assembly.processor, assembly.origin, &assembly.image, entry);
    let named = |segment: &&arcadian_asm::Segment| READ_ONLY.contains(&segment.name.as_str());
    let read_only = assembly.segments.iter().filter(named).filter_map(|segment| {
        let last = segment.size.checked_sub(1)?.try_into().ok()?;
        Some((segment.address, segment.address.saturating_add(last)))
    });
    let is_kept = kept(code.unwrap_or_default(), read_only.chain(constant.iter().copied()).collect());
    let sheet = assembly.with_contract(contract, &is_kept)?;
    let file = assembly.files.get(contract.file).cloned().unwrap_or_default();
    Routine::of_assembly(&file, sheet, host, claims)
}

/// Returns which bytes a proof knows: those of code and of constant data. The place of the return address cannot be data as well; ROMs
/// have the last byte of a vector there, of which nothing is known then.
fn kept(code: Vec<(u16, u16)>, data: Vec<(u16, u16)>) -> impl Fn(u16) -> bool {
    let is_in = |ranges: &[(u16, u16)], address: u16| {
        ranges.iter().any(|(first, last)| (*first..=*last).contains(&address))
    };
    move |address| is_in(&code, address) || address != Routine::RETURN_ADDRESS && is_in(&data, address)
}

/// Returns the ranges of code that a routine can reach by jumps and calls.
pub(crate) fn reached(
    processor: Processor,
    origin: u16,
    image: &[u8],
    entry: u16,
) -> Result<Vec<(u16, u16)>> {
    let entries = [entry];
    let how = Disassembly { origin, trace: Some(&entries), ..Disassembly::default() };
    let ranges = code_ranges(processor, image, &how).context("cannot find the code of the routine")?;
    Ok(ranges.iter().map(|range| (range.first, range.last)).collect())
}

/// Converts an error of a sheet; errors in a line include an excerpt.
pub fn to_error(error: SheetError) -> Error {
    match error {
        SheetError::Assembly(failure) => diagnostic::render_failure(&failure).into(),
        SheetError::Header(error) => {
            let HeaderError { file, line, span, message, help } = *error;
            diagnostic::render_in_line(
                &file,
                line.number,
                &line.text,
                span,
                &message,
                help.as_ref().map(|help| &*help.text),
            )
            .into()
        }
        other => Error::of(&other),
    }
}

/// Returns the line of a file that an error is about, from 1.
pub fn line_of(error: &SheetError, file: &str) -> Option<usize> {
    match error {
        SheetError::Assembly(failure) => {
            let first = failure.diagnostics.iter().find(|found| found.severity == Severity::Error);
            first.filter(|found| found.location.file == file).map(|found| found.location.line)
        }
        SheetError::Header(error) if error.file == file => Some(error.line.number),
        _ => None,
    }
}
