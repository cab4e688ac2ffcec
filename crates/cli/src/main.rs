//! The program `arcadian`.
fn main() {}
