//! `lsp`: a server for the Language Server Protocol. The server itself is in `arcadian-editor`.

use std::{
    io::{self, BufReader, IsTerminal, Read, Write},
    sync::mpsc::{Sender, SyncSender, channel, sync_channel},
    thread,
};

use anyhow::{Context, Result};
use arcadian_editor::{
    dap::message::Incoming,
    lsp::{
        analysis::{Done, Job},
        proof::{ProofJob, Proven},
        server::Server,
    },
};
use clap::Args;

use crate::{
    files::{Disk, ExitStatus, output},
    wire,
};

const HELP: &str = "\
An editor starts this command and talks to it through standard input and output; docs/editors.md explains how to set up Neovim, VS \
Code, Emacs and Helix. It checks sheets, sources and BASIC listings while you edit them, and offers repairs, explanations, \
definitions and completion.

Exit status: 0 the editor ended the connection as the protocol requires; 1 it did not.";

const WAITING: &str = "\
waiting on standard input for an editor that speaks the Language Server Protocol;
an editor usually starts this command (docs/editors.md)
to check a source in this terminal: arcadian asm SOURCE; a listing: arcadian sz LISTING; to quit: Ctrl-D or Ctrl-C";

/// The arguments of `lsp`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub struct LspArgs {
    /// Use standard input and output, which is the only way; many editors add this option
    #[arg(long)]
    pub stdio: bool,
}

/// Serves an editor until it disconnects.
pub fn run(_: &LspArgs) -> Result<ExitStatus> {
    if io::stdin().is_terminal() {
        output::note(WAITING);
    }
    Ok(ExitStatus::of(serve(io::stdin(), io::stdout())?))
}

/// The maximum length of a message in bytes: a source of the maximum length, in which JSON escapes every byte.
const LONGEST_MESSAGE: usize = 1 << 26;
/// The capacity of the queue; further messages stay in the pipe. So many are handled before the next analysis begins, which then is
/// of the last of many changes.
const QUEUE: usize = 64;

/// An event of the server: a message from the client, or the progress or result of a thread.
enum Event {
    Incoming(Incoming),
    Analyzed(Box<Done>),
    /// The percentage of the inputs that a proof has covered.
    Advanced(u32),
    Proven(Box<Proven>),
}

/// Serves a client until it disconnects. Returns whether it ended the connection as the protocol requires.
pub fn serve(input: impl Read + Send + 'static, mut output: impl Write) -> Result<bool> {
    let (sender, events) = sync_channel(QUEUE);
    let jobs = worker(&sender, |job: Job, _| Event::Analyzed(Box::new(job.run(&Disk))))
        .context("cannot start a thread")?;
    let proofs = worker(&sender, |job: ProofJob, events| {
        let progress = |percentage| drop(events.send(Event::Advanced(percentage)));
        Event::Proven(Box::new(job.run(&Disk, &progress)))
    })
    .context("cannot start a thread")?;
    thread::Builder::new().spawn(move || read_all(input, &sender)).context("cannot start a thread")?;
    let mut server = Server::new();
    while !server.is_over() {
        let Ok(event) = events.recv() else { break };
        let others = events.try_iter().take(QUEUE);
        let is_connected = std::iter::once(event).chain(others).all(|event| take(&mut server, event));
        if let Some(job) = server.next_job() {
            jobs.send(job).context("the thread of the analyses has ended")?;
        }
        if let Some(job) = server.next_proof() {
            proofs.send(job).context("the thread of the proofs has ended")?;
        }
        let sent = server.drain().iter().try_for_each(|message| wire::write(&mut output, message));
        if sent.is_err() || !is_connected {
            break;
        }
    }
    Ok(server.ended_as_expected())
}

/// Passes an event to the server. Returns false at the end of the connection.
fn take(server: &mut Server, event: Event) -> bool {
    match event {
        Event::Analyzed(done) => server.finish(*done),
        Event::Advanced(percentage) => server.advance_proof(percentage),
        Event::Proven(proven) => server.finish_proof(*proven),
        Event::Incoming(Incoming::Message(message)) => server.receive(message),
        Event::Incoming(Incoming::Malformed(why)) => server.receive_malformed(&why),
        Event::Incoming(Incoming::OutOfSync(why)) => {
            output::note(&format!("the connection has ended: {why}"));
            return false;
        }
        Event::Incoming(Incoming::End) => return false,
    }
    !server.is_over()
}

/// Starts a thread that does work piece by piece. It ends with the server.
fn worker<T: Send + 'static>(
    events: &SyncSender<Event>,
    work: impl Fn(T, &SyncSender<Event>) -> Event + Send + 'static,
) -> io::Result<Sender<T>> {
    let (sender, pieces) = channel();
    let events = events.clone();
    let run = move || {
        for piece in pieces {
            if events.send(work(piece, &events)).is_err() {
                break;
            }
        }
    };
    thread::Builder::new().spawn(run)?;
    Ok(sender)
}

fn read_all(input: impl Read, sender: &SyncSender<Event>) {
    let mut input = BufReader::new(input);
    loop {
        let incoming = wire::read(&mut input, LONGEST_MESSAGE);
        let is_last = matches!(incoming, Incoming::End | Incoming::OutOfSync(_));
        if sender.send(Event::Incoming(incoming)).is_err() || is_last {
            return;
        }
    }
}
