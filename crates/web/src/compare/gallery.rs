//! Ten instructive pairs.

use serde_json::{Value, json};

/// A pair, and what it teaches.
struct Lesson {
    title: &'static str,
    about: &'static str,
    cpu: &'static str,
    old: &'static str,
    new: &'static str,
    /// The verdict, which a test compares.
    verdict: &'static str,
}

const LESSONS: [Lesson; 10] = [
    Lesson {
        title: "XOR A for LD A,0",
        about: "The oldest trick: one byte less, but LD keeps the flags and XOR sets them.",
        cpu: "Z80",
        old: "        LD   A,0\n",
        new: "        XOR  A\n",
        verdict: "same if F",
    },
    Lesson {
        title: "INC A for ADD A,1",
        about: "INC keeps the carry. All other flags are those of ADD.",
        cpu: "Z80",
        old: "        ADD  A,1\n",
        new: "        INC  A\n",
        verdict: "same if CY",
    },
    Lesson {
        title: "Two pointers, one cell",
        about: "Nothing says that HL and DE are different addresses. Write the condition HL != DE, and the order does not matter.",
        cpu: "Z80",
        old: "        LD   (HL),0\n        LD   A,(DE)\n",
        new: "        LD   A,(DE)\n        LD   (HL),0\n",
        verdict: "same if A",
    },
    Lesson {
        title: "A pointer in its own way",
        about: "The second store looks useless. But the first one can hit the pointer itself.",
        cpu: "6502",
        old: "        STA  (PTR),Y\n        STA  (PTR),Y\n",
        new: "        STA  (PTR),Y\n",
        verdict: "different: memory",
    },
    Lesson {
        title: "BIT tests bit 7",
        about: "BIT copies bits 7 and 6 to N and V and keeps A. Z tells about A and the byte together.",
        cpu: "6502",
        old: "        LDA  STATUS\n        AND  #$80\n        BEQ  READY\n",
        new: "        BIT  STATUS\n        BPL  READY\n",
        verdict: "same if A, V and Z",
    },
    Lesson {
        title: "DJNZ",
        about: "DJNZ counts without touching a flag. LOOP is a label elsewhere: an unknown address.",
        cpu: "Z80",
        old: "        DEC  B\n        JR   NZ,LOOP\n",
        new: "        DJNZ LOOP\n",
        verdict: "same if S, Z, HF, PV and N",
    },
    Lesson {
        title: "A copy through the stack",
        about: "Just as short, and much faster. What PUSH leaves below the stack pointer does not count.",
        cpu: "8080",
        old: "        PUSH H\n        POP  D\n",
        new: "        MOV  D,H\n        MOV  E,L\n",
        verdict: "same",
    },
    Lesson {
        title: "A 16-bit increment by bytes",
        about: "The carry goes from L to H exactly when L becomes 0. INX leaves all flags alone.",
        cpu: "8080",
        old: "        INX  H\n",
        new: "        INR  L\n        JNZ  DONE\n        INR  H\nDONE:\n",
        verdict: "same if S, Z, AC and P",
    },
    Lesson {
        title: "Decimal mode",
        about: "INC is always binary; ADC is not if D is set. Write the condition D = 0, and only A and flags differ.",
        cpu: "6502",
        old: "        INC  COUNT\n        BNE  DONE\n        INC  COUNT+1\nDONE:\n",
        new: "        CLC\n        LDA  COUNT\n        ADC  #1\n        STA  COUNT\n        LDA  COUNT+1\n        ADC  #0\n        STA  COUNT+1\n",
        verdict: "different: memory",
    },
    Lesson {
        title: "JMP ($10FF)",
        about: "The NMOS 6502 reads the high byte of the target from $1000: it does not carry into the page.",
        cpu: "6502",
        old: "        JMP  ($10FF)\n",
        new: "        LDA  $10FF\n        STA  TEMP\n        LDA  $1100\n        STA  TEMP+1\n        JMP  (TEMP)\n",
        verdict: "different: exit",
    },
];

pub(crate) fn json() -> Vec<Value> {
    let lesson = |lesson: &Lesson| {
        let Lesson { title, about, cpu, old, new, verdict } = lesson;
        json!({ "title": title, "about": about, "verdict": verdict, "pair": { "cpu": cpu, "old": old, "new": new } })
    };
    LESSONS.iter().map(lesson).collect()
}

#[cfg(test)]
mod tests {
    use crate::Module;

    use super::*;
    use crate::compare::Compare;

    fn verdict(request: &Value) -> String {
        let answer = Compare.handle(request.to_string().as_bytes());
        let answer: Value = serde_json::from_slice(&answer).expect("JSON");
        assert_eq!(answer["faults"], json!([]), "{request}: {answer}");
        let answer = &answer["answer"];
        let text = |name: &str| answer[name].as_str().unwrap_or_default().to_owned();
        match &*text("verdict") {
            "same_if_dead" => format!("same if {}", text("dead_text")),
            "different" => format!("different: {}", text("aspect")),
            other => other.to_owned(),
        }
    }

    #[test]
    fn each_pair_teaches_what_it_says() {
        for Lesson { title, cpu, old, new, verdict: expected, .. } in &LESSONS {
            let request = json!({ "do": "compare", "cpu": cpu, "old": old, "new": new });
            assert_eq!(verdict(&request), *expected, "{title}");
        }
    }

    #[test]
    fn the_conditions_that_the_texts_name_decide() {
        for (title, requires, expected) in [
            ("Two pointers, one cell", "HL != DE", "same"),
            ("Decimal mode", "D = 0", "same if A, N, V, Z and C"),
        ] {
            let Lesson { cpu, old, new, .. } =
                LESSONS.iter().find(|lesson| lesson.title == title).expect("a pair");
            let request =
                json!({ "do": "compare", "cpu": cpu, "old": old, "new": new, "requires": requires });
            assert_eq!(verdict(&request), expected, "{title}");
        }
    }
}
