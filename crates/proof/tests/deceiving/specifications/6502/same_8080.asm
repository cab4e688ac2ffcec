; holds: another processor
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: X = x
;! out: X = z
;! clobbers: P
;! same-as: ../8080/ref_inr.asm
R:      INX
        RTS
