//! `compare --listing`: the output of a compiler without and with its optimizer.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::Instant,
};

use anyhow::{Context, Result, anyhow, bail};
use arcadian_asm::Failure;
use arcadian_compare::{Reason, Volatile};
use arcadian_files::{Files as _, LONGEST_SOURCE, diagnostic, escape};
use arcadian_peephole::listing::{Compiler, Convention, FunctionReport, Listings, Uncovered};
use arcadian_proof::{cancellable, interruptible};

use super::{
    CallConvention, CompareArgs,
    judge::{Detail, Judge},
    listing_report::{self, Summary},
};
use crate::{
    files::{Disk, ExitStatus, output},
    terminal::{self, Progress, deadline::Deadline},
};

pub fn answer(args: &CompareArgs) -> Result<ExitStatus> {
    let start = Instant::now();
    // Long files take a while before they are compared: Ctrl-C counts from the start.
    let interrupted = Arc::new(AtomicBool::new(false));
    terminal::listen_for_interrupt(&interrupted).context("cannot listen for Ctrl-C")?;
    let text = |path: &PathBuf| Disk.text(path, "assembly output", LONGEST_SOURCE);
    let new_path = args.new.as_ref().context("cannot compare one listing: name a second file")?;
    let (old, new) = (text(&args.old)?, text(new_path)?);
    let dialect = dialect(args, new_path, &old, &new)?;
    let convention = match args.convention {
        CallConvention::Compiler => Convention::of(dialect),
        CallConvention::None => Convention::none(),
    };
    check_volatile(&args.volatile, [&old, &new])?;
    let library = args.library.iter().map(|path| Disk.text(path, "library source", LONGEST_SOURCE));
    let library = library.collect::<Result<Vec<String>, _>>()?;
    let names = [escape::source_name(&args.old), escape::source_name(new_path)];
    let progress = Progress::new();
    progress.show(|| "assembling both files".to_owned());
    let time_limit = args.time_limit;
    let limit = || Deadline::after(Some(time_limit), &interrupted).context("cannot start a thread");
    let files = [(&*names[0], &*old), (&*names[1], &*new)];
    let read = cancellable(limit()?.flag(), || Listings::read(dialect, convention, files, &library));
    let listings = match read {
        Ok(listings) => listings.map_err(|failures| refused(dialect, &names, failures))?,
        Err(_) => {
            drop(progress);
            let is_interrupted = interrupted.load(Ordering::Relaxed);
            let reason = if is_interrupted { Reason::Interrupted } else { Reason::Time };
            listing_report::print_undecided(args, dialect, &reason, start.elapsed())?;
            if is_interrupted {
                terminal::end_interrupted();
            }
            return Ok(ExitStatus::of(false));
        }
    };
    if listings.functions() == 0 {
        bail!(
            "cannot find a function in {}: is it the assembly output of a compiler?",
            escape::path(&args.old)
        );
    }
    if listings.functions_in_common() == 0 {
        bail!("nothing to compare: no function is in both {} and {}", names[0], names[1]);
    }
    let judge = Judge {
        listings: &listings,
        processor: dialect.processor(),
        convention,
        volatile: &args.volatile,
        time_limit,
        interrupted: &interrupted,
    };
    let functions = check_all(&listings, &judge, &progress)?;
    progress.show(|| "comparing what is beside the functions".to_owned());
    let uncovered = cancellable(limit()?.flag(), || listings.uncovered());
    drop(progress);
    let is_interrupted = interrupted.load(Ordering::Relaxed);
    let summary = Summary {
        dialect,
        convention,
        files: names,
        is_interrupted,
        left: listings.functions_in_common() - functions.len(),
        uncovered: uncovered
            .unwrap_or_else(|_| if is_interrupted { Vec::new() } else { vec![not_compared()] }),
        functions,
        elapsed: start.elapsed(),
    };
    listing_report::print(args, &summary, &judge)?;
    if is_interrupted {
        terminal::end_interrupted();
    }
    Ok(ExitStatus::of(summary.is_same()))
}

/// Refuses the names of cells that neither file has.
fn check_volatile(cells: &[Volatile], files: [&str; 2]) -> Result<()> {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_used =
        |name: &str| files.iter().any(|text| text.split(|c| !is_letter(c)).any(|word| word == name));
    let unused = cells.iter().find_map(|cells| match cells {
        Volatile::Named(name, _) if !is_used(name) => Some(name),
        _ => None,
    });
    let Some(name) = unused else { return Ok(()) };
    bail!("cannot use --volatile: neither file has the name `{name}`; C names begin with an underscore there")
}

/// Returns what is found instead of what differs beside the functions, if there was no time for it.
fn not_compared() -> Uncovered {
    let message = "what is beside the functions is not compared".to_owned();
    Uncovered { message, old_line: None, new_line: None }
}

/// Shows why listings cannot be assembled.
fn refused(dialect: Compiler, names: &[String; 2], failures: [Option<Failure>; 2]) -> anyhow::Error {
    let found = failures.iter().flatten().flat_map(|failure| &failure.diagnostics);
    found.for_each(|found| output::show(&diagnostic::render_source(found).with_line("")));
    let omitted: usize = failures.iter().flatten().map(|failure| failure.omitted).sum();
    if omitted > 0 {
        output::note(&format!("{omitted} more errors are not shown"));
    }
    let mut files: Vec<&str> = names
        .iter()
        .zip(&failures)
        .filter_map(|(name, failure)| Some(&**name).filter(|_| failure.is_some()))
        .collect();
    files.dedup();
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

/// Compares all functions on all cores, until Ctrl-C. Returns the reports in the order of the first file.
fn check_all(listings: &Listings, judge: &Judge, progress: &Progress) -> Result<Vec<FunctionReport<Detail>>> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut reports = Vec::new();
    let show = |done: usize| {
        progress.show(|| format!("comparing: {done} of {} functions", listings.functions()));
    };
    show(0);
    thread::scope(|scope| -> Result<()> {
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let is_over = number >= listings.functions() || judge.interrupted.load(Ordering::Relaxed);
                    if is_over || sender.send((number, check(listings, judge, number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (done, (number, report)) in (1..).zip(receiver) {
            show(done);
            reports.extend(report?.map(|report| (number, report)));
        }
        Ok(())
    })?;
    reports.sort_by_key(|(number, _)| *number);
    Ok(reports.into_iter().map(|(_, report)| report).collect())
}

/// Compares a function. Returns `None` if only one file has it, and after Ctrl-C if nothing is known of it.
fn check(listings: &Listings, judge: &Judge, number: usize) -> Result<Option<FunctionReport<Detail>>> {
    let end = Instant::now() + judge.time_limit;
    let deadline =
        Deadline::after(Some(judge.time_limit), judge.interrupted).context("cannot start a thread")?;
    let Ok(correspondence) = cancellable(deadline.flag(), || listings.correspondence(number)) else {
        let is_interrupted = judge.interrupted.load(Ordering::Relaxed);
        let fault = || Some("the time was over before its parts were found".to_owned());
        return Ok(if is_interrupted { None } else { listings.not_compared(number, fault()) });
    };
    let check = || correspondence.check(&mut |region| judge.judge(region, end));
    let report = interruptible(deadline.flag(), check);
    let is_known = |report: &FunctionReport<Detail>| {
        !judge.interrupted.load(Ordering::Relaxed) || !report.regions.is_empty()
    };
    Ok(report.filter(is_known))
}
