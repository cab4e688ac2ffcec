//! The addresses of the cartridge. They are those of its sources, `memory.inc` and the labels of the code; a test compares
//! them. A local label has `_` for the period.

use std::ops::RangeInclusive;

macro_rules! addresses {
    ($($name:ident = $value:literal,)*) => {
        $(pub(super) const $name: u16 = $value;)*

        #[cfg(test)]
        const ALL: &[(&str, u16)] = &[$((stringify!($name), $value)),*];
    };
}

addresses! {
    // Entry points
    RUNIT = 0x2003,
    PROMPT = 0x2006,
    GETKEY = 0x2009,

    // Memory
    PROGRAM = 0x4000,
    PICTURE = 0x4000,
    PICEND = 0x4DC0,
    ARRAY0 = 0x4E18,
    VARS = 0x4E1A,
    NLEFT = 0x4E4E,
    CURX = 0x4E56,
    CURY = 0x4E58,
    BACKC = 0x4E5A,
    FOREC = 0x4E5C,
    PEND = 0x4E6A,
    SEED = 0x4E6C,
    FBASE = 0x4E6E,
    FTOP = 0x4E70,
    TRACING = 0x4E75,
    ERRCODE = 0x4E76,
    ERRPTR = 0x4E77,
    ERRLINE = 0x4E79,
    WAITS = 0x4E7D,
    KEYLAST = 0x4E7E,
    KEYDOWN = 0x4E7F,
    KEYPUT = 0x4E81,
    KEYTAKE = 0x4E82,
    KEYS = 0x4E83,
    KEYMAX = 8,
    EDLEN = 0x4E8B,
    POOL = 0x4E9E,
    POOLEND = 0x4F5E,
    ANSWER = 0x4F5E,
    LINEMAX = 104,
    ZLOW = 0x4F88,
    TEXTEND = 0x4F88,
    STACK = 0x5000,

    // Code
    FRAME = 0x361C,
    SLIST_PAUSE = 0x2E23,
    SLIST_NEXT = 0x2E11,
    STATE = 0x274F,
    STATEA = 0x2752,
    PUT = 0x3214,
    NEWLINE = 0x325A,
    HOME = 0x31C2,
    PIXEL = 0x35F3,
    SCLEAR = 0x31CF,
    SHOWCODE = 0x3FA1,
    BREAK = 0x3706,
    SPRINT = 0x2C56,
    PUTSTRING = 0x2CAC,
    PUTNUM = 0x2CC9,
    POWERS = 0x2D2E,
    SINPUT = 0x2D38,
    SLIST = 0x2DDB,
    READLINE = 0x388A,
    STORED = 0x3919,
}

/// The addresses of the cartridge.
pub(super) const CODE: RangeInclusive<u16> = 0x2000..=0x3FFF;

/// Where a run is interrupted, to see what the cartridge does.
pub(super) const STOPS: [u16; 11] =
    [PROMPT, GETKEY, STATEA, SLIST_NEXT, SLIST_PAUSE, PUT, PUTNUM, NEWLINE, SCLEAR, SHOWCODE, BREAK];

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the sources are files")]
mod tests {
    use super::*;
    use arcadian_asm::{Host, Included, Options, assemble};
    use std::{fs, path::PathBuf};

    /// The sources of the cartridge, and the constants of the machine.
    struct Sources;

    fn read(name: &str) -> Result<String, String> {
        let roms = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../roms"));
        let folder = ["arcadian-basic", "bally"].map(|folder| roms.join(folder).join(name));
        folder
            .iter()
            .find_map(|path| fs::read_to_string(path).ok())
            .ok_or_else(|| format!("{name} is not there"))
    }

    impl Host for Sources {
        fn source(&mut self, name: &str, _: &str) -> Result<Included, String> {
            read(name).map(|text| Included { name: name.to_owned(), text })
        }

        fn binary(&mut self, name: &str, _: &str) -> Result<Vec<u8>, String> {
            Err(format!("{name} is not available"))
        }
    }

    #[test]
    fn the_addresses_are_those_of_the_sources() {
        let name = "arcadian-basic.asm";
        let assembly = assemble(name, &read(name).expect("the source"), &Options::default(), &mut Sources)
            .unwrap_or_else(|failure| panic!("{}", failure.diagnostics[0]));
        assert!(assembly.image == arcadian_bally::ARCADIAN_BASIC, "the image is not that of the sources");
        let value = |name: &str| assembly.symbol(&name.replace('_', ".")).map(|symbol| symbol.value as u16);
        let wrong: Vec<_> = ALL
            .iter()
            .filter(|(name, address)| value(name) != Some(*address))
            .map(|(name, _)| match value(name) {
                Some(value) => format!("    {name} = {value:#06X},"),
                None => format!("    {name} is not in the sources"),
            })
            .collect();
        assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    }
}
