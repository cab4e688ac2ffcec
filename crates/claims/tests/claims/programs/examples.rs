//! The short programs that show how routines are called.

use arcadian_cpu::{I8080, Mos6502};
use arcadian_isa::Processor;

use super::console::{Console, assembled};

/// Each program, and what it prints on both processors.
const PRINTED: &[(&str, &str)] = &[
    ("layouts", "2F1B F1B2 1B2F B2F1 \nLEAST: 1B2F \n"),
    (
        "keys",
        "BCDHFGEPIJKLAMNO\nBCDHFGKEIJLPAMNO\nBCDHFGKEIJNLAMOP\nBCDHFJGEINKLAMOP\nBCGDFJEHINKLAMOP\n\
         BCGDFJEHAIKLMNOP\nBCGDAFEHIJKLMNOP\nBFCDAEGHIJKLMNOP\nABCDEFGHIJKLMNOP IN ORDER\n",
    ),
    ("rook", "0000000000200400 KEY 0042\n"),
    ("halma", "41 42 43 51 53 61 62 63 \n"),
    ("ataxx", "03 02 1F\n"),
];

#[test]
fn examples_print_the_same_on_both_processors() {
    for (name, expected) in PRINTED {
        assert_eq!(Console::<I8080>::load(name).type_lines(&[]), *expected, "{name}");
        assert_eq!(Console::<Mos6502>::load(name).type_lines(&[]), *expected, "{name}");
    }
}

/// TACTIX and its texts are in the class of 1 KB, without the table that it makes.
#[test]
fn sizes_of_the_programs() {
    for (name, sizes) in [("tactix", [1127, 1222]), ("rotate", [971, 929])] {
        let size = |processor| assembled(processor, name).size;
        assert_eq!([size(Processor::I8080), size(Processor::Mos6502)], sizes, "{name}");
    }
}
