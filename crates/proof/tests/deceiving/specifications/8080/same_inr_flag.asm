; wrong: a flag holds only bit 0 of x
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: CY = x
;! out: A = z
;! clobbers: F
;! same-as: ref_inr.asm
R:      MVI A,1
        ACI 0
        RET
