; holds: 36
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = z
;! clobbers: P
;! same-as: ref_pushed.asm
R:      LDA #$36
        RTS
