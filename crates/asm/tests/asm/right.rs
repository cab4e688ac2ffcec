//! Sources with the expected bytes of each line after `;=`.

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
    let assembly = assemble(name, text, &Options::default(), &mut NoFiles);
    let assembly = assembly.unwrap_or_else(|failure| panic!("{}", crate::messages(&failure).join("\n")));
    assert!(assembly.warnings.is_empty(), "{:?}", assembly.warnings);
    let emitting: Vec<&Line> = assembly.lines.iter().filter(|line| !line.bytes.is_empty()).collect();
    let silent = assembly
        .lines
        .iter()
        .filter(|line| line.text.contains(";=") && !emitting.iter().any(|other| other.number == line.number));
    let silent = silent.map(|line| format!("{name}:{}: {}: emits no bytes", line.number, line.text));
    let wrong: Vec<String> = emitting.iter().filter_map(|line| compare(name, line)).chain(silent).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Compares with `;= 3E 10` or `;= 0100: 3E 10`. Every line that emits bytes must have an expectation.
fn compare(name: &str, line: &Line) -> Option<String> {
    let bytes: Vec<String> = line.bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    let bytes = bytes.join(" ");
    let expected = line.text.split_once(";=").map_or("", |(_, expected)| expected.trim());
    let is_equal = expected == bytes || expected == format!("{:04X}: {bytes}", line.address);
    (!is_equal)
        .then(|| format!("{name}:{}: {}\n    found {:04X}: {bytes}", line.number, line.text, line.address))
}

/// Period files: form feeds between pages, and Ctrl-Z before the padding of the last CP/M record.
#[test]
fn form_feeds_and_ctrl_z() {
    let text = "\x0C LD A,5\x0C;page\r\n\x0C\r\nX:\x0CNOP\r\n\x1A\x1Arubbish";
    let assembly = crate::run(arcadian_isa::Processor::Z80, text).unwrap();
    assert_eq!((&*assembly.image, assembly.lines.len()), (&[0x3E, 5, 0][..], 3));
}

/// Deeply nested conditions take linear time.
#[test]
fn deeply_nested_conditions() {
    let text = format!("{}{}", " IF 1\n".repeat(60_000), " ENDIF\n".repeat(60_000));
    assert!(crate::run(arcadian_isa::Processor::Z80, &text).is_ok());
}

/// `#` before a number is hexadecimal where the source leaves no doubt, and there is no warning.
#[test]
fn hexadecimal_numbers_with_hash() {
    for line in [" ORG #10", " LD B,#1F", " LD HL,5+#10", " LD A,(#4000)", " DEFB #10,#20", "X EQU #10"] {
        let assembly = crate::run(arcadian_isa::Processor::Z80, &format!("{line}\n LD A,#10\n")).unwrap();
        assert!(assembly.image.ends_with(&[0x3E, 0x10]), "{line}");
        assert!(assembly.warnings.is_empty(), "{line}: {:?}", assembly.warnings);
    }
}
