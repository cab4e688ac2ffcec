//! One client: its messages are read beside the program's run, so that they can interrupt it.

use std::{
    io::{BufReader, Read, Write},
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use super::{
    session::Session,
    wire::{self, Incoming},
};

/// So many messages wait at most; the client's further ones stay in the pipe.
const WAITING: usize = 64;

/// Serves a client until one of both leaves.
pub fn serve(input: impl Read + Send + 'static, mut output: impl Write) {
    let inbox = Inbox::new(input);
    let waiting = Arc::clone(&inbox.waiting);
    let mut session = Session::new(Rc::new(move || waiting.load(Ordering::Acquire) > 0));
    while !session.is_over() {
        match inbox.next(session.is_running()) {
            Some(incoming) => session.take(incoming),
            None => session.advance(),
        }
        let sent = session.drain().iter().try_for_each(|message| wire::write(&mut output, message));
        if sent.is_err() {
            break;
        }
    }
}

/// What the client sent and nobody has looked at yet.
struct Inbox {
    messages: Receiver<Incoming>,
    waiting: Arc<AtomicUsize>,
}

impl Inbox {
    fn new(input: impl Read + Send + 'static) -> Self {
        let (sender, messages) = sync_channel(WAITING);
        let waiting = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&waiting);
        thread::spawn(move || read_all(input, &sender, &counter));
        Inbox { messages, waiting }
    }

    /// The next message; where the program is running, none if none has come.
    fn next(&self, is_running: bool) -> Option<Incoming> {
        if is_running && self.waiting.load(Ordering::Acquire) == 0 {
            return None;
        }
        let incoming = self.messages.recv().unwrap_or(Incoming::End);
        self.waiting.fetch_sub(1, Ordering::AcqRel);
        Some(incoming)
    }
}

fn read_all(input: impl Read, sender: &SyncSender<Incoming>, waiting: &AtomicUsize) {
    let mut input = BufReader::new(input);
    loop {
        let incoming = wire::read(&mut input);
        let is_last = matches!(incoming, Incoming::End | Incoming::Lost(_));
        waiting.fetch_add(1, Ordering::AcqRel);
        if sender.send(incoming).is_err() || is_last {
            return;
        }
    }
}
