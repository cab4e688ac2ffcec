//! Calling conventions of compilers: which registers, flags and cells pass nothing to a called function and nothing back.

use crate::listing::compiler::Compiler;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convention {
    /// Registers and flags that pass nothing to a called function of the compiled program.
    call: &'static [&'static str],
    /// Registers and flags that pass nothing back to the caller.
    back: &'static [&'static str],
    /// Registers and cells that can pass a result back. They are dead at the return of a function that has none.
    results: &'static [&'static str],
    /// Registers and flags that pass nothing to a routine of the compiler's library. Its name has one of `library` at the beginning.
    library_call: &'static [&'static str],
    library: &'static [&'static str],
    /// The routines of the library to which everything is passed, by the beginnings of their names.
    unknown: &'static [&'static str],
    /// Bytes of memory that are used as registers, to which no pointer leads: names and sizes.
    cells: &'static [(&'static str, u16)],
    /// The cells whose values no function of the program receives and none returns.
    scratch: &'static [&'static str],
    pub requires: &'static [&'static str],
    pub words: &'static [&'static str],
}

/// The address of the first cell. Where cells are does not matter, as long as they are apart.
pub(crate) const CELLS_START: u16 = 0x80;

const NONE: Convention = Convention {
    call: &[],
    back: &[],
    results: &[],
    library_call: &[],
    library: &[],
    unknown: &[],
    cells: &[],
    scratch: &[],
    requires: &[],
    words: &["calls and returns pass all registers and flags"],
};

const Z80_FLAGS: &[&str] = &["S", "Z", "YF", "HF", "XF", "PV", "N", "CY"];

/// Source of the facts: SDCC `doc/sdccman.lyx`, "Z80 SDCC calling convention, version 1" and "version 0": parameters are in A,
/// HL, DE and on the stack, results in A, DE, HLDE or L, HL, DEHL. IX is the frame pointer, and is preserved (`src/z80/gen.c`).
/// The routines whose names begin with `___sdcc` are called by the compiler with registers of their own choice.
const SDCC: Convention = Convention {
    call: &["B", "C", "IYH", "IYL", "S", "Z", "YF", "HF", "XF", "PV", "N", "CY"],
    back: &["B", "C", "IYH", "IYL", "S", "Z", "YF", "HF", "XF", "PV", "N", "CY"],
    results: &["A", "D", "E", "H", "L"],
    library_call: Z80_FLAGS,
    library: &["___sdcc"],
    words: &[
        "calls and returns pass nothing in B, C, IY and the flags (SDCC calling conventions 0 and 1)",
        "functions that a comment calls void return nothing",
    ],
    ..NONE
};

/// Source of the facts: z88dk `src/sccz80/codegen.c` and `callfunc.c`: a function's results are in HL, DEHL, or more registers for
/// floating point; its flags are not tested. Routines of the library, whose names have no underscore, may do both.
const Z88DK: Convention = Convention {
    call: Z80_FLAGS,
    back: Z80_FLAGS,
    results: &["A", "B", "C", "D", "E", "H", "L"],
    library: &[""],
    words: &[
        "calls of functions and returns pass nothing in the flags",
        "functions that a comment calls void return nothing",
    ],
    ..NONE
};

/// Source of the facts: cc65 `doc/cc65-intern.sgml`, "Calling conventions" and "Clobbered state"; `src/cc65/codeinfo.c` for the
/// routines of the library: none but `bool…` and the jumps through vectors depends on flags.
const CC65: Convention = Convention {
    call: &["N", "V", "Z", "C"],
    back: &["Y", "N", "V", "Z", "C"],
    results: &["A", "X", "sreg"],
    library_call: &["N", "V", "Z", "C"],
    library: &[""],
    unknown: &["bool", "jmpvec", "callax", "callptr4"],
    cells: &[
        ("sp", 2),
        ("c_sp", 2),
        ("sreg", 2),
        ("regsave", 4),
        ("ptr1", 2),
        ("ptr2", 2),
        ("ptr3", 2),
        ("ptr4", 2),
        ("tmp1", 1),
        ("tmp2", 1),
        ("tmp3", 1),
        ("tmp4", 1),
    ],
    scratch: &["regsave", "ptr1", "ptr2", "ptr3", "ptr4", "tmp1", "tmp2", "tmp3", "tmp4"],
    requires: &["D = 0"],
    words: &[
        "calls pass nothing in the flags, returns nothing in Y and the flags, both nothing in regsave, ptr1 to ptr4 and tmp1 to tmp4",
        "functions that a comment calls void return nothing",
        "D = 0",
        "no pointer leads to the compiler's cells in the zero page",
    ],
};

impl Convention {
    pub fn of(compiler: Compiler) -> Convention {
        match compiler {
            Compiler::Sdcc => SDCC,
            Compiler::Z88dk => Z88DK,
            Compiler::Cc65 => CC65,
        }
    }

    /// Returns the convention that assumes nothing.
    pub fn none() -> Convention {
        NONE
    }

    /// Returns the names of the bytes of all cells: `ptr1`, `ptr1+1`.
    pub(crate) fn cell_names(self) -> impl Iterator<Item = String> {
        let bytes = |(name, size): &'static (&'static str, u16)| {
            (0..*size).map(move |byte| if byte == 0 { (*name).to_owned() } else { format!("{name}+{byte}") })
        };
        self.cells.iter().flat_map(bytes)
    }

    pub fn cells(self) -> Vec<(&'static str, u16)> {
        let mut address = CELLS_START;
        let place = |(name, size): &(&'static str, u16)| {
            address += size;
            (*name, address - size)
        };
        self.cells.iter().map(place).collect()
    }

    /// Returns the first and the last address of the cells, if there are any.
    pub fn cell_addresses(self) -> Option<(u16, u16)> {
        let size: u16 = self.cells.iter().map(|(_, size)| *size).sum();
        (size > 0).then(|| (CELLS_START, CELLS_START + size - 1))
    }

    /// Returns whether the routine with this name, as the compiler wrote it, is one of its library.
    fn is_library(self, name: &str) -> bool {
        let begins = |beginning: &&str| {
            if beginning.is_empty() { !name.starts_with('_') } else { name.starts_with(*beginning) }
        };
        self.library.iter().any(begins)
    }

    /// Returns whether a resource passes nothing to a called routine.
    pub(crate) fn is_dead_at_call(self, callee: &str, resource: &str) -> bool {
        if self.unknown.iter().any(|beginning| callee.starts_with(beginning)) {
            return false;
        }
        if self.is_library(callee) {
            return self.library_call.contains(&resource);
        }
        self.call.contains(&resource) || self.is_scratch(resource)
    }

    /// Returns whether a resource passes nothing back from a function, which may be one without a result.
    pub(crate) fn is_dead_at_return(self, resource: &str, is_void: bool) -> bool {
        let cell = resource.split('+').next().unwrap_or(resource);
        self.back.contains(&resource) || self.is_scratch(resource) || is_void && self.results.contains(&cell)
    }

    fn is_scratch(self, resource: &str) -> bool {
        let cell = resource.split('+').next().unwrap_or(resource);
        self.scratch.contains(&cell)
    }
}
