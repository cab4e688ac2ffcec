//! Tests of comparisons: pairs with their answers, laws, counterexamples, reports, and numbers of cycles.

mod cycles;
mod laws;
mod pairs;
mod reports;

use arcadian_asm::fragment::{Fragment, read_fragment};
use arcadian_isa::Processor;

/// Reads a part. `; ` divides instructions that are in one line.
pub(crate) fn read(text: &str, processor: Processor) -> Fragment {
    let text = format!(" {}\n", text.replace("; ", "\n "));
    read_fragment("code", &text, processor).unwrap_or_else(|failure| panic!("{text}: {failure}"))
}
