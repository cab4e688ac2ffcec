//! The tables held against themselves, against the data sheets' totals and against independent witnesses.

mod bytes;
mod mos;
mod rows;
mod samples;
mod texts;
mod times;
mod written;
