//! A computation in a thread of its own, so that keys work meanwhile.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, TryRecvError},
    },
    thread,
};

/// What a thread computes. Dropping it stops the computation.
#[derive(Debug)]
pub struct Background<T> {
    result: Receiver<Option<T>>,
    is_enough: Arc<AtomicBool>,
}

impl<T: Send + 'static> Background<T> {
    /// Starts a computation, which asks from time to time whether it is to stop.
    pub fn start(
        compute: impl FnOnce(&mut dyn FnMut() -> bool) -> Option<T> + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, result) = mpsc::channel();
        let is_enough = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_enough);
        thread::Builder::new().name("player".to_owned()).spawn(move || {
            // Nobody may want the result any more.
            let _ = sender.send(compute(&mut || flag.load(Ordering::Relaxed)));
        })?;
        Ok(Self { result, is_enough })
    }

    /// Returns the result if the computation has ended. There is none if it failed.
    pub fn result(&self) -> Option<Option<T>> {
        match self.result.try_recv() {
            Ok(result) => Some(result),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(None),
        }
    }
}

impl<T> Background<T> {
    /// Ends the computation soon, with the best result so far.
    pub fn hurry(&self) {
        self.is_enough.store(true, Ordering::Relaxed);
    }
}

impl<T> Drop for Background<T> {
    fn drop(&mut self) {
        self.hurry();
    }
}
