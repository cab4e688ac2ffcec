//! The Bally Professional Arcade as a host runs it: images and states from files, key scripts, playing, reports, and BASIC
//! programs in the BASIC cartridge.

pub mod animation;
pub mod basic;
pub mod keys;
pub mod parts;
pub mod picture;
pub mod report;
pub mod run;
mod scripted;
pub mod session;
pub mod sound;
