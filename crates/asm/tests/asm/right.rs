//! Sources with the bytes of each line behind `;=`, checked line by line.

use arcadian_asm::{Line, NoFiles, Options, assemble};

macro_rules! cases {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(concat!(stringify!($name), ".asm"), include_str!(concat!("right/", stringify!($name), ".asm")));
        })*
    };
}

cases! { intel zilog mos numbers macros conditions directives }

fn check(name: &str, text: &str) {
    let assembly = assemble(name, text, &Options::default(), &mut NoFiles).unwrap_or_else(|failure| {
        let all: Vec<String> = failure.diagnostics.iter().map(ToString::to_string).collect();
        panic!("{}", all.join("\n"))
    });
    assert!(assembly.warnings.is_empty(), "{:?}", assembly.warnings);
    let made: Vec<&Line> = assembly.lines.iter().filter(|line| !line.bytes.is_empty()).collect();
    let unmade = assembly
        .lines
        .iter()
        .filter(|line| line.text.contains(";=") && !made.iter().any(|other| other.number == line.number));
    let unmade = unmade.map(|line| format!("{name}:{}: {}: makes no bytes", line.number, line.text));
    let wrong: Vec<String> = made.iter().filter_map(|line| compare(name, line)).chain(unmade).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// `;= 3E 10` or `;= 0100: 3E 10`. Every line that makes bytes must say so.
fn compare(name: &str, line: &Line) -> Option<String> {
    let bytes: Vec<String> = line.bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    let bytes = bytes.join(" ");
    let expected = line.text.split_once(";=").map_or("", |(_, expected)| expected.trim());
    let right = expected == bytes || expected == format!("{:04X}: {bytes}", line.address);
    (!right).then(|| format!("{name}:{}: {}\n    but {:04X}: {bytes}", line.number, line.text, line.address))
}
