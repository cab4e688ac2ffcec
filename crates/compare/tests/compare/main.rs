//! Tests of comparisons: pairs with their answers, laws, counterexamples, reports, and numbers of cycles.

mod counterexamples;
mod cycles;
mod cycles_on_machines;
mod laws;
mod pairs;
mod reports;
mod stack;
mod support;
mod tail_calls;
