        CPU     8080
START:  NOP
Start:  NOP
;~ 1-5 error: `Start` is defined twice; capitals do not distinguish names: it is `START` too [definitions.asm:2: defined here before]
START   EQU     5
;~ 1-5 error: `START` is defined twice [definitions.asm:2: defined here before]
COUNT   SET     1
COUNT   EQU     2
;~ 1-5 error: `COUNT` is defined twice [definitions.asm:7: defined here before]
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
;~ 17-21 error: `LATER` is not known above this line
LATER:  NOP
.loop:  NOP
.loop:  NOP
;~ 1-5 error: `.loop` is defined twice [definitions.asm:23: defined here before]
NEXT:   NOP
        JMP     .loop
;~ 17-21 error: `.loop` is defined nowhere; it belongs to another label: `LATER.loop`
        JMP     NEXTT
;~ 17-21 error: `NEXTT` is defined nowhere; is `NEXT` meant?
        JMP     BAD
BAD     EQU     ((
;~ 18-18 error: a value is missing here
        NOP
HLTT
;~ 1-4 warning: this is read as a label, and nothing refers to it; is the instruction `HLT` meant?
        END     LATRE
;~ 9-11 warning: what stands behind END is not read
;~ 17-21 error: `LATRE` is defined nowhere; is `LATER` meant?
        NOP
