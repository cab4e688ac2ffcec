;! routine: COMPARE
;! cpu: z80
;! org: 0100H
;! title: Compares two numbers with sign
;! in: DE = left, HL = right
;! out: A = relation
;! clobbers: F, HL
;! ensures: relation = let x = left ^ 8000H in let y = right ^ 8000H in if x < y then 1 else if x = y then 2 else 4
; The bits are those of the classes of < = >.
COMPARE:
        LD      A,D
        XOR     H
        JP      M,.SIGNS
        SBC     HL,DE           ; XOR left no carry
        LD      A,2
        RET     Z
        LD      A,1
        RET     NC
        LD      A,4
        RET
.SIGNS: LD      A,D
        RLA
        LD      A,1
        RET     C
        LD      A,4
        RET
