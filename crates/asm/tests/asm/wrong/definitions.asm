        CPU     8080
START:  NOP
Start:  NOP
;~ 1-5 error: `Start` is defined twice; names are case-insensitive: `START` is the same name [definitions.asm:2: first defined here]
START   EQU     5
;~ 1-5 error: `START` is defined twice [definitions.asm:2: first defined here]
COUNT   SET     1
COUNT   EQU     2
;~ 1-5 error: `COUNT` is defined twice [definitions.asm:7: first defined here]
B:      NOP
;~ 1-1 error: `B` cannot be a symbol: it is a register or a condition
AND     EQU     5
;~ 1-3 error: `AND` cannot be a symbol: it is an operator
        EQU     5
;~ 9-11 error: `EQU` needs a name before it
X       EQU
;~ 9-11 error: `EQU` needs an operand
Y       EQU     1,2
;~ 17-19 error: `EQU` takes one operand, not 2
Z1      SET     LATER
;~ 17-21 error: `LATER` is not defined above this line
LATER:  NOP
.loop:  NOP
.loop:  NOP
;~ 1-5 error: `.loop` is defined twice [definitions.asm:23: first defined here]
NEXT:   NOP
        JMP     .loop
;~ 17-21 error: `.loop` is not defined; it belongs to another label: `LATER.loop`
        JMP     NEXTT
;~ 17-21 error: `NEXTT` is not defined; did you mean `NEXT`?
        JMP     BAD
BAD     EQU     ((
;~ 18-18 error: expected a value
        NOP
HLTT
;~ 1-4 warning: this is read as a label, but nothing refers to it; did you mean the instruction `HLT`?
        END     LATRE
;~ 9-11 warning: text after END is not read
;~ 17-21 error: `LATRE` is not defined; did you mean `LATER`?
        NOP
