; wrong: the reference returns the return address
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: HL
;! same-as: ref_return.asm
R:      MVI A,0FFH
        RET
