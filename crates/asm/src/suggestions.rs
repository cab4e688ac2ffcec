//! Suggestions: the nearest word, and what to write instead of a directive of ca65, ACME, DASM, 64tass, sjasmplus, zmac, M80, ASM80, SDCC,
//! Merlin, BeebAsm, WLA or NESASM.
//!
//! A word in column one can be a label, so an unknown directive there would be read as one.

/// Whether a word is one of these, which blanks divide. Ignores case.
pub(crate) fn is_one_of(words: &str, word: &str) -> bool {
    // Each word of a source is looked for in many rows. Most have another length, which is seen without reading letters.
    let (mut rest, word) = (words.as_bytes(), word.as_bytes());
    while let Some((start, after)) = rest.split_at_checked(word.len()) {
        if after.first().is_none_or(|byte| *byte == b' ') && start.eq_ignore_ascii_case(word) {
            return true;
        }
        let Some(blank) = rest.iter().position(|byte| *byte == b' ') else { return false };
        rest = rest.get(blank + 1..).unwrap_or_default();
    }
    false
}

/// Returns the candidate with the smallest edit distance, if it is small enough to be a typing error. Ignores case.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 40;
    let word: Vec<u8> = word.bytes().map(|byte| byte.to_ascii_uppercase()).take(LONGEST).collect();
    let allowed = (word.len() / 3).clamp(1, 3);
    let near = candidates.into_iter().filter(|other| other.len().abs_diff(word.len()) <= allowed);
    // Of equally near words the one with the same letters is likelier: `LAD` is LDA. Other ties are broken alphabetically, so that the
    // result does not depend on the iteration order of a map.
    let measured =
        near.map(|other| (distance(&word, other), letters(&word) != letters(other.as_bytes()), other));
    measured.filter(|(distance, ..)| *distance <= allowed).min().map(|(.., other)| other)
}

/// Returns the letters of a word in the order of the alphabet.
fn letters(word: &[u8]) -> Vec<u8> {
    let mut letters = word.to_ascii_uppercase();
    letters.sort_unstable();
    letters
}

/// The question whether another word was meant: "did you mean `ORG`?".
pub fn did_you_mean(near: impl std::fmt::Display) -> String {
    format!("did you mean `{near}`?")
}

/// The same question at the end of a message, or nothing: "; did you mean `ORG`?".
pub fn or_near(near: Option<impl std::fmt::Display>) -> String {
    near.map_or_else(String::new, |near| format!("; {}", did_you_mean(near)))
}

/// Returns the number of insertions, deletions, substitutions and transpositions of adjacent letters.
fn distance(word: &[u8], other: &str) -> usize {
    let other: Vec<u8> = other.bytes().map(|byte| byte.to_ascii_uppercase()).collect();
    let (mut before, mut last) = (Vec::new(), (0..=other.len()).collect::<Vec<_>>());
    let get = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX / 2);
    for (i, letter) in word.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, own) in other.iter().enumerate() {
            let changed = get(&last, j) + usize::from(letter != own);
            let mut best = changed.min(get(&last, j + 1) + 1).min(get(&row, j) + 1);
            let turned = i > 0 && j > 0 && word.get(i - 1) == Some(own) && other.get(j - 1) == Some(letter);
            if turned {
                best = best.min(get(&before, j - 1) + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    get(&last, other.len())
}

/// Directives with the same replacement. Names are separated by blanks.
struct Group {
    /// The directives that stand alone in a line.
    alone: &'static str,
    /// The directives that take operands, or that are too good as labels to be taken for directives without a dot.
    others: &'static str,
    /// The replacement, for a hint.
    instead: &'static str,
}

const GROUPS: &[Group] = &[
    Group {
        alone: "ZEROPAGE BSS RODATA ASEG CSEG DSEG PUSHSEG POPSEG",
        others: "CODE DATA ZP SEGMENT SEG AREA SECTION ENDS SEND RAMSECTION COMMON BANK ROMBANKS SLOT",
        instead: "there are no segments; `ORG` sets the address",
    },
    Group {
        alone: "PHASE DEPHASE UNPHASE REND DEND ENT",
        others: "DISP DISPLACE LOGICAL HERE RORG RELOC OFFS PSEUDOPC REALPC PC OBJ DUM DUMMY LOC",
        instead: "`ORG` sets the address",
    },
    Group {
        alone: "ENDPROC ENDP PEND BEND ENDSCOPE ENDMODULE ENDMOD SUBROUTINE",
        others: "PROC SCOPE MODULE NAMESPACE ZONE ZN FUNC FUNCTION",
        instead: "a label begins a procedure, and labels that begin with a dot belong to it; `ENDPROC` and the like are not needed",
    },
    Group {
        alone: "AUTOIMPORT",
        others: "GLOBL GLOBAL GLOBALZP EXPORT EXPORTZP IMPORT IMPORTZP FORCEIMPORT PUBLIC EXTRN EXTERN EXT EXTERNAL ENTRY \
                 XDEF XREF REQUEST CONSTRUCTOR DESTRUCTOR INTERRUPTOR",
        instead: "there is no linker; `INCLUDE` the source that defines the symbol",
    },
    Group {
        alone: "ENDR ENDREP ENDREPEAT REPEND EDUP ENDW ENDWHILE ENDFOR",
        others: "REPT REPEAT REP DUP LUP WHILE FOR NEXT IRP IRPC",
        instead: "there are no repetitions; a `MACRO` can contain the repeated lines",
    },
    Group {
        alone: "EVEN",
        others: "ALIGN PALIGN BALIGN ODD",
        instead: "`ORG` sets the address, `DS` reserves bytes",
    },
    Group {
        alone: "",
        others: "BLOCK BLKB FILL SKIP RMB DSB ZMB RS DS.B",
        instead: "`DS n` reserves n bytes, `DS n,v` fills them with v",
    },
    Group { alone: "", others: "BLKW DSW DS.W", instead: "`DS 2*n` reserves n words" },
    Group {
        alone: "",
        others: "ASCIZ ASCIIZ STRINGZ STRZ CSTR ABYTEZ DZ NULL",
        instead: "`DB \"text\",0` ends a string with a zero byte",
    },
    Group {
        alone: "",
        others: "ASCIS DCI ABYTEC DC SHIFT",
        instead: "`DB \"tex\",'t'+80H` sets bit 7 of the last character",
    },
    Group {
        alone: "",
        others: "EQUB EQUS DFB FCB FCC DC.B STRING STR STRN ASC PTEXT BY PET RAW SCR ABYTE DEFC CHAR",
        instead: "`DB` takes bytes and strings",
    },
    Group {
        alone: "",
        others: "HEX DH DEFH",
        instead: "`DB` takes bytes, each with its notation, as in `DB 0FH,1AH`",
    },
    Group { alone: "", others: "EQUW DFW FDB DC.W DA", instead: "`DW` takes words" },
    Group { alone: "", others: "DDB BE BIGW", instead: "`DBYTE` takes words with the high byte first" },
    Group {
        alone: "",
        others: "DWORD DD DEFD EQUD LONG LINT DINT FARADDR DC.L D24 DEFQ DQ",
        instead: "`DW low,high` takes a longer number in words",
    },
    Group {
        alone: "",
        others: "LOBYTES HIBYTES BANKBYTES",
        instead: "`DB LOW n` and `DB HIGH n` take the bytes of an address",
    },
    Group {
        alone: "",
        others: "DEFINE UNDEFINE UNDEF REDEF ASSIGN VAR CONST ALIAS EQM",
        instead: "`EQU` defines a constant, `SET` a variable, `MACRO` text",
    },
    Group {
        alone: "ENDMAC MACEND EOM EXITM EXITMAC EXITMACRO",
        others: "MAC LOCAL",
        instead: "a macro is enclosed in `MACRO` and `ENDM`, its local labels begin with a dot",
    },
    Group {
        alone: "ENDC ENDCOND",
        others: "COND IFEQ IFNE IFGE IFGT IFLE IFLT IFB IFNB IFBLANK IFNBLANK IFREF IFNREF IFCONST IFE IFT IFF IF1 IF2 \
                 IFIDN IFDIF IFUSED IFNUSED IIF ELIF DO FIN",
        instead: "conditions are `IF n`, `IFDEF NAME`, `ELSEIF n`, `ELSE` and `ENDIF`",
    },
    Group {
        alone: "ENDSTRUCT ENDUNION ENDENUM ENDE",
        others: "STRUCT STRUC UNION ENUM TAG RSSET RSRESET DSTRUCT",
        instead: "there are no structures; `EQU` defines an offset",
    },
    Group { alone: "", others: "INCDIR", instead: "the option -I names a folder of included files" },
    Group {
        alone: "",
        others: "BINCLUDE BINARY INSERT INCLUDEBIN INCHOB",
        instead: "`INCBIN` includes a binary file",
    },
    Group { alone: "", others: "MACLIB PUT USE SOURCE SRC", instead: "`INCLUDE` includes a source" },
    Group {
        alone: "OUTEND",
        others: "OUTPUT SAVE SAV SAVEBIN SAVESNA SAVENEX SAVETAP SAVEHOB",
        instead: "the option -o writes the bytes",
    },
    Group {
        alone: "P02 PC02 PSC02 P816 Z180 HD64180 R800",
        others: "SETCPU PROCESSOR PUSHCPU POPCPU ARCH DEVICE",
        instead: "`CPU 8080`, `CPU z80` or `CPU 6502` names the processor",
    },
    Group {
        alone: "",
        others: "ASSERT ERROR ERR WARNING WARN FATAL ECHO PRINT PRINTX PRINTT MESSAGE MSG DISPLAY CERROR CWARN ASSUME",
        instead: "there are no messages; delete the line",
    },
    Group { alone: "", others: "RADIX", instead: "each number has its own notation, as in `0FFH` or `377Q`" },
    Group {
        alone: "",
        others: "CHARMAP PUSHCHARMAP POPCHARMAP ENCODING ENC CT CONVTAB",
        instead: "strings are ASCII; other characters are written as numbers",
    },
    Group {
        alone: "CREF XCREF LALL SALL XALL XLIST LFCOND SFCOND TFCOND OPTSDCC",
        others: "FEATURE SMART CASE LINECONT LISTBYTES PAGELENGTH PAGESIZE DEBUGINFO DBG FILEOPT FOPT MACPACK SBTTL \
                 SUBTITLE HEADING NLIST WIDTH PRAGMA INESPRG INESCHR INESMAP INESMIR STKLN COMMENT",
        instead: "it has no effect on the bytes; delete the line",
    },
];

/// Returns what to write instead of a directive of another assembler, given without its dot.
pub(crate) fn instead_of(word: &str) -> Option<&'static str> {
    let group = GROUPS.iter().find(|group| is_one_of(group.alone, word) || is_one_of(group.others, word));
    group.filter(|_| !word.is_empty()).map(|group| group.instead)
}

/// Whether this is a directive of another assembler that stands alone in a line and is no likely label.
pub(crate) fn stands_alone(word: &str) -> bool {
    !word.is_empty() && GROUPS.iter().any(|group| is_one_of(group.alone, word))
}

#[cfg(test)]
mod tests {
    use arcadian_isa::Processor::{I8080, Mos6502, Z80};

    use super::*;
    use crate::tables::own::directive;
    use crate::words::Words;

    #[test]
    fn no_name_is_listed_twice_or_known() {
        let all = GROUPS.iter().flat_map(|group| group.alone.split(' ').chain(group.others.split(' ')));
        let mut names: Vec<&str> = all.filter(|name| !name.is_empty()).collect();
        names.sort_unstable();
        for pair in names.windows(2) {
            assert_ne!(pair[0], pair[1]);
        }
        for name in names {
            assert_eq!(directive(name), None, "{name}");
            for processor in [I8080, Z80, Mos6502] {
                assert!(!Words::of(processor).is_bare_mnemonic(name), "{name} on the {processor}");
            }
        }
    }

    #[test]
    fn typing_errors_are_found_and_other_words_are_not() {
        let words = ["MOV", "MVI", "LXI", "routine"];
        assert_eq!(nearest("mvo", words), Some("MOV"));
        assert_eq!(nearest("routnie", words), Some("routine"));
        assert_eq!(nearest("XYZ", words), None);
        assert_eq!(nearest("", words), None);
    }
}
