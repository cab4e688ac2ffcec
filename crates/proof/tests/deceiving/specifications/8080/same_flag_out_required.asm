; holds: z is 0 or 1
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: CY = z
;! clobbers: A, F
;! requires: x = 0 or x = 255
;! same-as: ref_inr.asm
R:      INR A
        RRC
        RET
