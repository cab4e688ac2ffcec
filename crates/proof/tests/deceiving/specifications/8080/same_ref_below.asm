; wrong: the reference reads below the stack pointer
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: HL
;! same-as: ref_below.asm
R:      MVI A,0
        RET
