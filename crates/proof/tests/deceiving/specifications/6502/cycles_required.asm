; holds: 0 is excluded, so that all take 8 cycles
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = z
;! clobbers: P
;! cycles: 12
;! requires: x <> 0
;! ensures: z = x
R:      CMP #0
        BEQ S
        NOP
        RTS
S:      RTS
