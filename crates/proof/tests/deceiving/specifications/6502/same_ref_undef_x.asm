; wrong: the reference depends on X
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = z
;! clobbers: P
;! same-as: ref_undef_x.asm
R:      LDA #0
        RTS
