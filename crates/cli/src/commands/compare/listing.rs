//! `compare --listing`: the output of a compiler without and with its optimizer.

use std::{
    collections::BTreeSet,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow, bail};
use arcadian_asm::Failure;
use arcadian_files::{Files as _, LONGEST_SOURCE, diagnostic, escape};
use arcadian_peephole::listing::{Compiler, Convention, FunctionReport, Listings};

use super::{
    CallConvention, CompareArgs,
    judge::{Detail, Judge},
    listing_report::{self, Summary},
};
use crate::{
    files::{Disk, ExitStatus, output},
    terminal,
};

/// The time limit for a region unless one is given.
const TIME: Duration = Duration::from_secs(10);

/// Compares two listings and reports the answer.
pub fn answer(args: &CompareArgs) -> Result<ExitStatus> {
    let text = |path: &PathBuf| Disk.text(path, "assembly output", LONGEST_SOURCE);
    let new_path = args.new.as_ref().context("cannot compare one listing: name a second file")?;
    let (old, new) = (text(&args.old)?, text(new_path)?);
    let dialect = dialect(args, new_path, &old, &new)?;
    let convention = match args.convention {
        CallConvention::Compiler => Convention::of(dialect),
        CallConvention::None => Convention::none(),
    };
    let library = args.library.iter().map(|path| Disk.text(path, "library source", LONGEST_SOURCE));
    let library = library.collect::<Result<Vec<String>, _>>()?;
    let names = [escape::source_name(&args.old), escape::source_name(new_path)];
    let listings = Listings::read(dialect, convention, [(&names[0], &old), (&names[1], &new)], &library)
        .map_err(|failure| refused(dialect, &failure))?;
    if listings.functions() == 0 {
        bail!(
            "cannot find a function in {}: is it the assembly output of a compiler?",
            escape::path(&args.old)
        );
    }
    let start = Instant::now();
    let interrupted = Arc::new(AtomicBool::new(false));
    terminal::listen_for_interrupt(&interrupted).context("cannot listen for Ctrl-C")?;
    let judge = Judge {
        listings: &listings,
        processor: dialect.processor(),
        convention,
        volatile: &args.volatile,
        time_limit: args.time_limit.unwrap_or(TIME),
        interrupted: &interrupted,
    };
    let functions = check_all(&listings, &judge)?;
    if interrupted.load(Ordering::Relaxed) {
        terminal::end_interrupted();
    }
    let summary = Summary {
        dialect,
        convention,
        files: names,
        uncovered: listings.uncovered(),
        functions,
        elapsed: start.elapsed(),
    };
    listing_report::print(args, &summary, &judge)?;
    Ok(ExitStatus::of(summary.is_same()))
}

/// Shows why a listing cannot be assembled.
fn refused(dialect: Compiler, failure: &Failure) -> anyhow::Error {
    failure
        .diagnostics
        .iter()
        .for_each(|found| output::show(&diagnostic::render_source(found).with_line("")));
    let files: BTreeSet<&str> =
        failure.diagnostics.iter().map(|found| found.location.file.as_str()).collect();
    let files: Vec<_> = files.into_iter().map(|file| escape::line(file).into_owned()).collect();
    let assembler = dialect.assembler();
    anyhow!("cannot compare {}: it cannot be assembled as source of {assembler}", files.join(" and "))
}

/// Returns the dialect that is named, or that both files are in.
fn dialect(args: &CompareArgs, new_path: &PathBuf, old: &str, new: &str) -> Result<Compiler> {
    if let Some(dialect) = args.dialect {
        return Ok(dialect);
    }
    let guess = |path: &PathBuf, text: &str| {
        let unknown = || {
            format!(
                "cannot tell which compiler wrote {}: add --dialect sdcc, z88dk or cc65",
                escape::path(path)
            )
        };
        Compiler::guess(text).with_context(unknown)
    };
    let (one, other) = (guess(&args.old, old)?, guess(new_path, new)?);
    if one != other {
        bail!("cannot compare output of {} with output of {}", one.name(), other.name());
    }
    Ok(one)
}

/// Compares all functions on all cores. Returns the reports in the order of the first file.
fn check_all(listings: &Listings, judge: &Judge) -> Result<Vec<FunctionReport<Detail>>> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut reports: Vec<_> = thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let is_over = number >= listings.functions() || judge.interrupted.load(Ordering::Relaxed);
                    if is_over {
                        return;
                    }
                    let report = listings.check(number, &mut |region| judge.judge(region));
                    if sender.send((number, report)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        receiver.iter().filter_map(|(number, report)| Some((number, report?))).collect()
    });
    reports.sort_by_key(|(number, _)| *number);
    Ok(reports.into_iter().map(|(_, report)| report).collect())
}
