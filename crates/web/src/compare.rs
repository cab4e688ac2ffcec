//! The module of the web page that compares two pieces of code, for a worker.

use arcadian_asm::{
    Diagnostic, Failure,
    fragment::{Fragment, read_pair},
};
use arcadian_compare::{
    Answer, Component, Condition, Question, Report, compare, components, conditions, list, named,
    unknown_in_conditions,
};
use arcadian_files::Error;
use arcadian_isa::Processor;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::{Handler, Module, Reply, refuse};

/// The module. It keeps nothing between requests.
#[derive(Default)]
pub struct Compare;

impl Module for Compare {
    const REQUESTS: &'static [Handler<Self>] =
        &[("contents", |_, _| contents()), ("compare", |_, request| answer(&request.read()?))];
}

/// Returns the processors with their registers and flags, and the gallery.
fn contents() -> Reply {
    let processors = PROCESSORS.map(|processor| (processor.to_string(), Value::Array(state(processor))));
    Ok(json!({ "processors": Map::from_iter(processors), "gallery": gallery() }))
}

/// Returns what is compared at the end.
fn state(processor: Processor) -> Vec<Value> {
    let component = |component: Component| json!({ "name": component.name, "isFlag": component.is_flag });
    components(processor).into_iter().map(component).collect()
}

/// Compares two parts, or returns the errors in their texts.
fn answer(asked: &PartTexts) -> Reply {
    let (parts, faults) = asked.parts()?;
    let Some(parts) = parts else { return Ok(json!({ "faults": faults, "answer": null })) };
    let question = asked.question(&parts)?;
    Ok(json!({ "faults": faults, "answer": json(&question, &compare(&question)) }))
}

pub(crate) const PROCESSORS: [Processor; 3] = [Processor::I8080, Processor::Z80, Processor::Mos6502];

/// Two texts, and what counts.
#[derive(Deserialize)]
pub(crate) struct PartTexts {
    cpu: String,
    old: String,
    new: String,
    /// The registers and flags that nothing uses afterwards.
    #[serde(default)]
    dead: Vec<String>,
    /// Conditions on entry.
    #[serde(default)]
    requires: String,
}

fn processor(name: &str) -> Result<Processor, Error> {
    name.parse().map_err(|_| refuse(format!("there is no processor `{name}`; write 8080, Z80 or 6502")))
}

impl PartTexts {
    /// Reads both texts. Returns the parts unless one has errors, and the errors and warnings of both.
    pub(crate) fn parts(&self) -> Result<(Option<[Fragment; 2]>, Vec<Value>), Error> {
        let processor = processor(&self.cpu)?;
        let mut faults = Vec::new();
        let mut read = |part: &str, read: Result<Fragment, Failure>| {
            let (fragment, found) = match read {
                Ok(fragment) => (Some(fragment.clone()), fragment.warnings),
                Err(failure) => (None, failure.diagnostics),
            };
            faults.extend(found.iter().map(|found| fault(part, found)));
            fragment
        };
        let [old, new] = read_pair([("old", &self.old), ("new", &self.new)], processor);
        let (old, new) = (read("old", old), read("new", new));
        Ok((old.zip(new).map(<[Fragment; 2]>::from), faults))
    }

    pub(crate) fn question<'a>(&self, [old, new]: &'a [Fragment; 2]) -> Result<Question<'a>, Error> {
        let mut question = Question::new(old, new);
        let dead = self.dead.iter().map(|name| named(old.processor, name));
        let dead: Vec<Vec<Component>> =
            dead.collect::<Result<_, _>>().map_err(|error| refuse(error.to_string()))?;
        let dead = dead.concat();
        question.live.retain(|component| !dead.contains(component));
        question.requires = self.conditions()?;
        question.infers = true;
        if let Some(name) = unknown_in_conditions(&question) {
            return Err(refuse(format!(
                "On entry: `{name}` is no register, no flag and no constant of the code"
            )));
        }
        Ok(question)
    }

    fn conditions(&self) -> Result<Vec<Condition>, Error> {
        if self.requires.trim().is_empty() {
            return Ok(Vec::new());
        }
        conditions(&self.requires).map_err(|error| {
            let before = self.requires.get(..error.at).unwrap_or_default().chars().count();
            refuse(format!("On entry, character {}: {error}", before + 1))
        })
    }
}

fn fault(part: &str, found: &Diagnostic) -> Value {
    let mut fault = crate::fault(found);
    fault["part"] = part.into();
    fault
}

/// An answer as it is reported everywhere, and the registers and flags that do not count, as a list in words.
#[derive(Serialize)]
struct PageReport<'a> {
    #[serde(flatten)]
    report: Report<'a>,
    not_compared: String,
}

pub(crate) fn json(question: &Question, answer: &Answer) -> Value {
    let processor = question.old.processor;
    let mut dead = components(processor);
    dead.retain(|component| !question.live.contains(component));
    let report = Report::new(processor, Ok(answer));
    json!(PageReport { report, not_compared: list(processor, &dead) })
}

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

fn gallery() -> Vec<Value> {
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
