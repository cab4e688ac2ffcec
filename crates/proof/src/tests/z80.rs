//! The state of the Z80 that other processors do not have.

use super::*;

const INVERT_Z80: &str = ";! routine: INV\n;! cpu: z80\n;! org: 0100H\n;! in: HL -> bytes\n;! out: HL -> bytes\n\
     ;! clobbers: AF, B, HL\nINV: LD B,3\nNEXT: LD A,(HL)\n CPL\n LD (HL),A\n INC HL\n DJNZ NEXT\n RET\n";

const CYCLES: u64 = 7 + 3 * (7 + 4 + 7 + 6 + 13) - 5 + 10;

/// Replaces the return of the routine.
fn ending(with: &str) -> String {
    INVERT_Z80.replace(" RET\n", with)
}

fn clobbering(also: &str, with: &str) -> String {
    ending(with).replace("AF, B, HL\n", &format!("AF, B, HL, {also}\n"))
}

fn assert_holds_on_iz80(text: &str) {
    let routine = routine(text, &INVERT);
    let result =
        check_one_by_one(&routine, Engine::Iz80, Inputs::Sampled(1), 0..50, LIMIT).expect("an engine");
    assert_eq!(result.failing, None, "{text}");
}

#[test]
fn pointers_and_index_registers() {
    assert_proven(INVERT_Z80, [CYCLES; 2]);
    assert_holds_on_iz80(INVERT_Z80);
    let wrong = assert_refuted(&INVERT_Z80.replace("INC HL", "INC L"));
    assert!((0xFE..0x100).contains(&(wrong.placed[0].1 & 0xFF)), "{:04X}", wrong.placed[0].1);
    let body: String = (0..3).map(|n| format!(" LD A,(IX+{n})\n CPL\n LD (IX+{n}),A\n")).collect();
    let indexed = format!(
        ";! routine: INV\n;! cpu: z80\n;! org: 0100H\n;! in: IX -> bytes\n;! out: IX -> bytes\n;! clobbers: AF\nINV:\n{body} RET\n"
    );
    assert_proven(&indexed, [3 * (19 + 4 + 19) + 10; 2]);
    assert_holds_on_iz80(&indexed);
    assert_refuted(&indexed.replace("IX+2", "IX+3"));
    assert_refuted(&indexed.replace(" RET\n", " INC IXL\n DEC IX\n RET\n"));
    // Through a copy and back, by block transfers.
    let copied = INVERT_Z80.replace(" RET\n", " RET\nTEMP: DS 3\n").replace(
        "INV: ",
        "INV: PUSH HL\n LD DE,TEMP\n LD BC,3\n LDIR\n EX DE,HL\n DEC HL\n DEC DE\n LD C,3\n LDDR\n POP HL\n",
    );
    let copied = copied.replace("AF, B, HL\n", "AF, BC, DE, HL, (TEMP:3)\n");
    let transfer = 2 * 21 + 16;
    assert_proven(&copied, [CYCLES + 11 + 10 + 10 + transfer + 4 + 6 + 6 + 7 + transfer + 10; 2]);
    assert_holds_on_iz80(&copied);
    assert_refuted(&copied.replace(" LD C,3\n", " LD C,4\n"));
    assert_refuted(&copied.replace("BC, DE, HL", "BC, HL"));
}

#[test]
fn the_whole_state_is_preserved() {
    for right in [
        " EXX\n EXX\n RET\n",
        " EX AF,AF'\n EX AF,AF'\n RET\n",
        " LD A,I\n LD I,A\n RET\n",
        " LD A,R\n LD R,A\n RET\n",
        " RETN\n",
        " RETI\n",
        // The usual way to restore IFF.
        " LD A,I\n PUSH AF\n DI\n POP AF\n JP PO,DONE\n EI\nDONE: RET\n",
    ] {
        let text = ending(right);
        let proof = prove(&routine(&text, &INVERT), Bounds::default(), LIMIT).expect(right);
        assert_eq!(proof.failing, None, "{right}");
        // The other engine loads no IFF2 with `LD A,I`.
        if !right.contains("PO") {
            assert_holds_on_iz80(&text);
        }
    }
    for (also, wrong) in [
        ("BC', DE', HL'", " EXX\n RET\n"),
        ("AF'", " EX AF,AF'\n RET\n"),
        ("IX", " LD IXL,1\n RET\n"),
        ("IYH", " INC IYH\n RET\n"),
        ("I", " LD I,A\n RET\n"),
        ("R", " XOR A\n LD R,A\n RET\n"),
        ("IM", " IM 0\n RET\n"),
        ("IM", " IM 1\n RET\n"),
        ("IM", " IM 2\n RET\n"),
        ("IFF", " EI\n RET\n"),
        ("IFF", " DI\n RET\n"),
        ("IFF", " LD A,I\n PUSH AF\n DI\n POP AF\n JP PE,DONE\n EI\nDONE: RET\n"),
    ] {
        assert_refuted(&ending(wrong));
        // EXX brings the alternate registers here.
        let also = if wrong.contains("EXX") { "BC', DE', HL', C, DE" } else { also };
        let text = clobbering(also, wrong);
        let proof = prove(&routine(&text, &INVERT), Bounds::default(), LIMIT).expect(wrong);
        assert_eq!(proof.failing, None, "{wrong}");
    }
    let fault = &assert_refuted(&ending(" DI\n RET\n")).faults[0];
    let expected = "interrupts were enabled and are disabled; the contract does not name IFF in `clobbers`";
    assert_eq!(fault.to_string(), expected);
}

#[test]
fn internal_state_is_unknown() {
    // Does not return unless Z is set in the end.
    let with_temp = |code: &str| {
        let named = if code.contains("NEXTOP:") { "C, (TEMP:1), (NEXTOP:1)" } else { "C, (TEMP:1)" };
        clobbering(named, &format!(" {code}SELF: JR NZ,SELF\n RET\nTEMP: DB 0\n"))
    };
    for right in [
        // R, but nothing remains of it.
        "LD A,R\n AND 0\n",
        // Q is set by XOR, so that X and Y are those of A.
        "XOR A\n SCF\n PUSH AF\n POP BC\n BIT 3,C\n",
        // WZ is TEMP + 1.
        "LD A,(TEMP)\n BIT 0,(HL)\n PUSH AF\n POP BC\n BIT 3,C\n",
        // The byte after the prefix is RLCA.
        "LD A,7\n LD (NEXTOP),A\n DB 0DDH\nNEXTOP: DB 0\n XOR A\n",
    ] {
        let text = with_temp(right);
        let proof = prove(&routine(&text, &INVERT), Bounds::default(), LIMIT).expect(right);
        assert_eq!(proof.failing, None, "{right}");
    }
    for wrong in [
        "LD A,R\n AND 1\n",
        // Q is clear, so that X and Y are also those of F, which POP loads with unknown bits.
        "PUSH DE\n POP AF\n LD A,0\n SCF\n PUSH AF\n POP BC\n BIT 3,C\n",
        // The byte after the prefix may be any.
        "DB 0DDH\nNEXTOP: DB 0\n XOR A\n",
    ] {
        assert_refuted(&with_temp(wrong));
    }
    // X and Y of the first instruction depend on WZ, which the caller leaves.
    let first =
        INVERT_Z80.replace("INV: ", "INV: BIT 0,(HL)\n PUSH AF\n POP BC\n BIT 3,C\nSELF: JR NZ,SELF\n ");
    assert_refuted(&first.replace("AF, B, HL", "AF, BC, HL"));
    // Q too: SCF as the first instruction takes X from F or not.
    let first = INVERT_Z80.replace("INV: ", "INV: SCF\n PUSH AF\n POP BC\n BIT 3,C\nSELF: JR NZ,SELF\n ");
    assert_refuted(&first.replace("AF, B, HL", "AF, BC, HL"));
}
