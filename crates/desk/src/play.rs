//! A program that is played: the machine in real time, its keys, its files and the questions to the person.
//!
//! A [`host::Host`] is advanced with the time that has passed, given [`action::Action`]s and asked for its picture.

pub mod action;
pub mod folder;
pub mod host;
pub mod pace;
pub mod question;
pub mod session;
pub mod stick;
