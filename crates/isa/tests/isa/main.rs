//! Checks the tables for consistency, against the totals of the data sheets and against an independent implementation.

mod bytes;
mod durations;
mod hex;
mod round_trip;
mod rows;
mod samples;
mod texts;
