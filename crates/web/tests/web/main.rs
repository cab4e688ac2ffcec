//! The modules as the page uses them: requests and answers in JSON.

mod boards;
mod play;
mod requests;
mod step;
