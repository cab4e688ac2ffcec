;! routine: COUNT
;! cpu: 6502
;! org: $0300
;! title: An endless loop whose state takes 2^64 rounds to recur
;! in: A = x, ($80) -> t:64
;! out: A = y
;! clobbers: X, Y, P, ($90:8)
;! ensures: y = x
COUNT:  CMP #7
        BCC DONE
        LDY #63
        PHA
        LDA ($80),Y
        BEQ GOOD
L:      INC $90
        BNE L
        INC $91
        BNE L
        INC $92
        BNE L
        INC $93
        JMP L
GOOD:   PLA
DONE:   RTS
