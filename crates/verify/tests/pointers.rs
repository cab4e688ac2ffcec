//! Routines with pointers in registers, in memory and on the stack: every verdict is right, and every counterexample is one that
//! happens. The wrong routines access the byte after the data, where anything can be, or forget the last byte.

use arcadian_asm::NoFiles;
use arcadian_proof::{Engine, Replay, Routine, Settings};
use arcadian_verify::{Check, Checker, RoutineReport, Verdict};

/// A processor, and the code that is the same wherever the pointers are.
struct Machine {
    name: &'static str,
    header: &'static str,
    /// The places of the fields of a routine with one pointer, then of a routine with two.
    one: &'static [Place],
    two: &'static [Place],
    /// Counts the zeros among the first bytes.
    count: &'static str,
    /// Compares the first bytes of two pointers: 0 if they are equal.
    compare: &'static str,
    /// Leaves out the last byte.
    early: &'static str,
    /// Clears the byte after the data of the first pointer.
    beyond: &'static str,
    end: &'static str,
}

/// The places of the fields, and the code that loads them from there to HL, DE and B, or to P, Q and X.
type Place = (&'static str, &'static str);

const MACHINES: [Machine; 3] = [
    Machine {
        name: "8080",
        header: ";! org: 8000H\n;! clobbers: A, F, BC, DE, HL\n",
        one: &[
            ("HL -> a:LEN, B = n", ""),
            ("DE -> a:LEN, B = n", " XCHG\n"),
            ("(PTR) -> a:LEN, B = n", " LHLD PTR\n"),
            (
                "(SP+2) -> a:LEN, (SP+4) = n",
                " LXI H,2\n DAD SP\n MOV E,M\n INX H\n MOV D,M\n INX H\n MOV B,M\n XCHG\n",
            ),
            ("(SP+2) -> a:LEN, B = n", " POP D\n POP H\n PUSH H\n PUSH D\n"),
            ("DE -> a:LEN, (SP+2) = n", " LXI H,2\n DAD SP\n MOV B,M\n XCHG\n"),
        ],
        two: &[
            ("HL -> a:LEN, DE -> b:LEN, B = n", ""),
            ("(PTR) -> a:LEN, DE -> b:LEN, B = n", " LHLD PTR\n"),
            (
                "(SP+2) -> a:LEN, (SP+4) -> b:LEN, B = n",
                " LXI H,2\n DAD SP\n MOV C,M\n INX H\n MOV A,M\n INX H\n MOV E,M\n INX H\n MOV D,M\n MOV H,A\n MOV L,C\n",
            ),
        ],
        count: " MVI C,0\n INR B\n JMP L2\nL1: MOV A,M\n INX H\n ORA A\n JNZ L2\n INR C\nL2: DCR B\n JNZ L1\n MOV A,C\n RET\n",
        compare: " INR B\n JMP L2\nL1: LDAX D\n SUB M\n RNZ\n INX H\n INX D\nL2: DCR B\n JNZ L1\n XRA A\n RET\n",
        early: " MOV A,B\n ORA A\n JZ L0\n DCR B\nL0:\n",
        beyond: " PUSH H\n PUSH D\n LXI D,LEN\n DAD D\n MVI M,0\n POP D\n POP H\n",
        end: "PTR: DW 0\n",
    },
    Machine {
        name: "z80",
        header: ";! org: 8000H\n;! clobbers: A, F, BC, DE, HL, IX, IY\n",
        one: &[
            ("HL -> a:LEN, B = n", ""),
            ("IX -> a:LEN, B = n", " PUSH IX\n POP HL\n"),
            ("(PTR) -> a:LEN, B = n", " LD HL,(PTR)\n"),
            (
                "(SP+2) -> a:LEN, (SP+4) = n",
                " LD IY,2\n ADD IY,SP\n LD L,(IY+0)\n LD H,(IY+1)\n LD B,(IY+2)\n",
            ),
            (
                "(SP+3) -> a:LEN, (SP+2) = n",
                " POP DE\n DEC SP\n POP BC\n POP HL\n PUSH HL\n PUSH BC\n INC SP\n PUSH DE\n",
            ),
        ],
        two: &[
            ("HL -> a:LEN, DE -> b:LEN, B = n", ""),
            ("IX -> a:LEN, IY -> b:LEN, B = n", " PUSH IX\n POP HL\n PUSH IY\n POP DE\n"),
            (
                "(SP+2) -> a:LEN, (SP+4) -> b:LEN, B = n",
                " POP IX\n POP HL\n POP DE\n PUSH DE\n PUSH HL\n PUSH IX\n",
            ),
        ],
        count: " LD C,0\n INC B\n JR L2\nL1: LD A,(HL)\n INC HL\n OR A\n JR NZ,L2\n INC C\nL2: DJNZ L1\n LD A,C\n RET\n",
        compare: " INC B\n JR L2\nL1: LD A,(DE)\n SUB (HL)\n RET NZ\n INC HL\n INC DE\nL2: DJNZ L1\n XOR A\n RET\n",
        early: " LD A,B\n OR A\n JR Z,L0\n DEC B\nL0:\n",
        beyond: " PUSH HL\n PUSH DE\n LD DE,LEN\n ADD HL,DE\n LD (HL),0\n POP DE\n POP HL\n",
        end: "PTR: DW 0\n",
    },
    Machine {
        name: "6502",
        header: ";! org: $0300\n;! clobbers: A, X, Y, P, (P0:2), (Q0:2), (CNT)\n",
        one: &[
            ("(P0) -> a:LEN, X = n", ""),
            ("A/Y -> a:LEN, X = n", " STA P0\n STY P0+1\n"),
            (
                "(S+3) -> a:LEN, (S+5) = n",
                " TSX\n LDA $103,X\n STA P0\n LDA $104,X\n STA P0+1\n LDA $105,X\n TAX\n",
            ),
            (
                "(S+3) -> a:LEN, X = n",
                " STX CNT\n TSX\n LDA $103,X\n STA P0\n LDA $104,X\n STA P0+1\n LDX CNT\n",
            ),
        ],
        two: &[
            ("(P0) -> a:LEN, (Q0) -> b:LEN, X = n", ""),
            (
                "(S+3) -> a:LEN, (S+5) -> b:LEN, (S+7) = n",
                " TSX\n LDA $103,X\n STA P0\n LDA $104,X\n STA P0+1\n LDA $105,X\n STA Q0\n LDA $106,X\n STA Q0+1\n LDA $107,X\n TAX\n",
            ),
        ],
        count: " LDY #0\n STY CNT\n INX\n JMP L2\nL1: LDA (P0),Y\n BNE L3\n INC CNT\nL3: INY\nL2: DEX\n BNE L1\n LDA CNT\n RTS\n",
        compare: " LDY #0\n INX\n JMP L2\nL1: LDA (P0),Y\n EOR (Q0),Y\n BNE L3\n INY\nL2: DEX\n BNE L1\n LDA #0\nL3: RTS\n",
        early: " CPX #0\n BEQ L0\n DEX\nL0:\n",
        beyond: " LDA #0\n LDY #LEN\n STA (P0),Y\n",
        end: "P0 = $80\nQ0 = $82\nCNT = $84\n",
    },
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slip {
    Nothing,
    /// The header allows a greater number than there is data.
    Reads,
    Writes,
    Early,
}

fn sheet(machine: &Machine, (fields, load): &Place, is_pair: bool, length: usize, slip: Slip) -> String {
    let (ensures, body) = if is_pair {
        ("(r = 0) = all(i in 0..LEN: i < n implies a[i] = b[i])", machine.compare)
    } else {
        ("r = count(i in 0..LEN: i < n and a[i] = 0)", machine.count)
    };
    let wrong = match slip {
        Slip::Nothing | Slip::Reads => "",
        Slip::Writes => machine.beyond,
        Slip::Early => machine.early,
    };
    let most = length + usize::from(slip == Slip::Reads);
    let Machine { name, header, end, .. } = machine;
    let text = format!(
        ";! routine: RT\n;! cpu: {name}\n{header};! in: {fields}\n;! out: A = r\n;! requires: n <= {most}\n;! ensures: {ensures}\n\
         RT:\n{load}{wrong}{body}{end}"
    );
    text.replace("LEN", &length.to_string())
}

/// Verifies a sheet with few samples. Returns the verdict, and whether the counterexample happens again.
fn verify(name: &str, text: &str) -> (Verdict, bool) {
    let routine = Routine::read(name, text, &mut NoFiles, arcadian_claims::all())
        .unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    let settings = Settings { samples: 1 << 10, exhaustive_limit: 1 << 17, ..Settings::default() };
    let check = Check { routine: &routine, engine: Engine::Own, settings };
    let sweep = |check: &Check, inputs, count| {
        check.preliminary(count).unwrap_or_else(|| Checker::new(check, inputs).check(0..count))
    };
    let outcome = check.outcome(&sweep).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    let fails_again = outcome.finding.failing.as_ref().is_some_and(|start| {
        let mut replay = Replay::new(&routine, Engine::Own, settings.instruction_limit).expect("an engine");
        replay.run(start).expect("no limit").is_err() && outcome.counterexample.is_some()
    });
    (RoutineReport::new(&routine, &outcome, Engine::Own).verdict, fails_again)
}

/// Every verdict is right, and every counterexample happens.
fn check(machine: &Machine) {
    let slips = [Slip::Nothing, Slip::Reads, Slip::Writes, Slip::Early];
    let places = machine.one.iter().map(|place| (place, false));
    let places: Vec<_> = places.chain(machine.two.iter().map(|place| (place, true))).collect();
    assert!(places.len() > 5);
    let mut wrong = Vec::new();
    for (place, is_pair) in places {
        for (length, slip) in [1, 3].into_iter().flat_map(|length| slips.map(|slip| (length, slip))) {
            let text = sheet(machine, place, is_pair, length, slip);
            let found = verify("pointers.asm", &text);
            let expected =
                if slip == Slip::Nothing { (Verdict::Holds, false) } else { (Verdict::Fails, true) };
            if found != expected {
                wrong.push(format!("{}, {length} bytes, {slip:?}: {found:?}", place.0));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

// A test each, so that they run side by side.
#[test]
fn i8080() {
    check(&MACHINES[0]);
}

#[test]
fn z80() {
    check(&MACHINES[1]);
}

#[test]
fn mos6502() {
    check(&MACHINES[2]);
}
