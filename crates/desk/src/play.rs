//! Playing a BASIC program: the machine in real time with keys, files and questions to the player.
//!
//! A [`host::Host`] receives the elapsed time and [`action::Action`]s, and provides the picture.

pub mod action;
pub mod folder;
pub mod full_line;
pub mod host;
pub mod keeper;
pub mod pace;
pub mod question;
pub mod recording;
pub mod session;
pub mod stick;
