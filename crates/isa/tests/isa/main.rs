//! Checks the tables for consistency, against the totals of the data sheets and against an independent implementation.

mod rows;
mod texts;
