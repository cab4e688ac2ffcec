; wrong: a flag holds only bit 0 of z
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: CY = z
;! clobbers: A, F
;! same-as: ref_inr.asm
R:      INR A
        RRC
        RET
