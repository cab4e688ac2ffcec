//! Tests of tapes: as blocks of bytes, and as changes of the level.

mod levels;
mod tapes;
