//! Keys that are pressed and held while a program runs.

use super::pair::{Scenario, difference};

const PROGRAM: [&str; 3] = ["10 FOR I=1TO 9;PRINT I,&(23);NEXT I", "20 LIST", "30 K=KP;PRINT K"];

/// Without HALT, which the cartridge sees at the end of a line, the interpreter at the end of a statement.
#[test]
fn keys_at_a_number_of_statements() {
    let scripts = [
        "{AT 3}A",
        "{AT 3}APRINT 5{GO}",
        "{AT 60}AB{GO}",
        "{AT 3}ABC{GO}{PROMPT}",
        "{AT 5}{HOLD 7}{AT 12}{RELEASE}A",
        "{AT 5}{HOLD PAUSE}{AT 25}{RELEASE}A",
        "{AT 29}{HOLD PAUSE}{AT 29}{RELEASE}A",
        "{AT 29}{HOLD PAUSE}{HALT}PRINT 5{GO}",
        "{AT 5}{HOLD 7}{RESET}PRINT 5{GO}",
    ];
    for keys in scripts {
        let lines = PROGRAM.map(str::to_owned).to_vec();
        let scenario = Scenario {
            lines,
            is_run: true,
            keys: keys.to_owned(),
            seed: 1,
            budget: 1_000,
            ..Scenario::default()
        };
        assert_eq!(difference(&scenario), None, "{keys}");
    }
}
