; wrong: 0 takes other cycles
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = z
;! clobbers: P
;! cycles: 12
;! requires: x <> 1
;! ensures: z = x
R:      CMP #0
        BEQ S
        NOP
        RTS
S:      RTS
