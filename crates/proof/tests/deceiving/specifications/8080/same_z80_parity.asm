; wrong: P of the 8080 is parity
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: P = z
;! clobbers: F, A
;! same-as: ../z80/ref_parity.asm
R:      INR A
        RET
