//! The commands. Each owns its arguments and uses no other. Which of them reads a file.

pub mod asm;
pub mod bally;
pub mod board;
pub mod compare;
pub mod cycles;
pub mod dap;
pub mod dis;
pub mod exec;
pub mod init;
pub mod list;
pub mod lsp;
pub mod play;
pub mod rules;
pub mod run;
pub mod shorten;
pub mod step;
pub mod sz;
pub mod tape;
pub mod test;
pub mod verify;

use std::path::Path;

use arcadian_asm::{Dialect, NoFiles, Options, Severity, attempt};
use arcadian_bally::Cartridge;
use arcadian_files::{
    Files as _, LONGEST_SOURCE, PROJECT, escape, image, intel_hex,
    program::{self, Reading},
    tape::levels,
};
use arcadian_isa::Processor;
use arcadian_machine::tape as spectrum;
use arcadian_peephole::rules::is_file_name;
use arcadian_play::sz::is_numbered;

use crate::files::Disk;

/// What a file is, and the commands that can read it, the likeliest first.
type Use = (&'static str, &'static [&'static str]);

/// Endings of files, and their uses.
const USES: &[(&[&str], Use)] = &[
    (&["lst"], ("a listing", &["play", "list", "sz"])),
    (&["bas"], ("a BASIC program", &["play", "list", "sz"])),
    (&["wav", "flac", "mp3", "ogg", "m4a", "aif", "aiff"], ("a recording", &["play", "list", "tape decode"])),
    (&["prg"], ("a tape or a program of the 6502", &["play", "list", "exec --cpu 6502"])),
    (&["hex", "ihx", "ihex"], ("an image in Intel HEX", IMAGE)),
    (&["com"], ("a program of CP/M", &["step --cpm", "exec --cpm --cpu z80", "dis --cpu z80"])),
    (&["tap"], ("a tape of the ZX Spectrum", &[SPECTRUM])),
];
const IMAGE: &[&str] = &["step --cpu NAME", "exec --cpu NAME", "dis --cpu NAME"];
const SPECTRUM: &str = "exec --cpu z80 --spectrum";
/// Files about which their names say nothing.
const TEXT: &str = "a text";
const OTHER: &str = "an image";

/// Says what a file or a folder is, and which commands read it.
pub fn uses(path: &Path) -> Vec<String> {
    let folder = || path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let ((what, commands), argument) = match path.file_name() {
        _ if path.is_dir() => (("a folder", &["test"][..]), path),
        Some(name) if name == PROJECT => (("a file of settings", &["test"][..]), folder()),
        _ => (use_of(path), path),
    };
    let (shown, argument) = (escape::argument(path), escape::argument(argument));
    let faults: Vec<_> = commands.iter().map(|command| (command, fault(command, path))).collect();
    let readers = faults.iter().filter(|(_, fault)| fault.is_none());
    let tips: Vec<String> =
        readers.map(|(command, _)| format!("{shown} is {what}: arcadian {command} {argument}")).collect();
    match &faults[..] {
        _ if !tips.is_empty() => tips,
        [.., (_, Some(fault))] if what == OTHER => vec![fault.clone()],
        [.., (command, Some(fault))] if what != TEXT => vec![
            format!("{shown} is named as {what}, and is damaged or something else: {fault}"),
            format!("to see more, type: arcadian {command} {argument}"),
        ],
        _ => vec![format!("no command reads {shown} by itself; `arcadian help` lists the commands")],
    }
}

/// Returns the use of a file, by its ending or by its bytes.
fn use_of(path: &Path) -> Use {
    if image::is_named_as_source(path) {
        return ("a source", &["step", "asm", "verify"]);
    }
    if path.file_name().is_some_and(|name| is_file_name(&escape::os_text(name))) {
        return ("a file of rules", &["rules"]);
    }
    let is_named = |ending: &&str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    if let Some((_, found)) = USES.iter().find(|(endings, _)| endings.iter().any(is_named)) {
        return *found;
    }
    let bytes = Disk.bytes(path, "an image", Cartridge::LONGEST).unwrap_or_default();
    match Cartridge::new(&bytes) {
        Ok(cartridge) if cartridge.is_started() => ("a cartridge", &["bally --cart", "dis --cpu z80"]),
        _ if image::is_text(&bytes) && fault(IMAGE[0], path).is_none() => {
            (TEXT, &["play", "list", "sz", "asm"])
        }
        _ => (OTHER, IMAGE),
    }
}

/// Returns why a command cannot read a file. What needs more than the file is not tried.
fn fault(command: &str, path: &Path) -> Option<String> {
    let text = || Disk.text(path, "a source", LONGEST_SOURCE).unwrap_or_default();
    let is_source = |text: &str| {
        let own = || attempt("", text, &Options::default(), &mut NoFiles).diagnostics;
        let is_right = || own().iter().all(|found| found.severity != Severity::Error);
        Dialect::stated(text).is_some() || Dialect::guess("", text).is_some() || is_right()
    };
    let unless = |is_right: bool, fault: &str| (!is_right).then(|| fault.to_owned());
    match command {
        "play" | "list" | "run" => Some(program::read(&Disk, path, &Reading::default()).err()?.title()),
        "sz" => match program::survey(&Disk, path, &Reading::default()) {
            Ok(read) => {
                let is_listing = image::is_named_as_listing(path) || fault("play", path).is_some();
                unless(is_listing || is_numbered(&read.survey.account()), "it has no printed numbers")
            }
            Err(error) => Some(error.title()),
        },
        "tape decode" => Some(levels(&Disk, path).err()?.title()),
        "exec --cpu 6502" => unless(fault("play", path).is_some(), "it is a tape"),
        SPECTRUM => {
            let bytes = Disk.bytes(path, "a tape", Cartridge::LONGEST).unwrap_or_default();
            unless(spectrum::code(&bytes).is_some(), "it has no code of such a tape")
        }
        "asm" => unless(image::is_named_as_source(path) || is_source(&text()), "it is not a source"),
        "verify" => unless(text().contains(";!"), "it has no contract"),
        "step --cpu NAME" | "exec --cpu NAME" | "dis --cpu NAME" if image::is_named_as_hex(path) => {
            intel_hex::read(&text()).err().map(|error| error.to_string())
        }
        "step --cpu NAME" | "exec --cpu NAME" | "dis --cpu NAME" => {
            let bytes = Disk.bytes(path, "an image", LONGEST_SOURCE).unwrap_or_default();
            Some(image::of_bytes(path, bytes, Some(Processor::Mos6502)).err()?.title())
        }
        _ => None,
    }
}
