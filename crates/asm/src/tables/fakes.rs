//! Instructions of Z80 assemblers that stand for several of the processor.

/// Other names of the halves of IX and IY.
pub(crate) const HALVES: &[(&str, &str)] = &[
    ("XH", "IXH"),
    ("HX", "IXH"),
    ("XL", "IXL"),
    ("LX", "IXL"),
    ("YH", "IYH"),
    ("HY", "IYH"),
    ("YL", "IYL"),
    ("LY", "IYL"),
];

/// Those of sjasmplus and z88dk: loads between register pairs, shifts of pairs, and loads with a pointer that moves.
pub(crate) const COMMON: &str = include_str!("fakes/common.txt");

pub(crate) const Z88DK: &str = "SLI % = SLL %\nSLS % = SLL %\nIN F,(C) = IN F,(C)";

/// More of sjasmplus. Source: the documentation of SjASMPlus, "Fake instructions".
pub(crate) const SJASMPLUS: &str = include_str!("fakes/sjasmplus.txt");
