//! The time of statements that write memory. The interpreter estimates it from measurements of the cartridge.

use super::pair::{Scenario, cartridge, interpreter};

/// What is written, the text of line 10, and a statement that line 20 repeats.
const PROGRAMS: [(&str, &str, &str); 15] = [
    ("nothing", "", "A=I"),
    ("the picture alone", "", "%(18000)=2;%(18000)=8"),
    ("the same bits of the program", "", "%(18000)=5;%(18000)=5"),
    ("bits of the program in one byte", "", "%(18000)=1;%(18000)=4"),
    ("bits of the program in two bytes", "", "%(18000)=257;%(18000)=1028"),
    ("a variable", "", "%(20000)=1;%(20000)=2"),
    ("@(0)", "", "%(19992)=1;%(19992)=2"),
    ("no memory", "", "%(0)=1;%(-20000)=2"),
    ("the text window, no change", "", "%(-23576)=257;%(-23576)=257"),
    ("the text window, one byte", "", "%(-23576)=1;%(-23576)=4"),
    ("the text window, two bytes", "", "%(-23576)=257;%(-23576)=1028"),
    ("a remark", ".AAAAAAAA", "%(-24570)=RND(3)+16705"),
    ("a remark by the screen", ".AAAAAAAA", "%(16396)=RND(3)×4"),
    ("a list", ".AAAAAAAA", "%(-24570)=RND(3)+16705,%(-24568)=RND(3)+16705,A=1"),
    ("a list that is called", ".AAAAAAAA", "GOSUB 40"),
];

fn scenario(remark: &str, statement: &str) -> Scenario {
    let lines = [
        format!("10 {remark}"),
        format!("20 FOR I=1TO 200;{statement};NEXT I;STOP"),
        "40 %(-24570)=RND(3)+16705,%(-24568)=RND(3)+16705;RETURN".to_owned(),
    ];
    let lines = lines.into_iter().filter(|line| line != "10 ").collect();
    Scenario { lines, is_run: true, seed: 1, budget: 10_000, ..Scenario::default() }
}

#[test]
fn writes_to_memory_take_the_time_of_the_cartridge() {
    for (name, remark, statement) in PROGRAMS {
        let scenario = scenario(remark, statement);
        let (_, interpreter) = interpreter(&scenario).expect("characters of the machine");
        let (_, cartridge) = cartridge(&scenario).expect("characters of the machine");
        assert_eq!(interpreter.results.statements, cartridge.results.statements, "{name}");
        let ratio = interpreter.results.tstates as f64 / cartridge.results.tstates as f64;
        assert!(
            (0.95..1.05).contains(&ratio),
            "{name}: the interpreter takes {ratio:.3} of the cartridge's time"
        );
    }
}
