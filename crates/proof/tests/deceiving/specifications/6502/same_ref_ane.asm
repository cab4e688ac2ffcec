; wrong: the reference has an unstable opcode
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = z
;! clobbers: P, X
;! same-as: ref_ane.asm
R:      TAX
        RTS
