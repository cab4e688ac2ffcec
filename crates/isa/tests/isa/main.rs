//! Checks the tables for consistency, against the totals of the data sheets and against an independent implementation.

mod durations;
mod round_trip;
mod rows;
mod samples;
mod texts;
