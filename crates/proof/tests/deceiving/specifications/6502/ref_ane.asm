; reference: an unstable opcode
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = z
;! clobbers: P
R:      LXA #$FF
        TXA
        RTS
