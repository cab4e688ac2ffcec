//! `init`: begins a project.

use std::{
    fs,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use arcadian_asm::Dialect;
use arcadian_files::{FileKind, Files as _, LONGEST_SOURCE, PROJECT, escape, source};
use arcadian_isa::Processor;
use arcadian_program::project::{
    Project,
    begin::{Beginning, CONTRACTS, ENDINGS, Survey},
    build_files::{BUILD_FILES, OF_BUILDS},
};
use clap::Args;

use crate::{
    files::{Disk, ExitStatus, output, pending::Pending},
    reports::{files_below, is_lost},
};

const INIT_HELP: &str = "\
In an empty folder, `init` writes a routine with a contract, an example and a cycle budget. In a folder with sources for SDCC, cc65, \
sjasmplus, ACME or z88dk it recognizes these, states their dialect, processor and folders in arcadian.toml, and writes a contract \
for each routine that other modules call, as comments to fill in. In both it writes a workflow for GitHub and settings for VS Code.

Examples:
  arcadian init --cpu z80              in the current folder
  arcadian init game --cpu 6502        in a new folder
  arcadian init                        in a folder with sources, or with questions in a terminal

Exit status: 0 the files are written; 2 bad arguments, files that exist already, or files that cannot be written.";

/// The arguments of `init`.
#[derive(Args, Debug)]
#[command(after_help = "See --help for what is written, and for examples.", after_long_help = INIT_HELP)]
pub struct InitArgs {
    /// Folder of the project, which is created if necessary
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,
    /// Processor: 8080, z80 or 6502 [default: that of the sources in the folder; without sources it is asked for]
    #[arg(long, value_name = "NAME")]
    pub cpu: Option<Processor>,
    /// Syntax of the sources, as with `asm` [default: that of the sources in the folder]
    #[arg(long, value_name = "NAME", value_parser = source::dialect)]
    pub dialect: Option<Dialect>,
    /// Replace files that exist
    #[arg(long)]
    pub force: bool,
}

pub fn run(args: &InitArgs) -> Result<ExitStatus> {
    let shown = escape::path(&args.folder);
    ensure!(
        matches!(Disk.kind(&args.folder), FileKind::Folder | FileKind::Missing),
        "cannot begin a project in {shown}: it is a file; name a folder"
    );
    if let Some(above) =
        Disk.project(&args.folder).filter(|file| !Disk.is_same(file, &args.folder.join(PROJECT)))
    {
        output::note(&format!("note: {} is above {shown}; it does not count there", escape::path(&above)));
    }
    let survey = survey(&args.folder)?;
    let beginning = beginning(args, survey)?;
    let mut files = beginning.files();
    for (path, _) in &mut files {
        *path = if args.folder == Path::new(".") { path.clone() } else { args.folder.join(&path) };
    }
    keep_existing(args, &mut files)?;
    write(&files)?;
    let mut report = beginning.about();
    for (path, _) in &files {
        report += &format!("wrote {}\n", escape::path(path));
    }
    output::print(&(report + &beginning.next()))?;
    Ok(ExitStatus::Holds)
}

/// The files that are read to recognize a project.
const MOST_FILES: usize = 5_000;

/// Recognizes the sources in a folder.
fn survey(folder: &Path) -> Result<Survey> {
    if Disk.kind(folder) == FileKind::Missing {
        return Ok(Survey::default());
    }
    let (mut texts, mut built) = (Vec::new(), Vec::new());
    for path in &files_below(folder)? {
        let name =
            path.file_name().map(|name| escape::os_text(name).to_ascii_lowercase()).unwrap_or_default();
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let own = path.strip_prefix(folder).unwrap_or(path).to_owned();
        if OF_BUILDS.contains(&ending) {
            built.push(own);
        } else if (ENDINGS.contains(&ending) || BUILD_FILES.contains(&&*name)) && texts.len() < MOST_FILES {
            match Disk.bytes(path, "a source", LONGEST_SOURCE) {
                Ok(bytes) => texts.push((own, String::from_utf8_lossy(&bytes).into_owned())),
                Err(error) => output::note(&format!("note: {}; its contents are not used", error.title())),
            }
        } else if is_lost(path) {
            output::note(&format!(
                "note: {} is a link that leads nowhere; it is not used",
                escape::path(path)
            ));
        }
    }
    Ok(Survey::of(&texts, &built))
}

fn beginning(args: &InitArgs, survey: Survey) -> Result<Beginning> {
    // A file that is replaced need not be right.
    let file = args.folder.join(PROJECT);
    let project = fs::read_to_string(&file).ok().and_then(|text| Project::parse(&file, &text).ok());
    let stated = project.map(|project| project.defaults).unwrap_or_default();
    let dialect = args.dialect.or(stated.syntax.dialect).or(survey.dialect);
    let dialect = dialect.filter(|dialect| *dialect != Dialect::OWN);
    let of_dialect = || args.dialect.and_then(Dialect::processor);
    let known = args.cpu.or(stated.cpu).or_else(of_dialect);
    match &survey.processors[..] {
        _ if known.is_some() => {}
        [(Err(name), file, line)] => bail!(
            "cannot begin a project for the {name}, which {}:{line} names: arcadian has the 8080, the Z80 and the 6502; \
             if the code is for one of these, add --cpu",
            escape::path(file)
        ),
        [] | [_] => {}
        several => {
            let names = several.iter().map(|(processor, file, line)| {
                let name = processor.as_ref().map_or_else(Clone::clone, ToString::to_string);
                format!("the {name} ({}:{line})", escape::path(file))
            });
            bail!(
                "cannot begin a project for several processors: {}; add --cpu 8080, z80 or 6502",
                names.collect::<Vec<_>>().join(", ")
            )
        }
    }
    let cpu = match known.or_else(|| survey.cpu()) {
        Some(cpu) => cpu,
        None if is_asked() => {
            survey.unread().lines().for_each(output::note);
            ask("Processor (8080, z80 or 6502)?", |answer| answer.parse().ok())?
        }
        None => {
            let unread = survey.unread();
            let unread = if unread.is_empty() { unread } else { format!("\n{}", unread.trim_end()) };
            bail!("cannot begin a project without a processor: add --cpu 8080, z80 or 6502{unread}")
        }
    };
    if let Some(dialect) = dialect.filter(|dialect| !dialect.is_for(cpu)) {
        bail!(
            "cannot begin a project for the {cpu} with the dialect {}: it is for other processors",
            dialect.name()
        );
    }
    Ok(Beginning { cpu, dialect, survey })
}

/// Leaves out the files that exist and are to be kept. Without a terminal this is an error.
fn keep_existing(args: &InitArgs, files: &mut Vec<(PathBuf, String)>) -> Result<()> {
    let exists = |path: &Path| fs::symlink_metadata(path).is_ok();
    // It has the work of people: contracts that they have filled in.
    files.retain(|(path, _)| path.file_name().is_none_or(|name| name != CONTRACTS) || !exists(path));
    let existing: Vec<PathBuf> =
        files.iter().map(|(path, _)| path.clone()).filter(|path| exists(path) && !args.force).collect();
    if !existing.is_empty() && !is_asked() {
        let names = existing.iter().map(|path| escape::path(path)).collect::<Vec<_>>().join(", ");
        let (exist, them) = if existing.len() == 1 { ("exists", "it") } else { ("exist", "them") };
        bail!("cannot begin a project: {names} {exist} already; --force replaces {them}");
    }
    for path in existing {
        let question = format!("{} exists. Replace it (y or n)?", escape::path(&path));
        let is_replaced = ask(&question, |answer| match answer {
            "y" | "yes" => Some(true),
            "n" | "no" | "" => Some(false),
            _ => None,
        })?;
        files.retain(|(other, _)| is_replaced || *other != path);
    }
    Ok(())
}

/// Writes the files. All are checked before the first is written.
fn write(files: &[(PathBuf, String)]) -> Result<()> {
    for folder in files.iter().filter_map(|(path, _)| path.parent()) {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create the folder {}", escape::path(folder)))?;
    }
    let pending =
        files.iter().map(|(path, text)| Ok((Pending::new(path)?, text))).collect::<Result<Vec<_>>>()?;
    pending.into_iter().try_for_each(|(file, text)| file.finish(text.as_bytes()))
}

/// Whether there is a terminal with somebody who can answer.
fn is_asked() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Asks until the answer is one of those that are expected.
fn ask<T>(question: &str, read: impl Fn(&str) -> Option<T>) -> Result<T> {
    loop {
        output::print(&format!("{question} "))?;
        let mut answer = String::new();
        let count = io::stdin().read_line(&mut answer).context("cannot read the answer")?;
        ensure!(count > 0, "there is no answer; nothing was written");
        if let Some(answer) = read(answer.trim()) {
            return Ok(answer);
        }
    }
}
