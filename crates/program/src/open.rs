//! Reading a program: the kind of a file, the options that apply to it, and binaries with the debug data that their own tools wrote.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::OnceLock,
};

use arcadian_asm::{
    Assembly, Dialect, Failure, Line, Severity,
    sheet::{Unmarked, names_routine, unmarked},
};
use arcadian_files::{
    Error, FileKind, Files, LONGEST_IMAGE, LONGEST_SOURCE, decode, diagnostic,
    error::{Context, Result, message, refuse},
    escape, image,
    intel_hex::{self, IntelHex},
    source::{CPM_START, Defaults, Folders, Syntax},
    with_line_feeds,
};
use arcadian_isa::{Control, Processor};

use crate::{
    Content, Program, SourceText,
    debug_data::{DebugData, Format},
    lines,
    map::{self, Part},
    project::Project,
    source::{Source, read_names},
    sources::{Doubt, Sources},
};

/// How a program is read: the options that all commands have.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Options {
    /// Processor: 8080, z80 or 6502; required for a program that does not name it. Of several routines, those for it
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME"))]
    pub cpu: Option<Processor>,
    /// Address of the first byte, in a source of its first segment [default: the one that the file or its map states, 0100 for a .com,
    /// else 0000]
    #[cfg_attr(feature = "clap", arg(long, value_name = "ADDR", value_parser = arcadian_files::address::parse))]
    pub load: Option<u16>,
    #[cfg_attr(feature = "clap", command(flatten))]
    pub syntax: Syntax,
    /// Binary: debug data that its own tools wrote (.dbg of ld65, .noi, .cdb and .rst of SDCC, SLD of sjasmplus, labels of VICE);
    /// may be repeated [default: a file beside the binary with its name]
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub map: Vec<PathBuf>,
    /// Binary with a map: a folder with the sources that the map names; may be repeated [default: the folder of the map]
    #[cfg_attr(feature = "clap", arg(long, value_name = "DIR"))]
    pub source_dir: Vec<PathBuf>,
    /// Binary without a map: symbol file, as `asm --symbols` writes it
    #[cfg_attr(feature = "clap", arg(skip))]
    pub symbols: Option<PathBuf>,
    /// Whether the bytes of the file are an image, whatever they are.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub is_raw: bool,
    /// Whether the command has an option `--raw`.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub has_raw: bool,
    /// Whether the program will run.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub runs: bool,
    /// Whether the program is one for CP/M, which loads it at 0100.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub is_cpm: bool,
    /// Whether addresses of other modules do not matter.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub has_placeholders: bool,
    /// Whether other files have the same options, which apply to those of the right kind.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub is_one_of_several: bool,
    /// What a source with the header of a sheet is.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub sheets: Sheets,
    /// What counts for a program that states nothing else, and where the project states nothing.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub defaults: Defaults,
}

/// The meaning of a source whose header names a routine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sheets {
    /// A source like any other.
    #[default]
    Sources,
    /// The sheet of this routine, unless the dialect is said to be that of another assembler.
    InOwnSyntax,
    /// The sheet of this routine: the dialect is that of other sources.
    Always,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Source,
    /// An image, Intel HEX, or a binary with a map.
    Binary,
}

/// An error with its place.
#[derive(Debug)]
pub struct Located {
    /// The file, if it is not that of the program.
    pub file: Option<PathBuf>,
    /// The line, from 1; 1 if the error is not about a line of the file.
    pub line: usize,
    pub error: Error,
}

impl From<Error> for Located {
    fn from(error: Error) -> Self {
        Located { file: None, line: 1, error }
    }
}

impl From<Located> for Error {
    fn from(located: Located) -> Self {
        located.error
    }
}

impl Located {
    pub(crate) fn of(name: &str, failure: &Failure) -> Self {
        let first = failure.diagnostics.iter().find(|found| found.severity == Severity::Error);
        let line = first.filter(|found| found.location.file == name).map_or(1, |found| found.location.line);
        Located { file: None, line, error: diagnostic::render_failure(failure).into() }
    }
}

impl Options {
    /// Returns the options that apply to a file of a kind, for one of several files.
    pub fn only_of(&self, kind: Kind) -> Options {
        let options = Options { is_one_of_several: true, ..self.clone() };
        match kind {
            Kind::Source => Options { map: Vec::new(), source_dir: Vec::new(), symbols: None, ..options },
            Kind::Binary => Options { syntax: Syntax::default(), ..options },
        }
    }

    /// Returns the error for a text where an image is needed.
    pub fn text_instead(&self, path: &Path) -> Error {
        self.with_raw(image::text_instead(path))
    }

    fn with_raw(&self, error: Error) -> Error {
        if self.has_raw { message!("{}, or read its bytes with --raw", error.title()) } else { error }
    }

    /// Refuses options for binaries.
    pub fn check_source(&self, path: &Path) -> Result<()> {
        let is_about_binaries = !self.map.is_empty() || !self.source_dir.is_empty() || self.symbols.is_some();
        if is_about_binaries { Err(only_for_binaries(path)) } else { Ok(()) }
    }
}

/// Returns the error for an option for binaries with a source.
pub(crate) fn only_for_binaries(path: &Path) -> Error {
    message!(
        "--map, --source-dir, --symbols and --contract are for a binary; {} is a source, which has its addresses (ORG), symbols \
         and contracts",
        escape::path(path)
    )
}

impl Kind {
    /// Returns what a file is by its name, its map or the options; `None` if its content decides.
    fn named(files: &dyn Files, path: &Path, options: &Options) -> Option<Kind> {
        let is_source = options.syntax.dialect.is_some() || image::is_named_as_source(path);
        let has_map = || !options.map.is_empty() || map::beside(files, path).is_some();
        match () {
            () if options.is_raw => Some(Kind::Binary),
            () if is_source => Some(Kind::Source),
            () if image::is_named_as_hex(path) || has_map() => Some(Kind::Binary),
            () => None,
        }
    }

    pub fn of(files: &dyn Files, path: &Path, options: &Options) -> Kind {
        Kind::named(files, path, options).unwrap_or_else(|| {
            let bytes = match files.kind(path) {
                _ if escape::is_stream(path) => files.peek(LONGEST_SOURCE).ok(),
                FileKind::File => files.bytes(path, "a program", LONGEST_SOURCE).ok(),
                _ => None,
            };
            bytes.map_or(Kind::Source, |bytes| Kind::of_content(&bytes))
        })
    }

    fn of_content(bytes: &[u8]) -> Kind {
        // A source can have a byte that is not UTF-8, which its error points at.
        if image::is_text(bytes) { Kind::Source } else { Kind::Binary }
    }
}

/// Reads a program: a source, Intel HEX, an image, or a binary with its map.
pub fn open(files: &dyn Files, path: &Path, options: &Options) -> Result<Program, Located> {
    let program = match Kind::named(files, path, options) {
        Some(Kind::Source) => {
            let text = files.source(path)?;
            Program::of_text(files, path, text, options)
        }
        Some(Kind::Binary) => Ok(binary(files, path, None, options)?),
        None => {
            let bytes = files.bytes(path, "a program", LONGEST_SOURCE)?;
            not_empty(path, &bytes)?;
            if Kind::of_content(&bytes) == Kind::Binary {
                return Ok(binary(files, path, Some(bytes), options)?);
            }
            if image::is_named_as_basic(path) {
                return Err(options.text_instead(path).into());
            }
            let text = with_line_feeds(&decode(path, "a source", bytes)?.0);
            Program::of_text(files, path, text, options)
        }
    }?;
    // A sheet has no parts before its routine is read.
    if options.runs && !program.parts.is_empty() && program.parts.iter().all(|(_, bytes)| bytes.is_empty()) {
        return Err(message!("{} has no code", program.name).into());
    }
    Ok(program)
}

/// Refuses a file without content.
fn not_empty(path: &Path, content: &[u8]) -> Result<()> {
    if content.is_empty() { Err(message!("{} is empty", escape::path(path))) } else { Ok(()) }
}

impl Program {
    /// Assembles a source that was read from a path. It includes files from the folder of the path.
    pub fn of_text(
        files: &dyn Files,
        path: &Path,
        text: String,
        options: &Options,
    ) -> Result<Program, Located> {
        options.check_source(path)?;
        let project = Project::of(files, path)?.unwrap_or_default();
        let defaults = options.defaults.or(&project.defaults);
        let mut notes: Vec<String> = unmarked(&text).iter().map(|found| warning(path, found)).collect();
        let own = Syntax::default();
        let is_own = options.syntax.dialect.is_none_or(|dialect| dialect == Dialect::OWN);
        let is_sheet = match options.sheets {
            Sheets::Sources => false,
            Sheets::InOwnSyntax => is_own && names_routine(&text),
            Sheets::Always => names_routine(&text),
        };
        if is_sheet {
            if options.load.is_some() && !options.is_one_of_several {
                let name = escape::path(path);
                return Err(
                    message!("--load places code, and {name} is a sheet, which has its addresses").into()
                );
            }
            let content = SourceText { text, assembly: None, recognized: None };
            let options = Options { syntax: own, ..options.clone() };
            return Ok(Program::of_source(path, content, notes, &options, project));
        }
        let name = escape::source_name(path);
        let has_segments = || options.syntax.dialect_of(&defaults, &name, &text).0 != Dialect::OWN;
        let load = options.load.filter(|_| !options.is_one_of_several || has_segments());
        let (assembler, note) = options.syntax.at(load).options(options.cpu, &defaults, &name, &text)?;
        let assembler = arcadian_asm::Options { has_placeholders: options.has_placeholders, ..assembler };
        let include = options.syntax.or(&defaults.syntax).linking.include;
        let mut host = Folders::new(files, path, &include);
        let mut assembly = arcadian_asm::assemble(&name, &text, &assembler, &mut host)
            .map_err(|failure| Located::of(&name, &failure))?;
        let is_placed = assembler.origin.is_some() || !assembler.segments.is_empty();
        if !is_placed
            && RELOCATABLE.contains(&assembler.dialect.name())
            && targets(&assembly).next().is_some()
        {
            let elsewhere = arcadian_asm::Options { origin: Some(ELSEWHERE), ..assembler.clone() };
            let moved = arcadian_asm::assemble(&name, &text, &elsewhere, &mut host).ok();
            let found = moved.and_then(|moved| Some((collision(&assembly, &moved)?, moved)));
            if let Some(((line, target), moved)) = found {
                notes.push(format!(
                    "{} is placed at {ELSEWHERE:04X}: nothing says where it belongs, and at 0000 line {line} would go into its own code \
                     at {target:04X}; to place it, add --load ADDR",
                    escape::path(path)
                ));
                assembly = moved;
            }
        }
        let recognized = note.as_ref().map(|_| assembler.dialect);
        notes.extend(note.iter().map(|note| escape::line(&note.to_string()).into_owned()));
        let content = SourceText { text, assembly: Some(assembly), recognized };
        Ok(Program::of_source(path, content, notes, options, project))
    }

    fn of_source(
        path: &Path,
        content: SourceText,
        notes: Vec<String>,
        options: &Options,
        project: Project,
    ) -> Program {
        let assembly = content.assembly.as_ref();
        Program {
            name: escape::path(path),
            parts: assembly.map(|assembly| (assembly.origin, assembly.image.clone())).into_iter().collect(),
            source: assembly.map(Source::assembled).unwrap_or_default(),
            notes,
            path: path.to_owned(),
            processor: assembly.map(|assembly| assembly.processor).or(options.cpu),
            content: Content::Source(Box::new(content)),
            options: options.clone(),
            project,
        }
    }
}

/// The dialects of assemblers whose code is placed by a linker.
const RELOCATABLE: [&str; 4] = ["ca65", "sdcc", "m80", "z88dk"];

/// An address for relocatable code, away from the routines of systems.
const ELSEWHERE: u16 = 0x8000;

/// Returns the lines that jump to an address or call one, and the address. Distances are not addresses.
fn targets(assembly: &Assembly) -> impl Iterator<Item = (usize, u16)> {
    let target = |line: &Line| match Control::of(line.row?) {
        Control::Restart(vector) => Some(vector),
        Control::Branch | Control::Call if line.bytes.len() > 2 => {
            Some(assembly.processor.decode(&line.bytes).ok()?.value)
        }
        _ => None,
    };
    assembly.lines.iter().filter_map(move |line| Some((line.number, target(line)?)))
}

/// Returns the first line that goes to the same address wherever the code is, and into the code only at its first place.
fn collision(assembly: &Assembly, moved: &Assembly) -> Option<(usize, u16)> {
    let has = |assembly: &Assembly, address| assembly.byte_at(address).is_some();
    let mut pairs = targets(assembly).zip(targets(moved));
    let found = pairs
        .find(|((_, target), (_, other))| target == other && has(assembly, *target) && !has(moved, *target));
    found.map(|(found, _)| found)
}

/// Returns the warning about a comment without the sign of a contract.
pub fn warning(path: &Path, found: &Unmarked) -> String {
    format!("warning: {}:{}: {}", escape::path(path), found.line, escape::line(&found.to_string()))
}

/// Reads a binary. `bytes` is its content, if it is read already.
fn binary(files: &dyn Files, path: &Path, bytes: Option<Vec<u8>>, options: &Options) -> Result<Program> {
    let name = escape::path(path);
    if options.syntax != Syntax::default() {
        refuse!(
            "--segment, -D and -I are for a source, and {name} is not named as one; add --dialect NAME, or name it .asm or .s"
        );
    }
    let project = Project::of(files, path)?.unwrap_or_default();
    if (!options.is_raw || !options.map.is_empty())
        && let Some(program) = read_linked(files, path, options, &project)?
    {
        return Ok(program);
    }
    if files.kind(path) == FileKind::Missing && !escape::is_stream(path) {
        return Err(files.missing(path, &[]));
    }
    if !options.source_dir.is_empty() {
        refuse!("--source-dir is for a binary with a map, and {name} has none beside it; add --map FILE");
    }
    let mut notes = Vec::new();
    let processor = options.cpu.or(options.defaults.cpu).or(project.defaults.cpu);
    let (parts, start) = if image::is_named_as_hex(path) && !options.is_raw {
        let hex = read_hex(files, path, options)?;
        let start = hex.start.or_else(|| hex.parts.first().map(|(first, _)| *first));
        let (parts, doubled) = intel_hex::joined(&hex.parts).unwrap_or((hex.parts, None));
        notes.extend(doubled.map(|address| {
            format!("warning: {name} has several bytes at {address:04X}: the last of them counts; write each bank to a file of its own")
        }));
        (parts, start)
    } else {
        (vec![image(files, path, bytes, &Options { cpu: processor, ..options.clone() }, &mut notes)?], None)
    };
    let symbols = options.symbols.as_deref().map(|path| read_names(files, path)).transpose()?;
    Ok(Program {
        name,
        parts,
        source: symbols.map_or_else(Source::default, Source::symbols),
        notes,
        path: path.to_owned(),
        processor,
        content: Content::Image(start),
        options: options.clone(),
        project,
    })
}

/// Reads a memory image, and returns its bytes with their address.
fn image(
    files: &dyn Files,
    path: &Path,
    bytes: Option<Vec<u8>>,
    options: &Options,
    notes: &mut Vec<String>,
) -> Result<Part> {
    let name = escape::path(path);
    let bytes = match bytes {
        Some(bytes) if bytes.len() as u64 > LONGEST_IMAGE => {
            refuse!("{name} is longer than {} KB, so it is not a memory image", LONGEST_IMAGE >> 10)
        }
        Some(bytes) => bytes,
        None => files.bytes(path, "a memory image", LONGEST_IMAGE)?,
    };
    not_empty(path, &bytes)?;
    if options.is_raw {
        return Ok((options.load.unwrap_or(0), bytes));
    }
    let image = image::of_bytes(path, bytes, options.cpu).map_err(|error| options.with_raw(error))?;
    if let Some(address) = image.address {
        if options.load.is_some() {
            refuse!("--load is for an image; {name} begins with its load address, {address:04X}");
        }
        notes.push(format!("{name} is loaded at {address:04X}, the address in its first two bytes"));
        return Ok((address, image.bytes));
    }
    let is_cpm = image::is_named_as_cpm(path) && options.cpu != Some(Processor::Mos6502);
    match options.load {
        None if is_cpm && options.runs && !options.is_cpm => refuse!(
            "cannot run {name}: it is named as a program for CP/M; add --cpm, or --load ADDR for a program without a system"
        ),
        load => Ok((load.unwrap_or(if is_cpm || options.is_cpm { CPM_START } else { 0 }), image.bytes)),
    }
}

/// The longest binary with a map, in bytes: banks can make it longer than the memory.
const LONGEST: u64 = 1 << 20;

/// The debug data of a binary, and its sources.
pub(crate) struct Linked {
    pub(crate) data: DebugData,
    pub(crate) sources: Sources,
    /// What each line of a source became.
    pub(crate) placed: BTreeMap<(usize, usize), lines::Placed>,
    pub(crate) tools: map::Tools,
    /// The macros that only make data.
    pub(crate) data_macros: BTreeSet<String>,
    pub(crate) banks: map::Banks,
    format: Format,
    doubt: OnceLock<Option<Doubt>>,
}

impl Linked {
    pub(crate) fn is_of_sdcc(&self) -> bool {
        matches!(self.format, Format::Noi | Format::Cdb | Format::Rst)
    }

    /// Returns why the binary may not be that of its sources: a routine can call code of any of them.
    pub(crate) fn doubt(&self, program: &Program) -> Option<&Doubt> {
        let known = || self.sources.iter().find_map(|source| source.doubt.clone());
        self.doubt.get_or_init(|| known().or_else(|| self.change(program))).as_ref()
    }

    /// Returns the first line of a source that did not make what the binary has there.
    #[cfg(feature = "tools")]
    fn change(&self, program: &Program) -> Option<Doubt> {
        crate::built::doubt(&self.sources, &self.data, &program.parts, program.processor, self.format)
    }

    #[cfg(not(feature = "tools"))]
    fn change(&self, _: &Program) -> Option<Doubt> {
        None
    }
}

/// Reads a binary with its maps; none if no map is named and none is beside the binary.
fn read_linked(
    files: &dyn Files,
    path: &Path,
    options: &Options,
    project: &Project,
) -> Result<Option<Program>> {
    let Some(found) = map::find(files, path, &options.map, &project.map)? else { return Ok(None) };
    let name = escape::path(path);
    if options.symbols.is_some() {
        refuse!("--symbols is for a binary without a map; {name} has its symbols in its map");
    }
    let map::Found { tools, mut data, maps, format, mut notes } = found;
    let map = maps.first().map_or(path, PathBuf::as_path);
    let map_name = escape::path(map);
    let (warnings, mut banks) = map::drop_overlaps(&name, &map_name, &mut data)?;
    notes.extend(warnings);
    let stated = map::processor(format);
    if let (Some(chosen), Some(own)) = (options.cpu, stated)
        && chosen != own
    {
        refuse!("{map_name} is of a program for the {own}: leave out --cpu, which names the {chosen}");
    }
    let processor = options.cpu.or(stated);
    let processor = processor.or(options.defaults.cpu).or(project.defaults.cpu);
    let parts = if image::is_named_as_hex(path) {
        read_hex(files, path, options)?.parts
    } else {
        let bytes = files.bytes(path, "a binary", LONGEST)?;
        let load = if options.is_cpm { Some(CPM_START) } else { options.load };
        map::parts(&name, &bytes, &map_name, &data, load, &mut notes)?
    };
    let (warnings, others) = map::drop_banks(&name, &parts, &mut data);
    notes.extend(warnings);
    banks.merge(others);
    map::check_place(&name, &parts, &map_name, &data)?;
    map::check_bytes(&name, &parts, &map_name, &data)?;
    notes.extend(map::bytes_outside(&name, &parts, &map_name, &data));
    let folders = [&options.source_dir[..], &project.source_dir].concat();
    let sources = Sources::find(files, &data, path, map, &folders);
    // The page reads no debug data of tools.
    #[cfg(feature = "tools")]
    if matches!(format, Format::Noi | Format::Cdb | Format::Rst) {
        refuse_other_port(&name, &sources)?;
    }
    #[cfg(feature = "tools")]
    if format == Format::Ld65 {
        if options.cpu.is_none() {
            refuse_other_processors(&name, &parts, &data, &sources)?;
        }
        let imported = crate::built::imported(&sources, &data, &parts);
        data.symbols.extend(imported);
    }
    notes.extend(sources.missing());
    notes.extend(map::check_sizes(&name, &data, &sources));
    let data_macros = sources.data_macros(processor);
    let placed = lines::placed(&data);
    Ok(Some(Program {
        name,
        source: lines::source(&data, &sources, &parts, processor),
        parts,
        notes,
        path: path.to_owned(),
        processor,
        content: Content::Linked(Box::new(Linked {
            placed,
            data,
            sources,
            tools,
            data_macros,
            banks,
            format,
            doubt: OnceLock::new(),
        })),
        options: options.clone(),
        project: project.clone(),
    }))
}

/// Refuses a binary whose compiler wrote that it made code for a processor that this program cannot run.
#[cfg(feature = "tools")]
fn refuse_other_port(binary: &str, sources: &Sources) -> Result<()> {
    for source in sources.iter() {
        if let Some((processor, line)) = crate::project::begin::other_processor(&source.lines) {
            refuse!(
                "{}:{line}: {binary} has code for the {processor}, which is not a known processor",
                source.name
            );
        }
    }
    Ok(())
}

/// Refuses a binary with code for a processor that this program cannot run: the debug data does not name it, but a source, a library or
/// an instruction can.
#[cfg(feature = "tools")]
fn refuse_other_processors(binary: &str, parts: &[Part], data: &DebugData, sources: &Sources) -> Result<()> {
    use crate::{built, project::begin};

    const HELP: &str = "if all of its code is for the 6502, add --cpu 6502";
    for source in sources.iter() {
        if let Some((processor, line)) = begin::other_processor(&source.lines) {
            let place = format!("{}:{line}", source.name);
            refuse!("{place}: {binary} has code for the {processor}, which is not a known processor; {HELP}");
        }
    }
    for library in &data.libraries {
        if let Some(processor) = begin::processor_of_library(library) {
            let library = escape::text(library);
            refuse!(
                "{binary} has code of {library}, which is for the {processor}, not a known processor; {HELP}"
            );
        }
    }
    if let Some((place, address, byte)) = built::unknown_instruction(sources, data, parts) {
        refuse!(
            "{place}: {binary} has {byte:02X} at {address:04X}, which the 6502's manual does not describe and the 65C02 has; {HELP}"
        );
    }
    Ok(())
}

/// Reads an Intel HEX file, which has the addresses of its parts.
pub(crate) fn read_hex(files: &dyn Files, path: &Path, options: &Options) -> Result<IntelHex> {
    if options.load.is_some() {
        refuse!("--load is for an image; an Intel HEX file has its addresses");
    }
    let text = files.text(path, "an Intel HEX file", LONGEST)?;
    intel_hex::read(&text).with_context(|| format!("cannot load {}", escape::path(path)))
}
