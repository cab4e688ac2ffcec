; refused: z has one byte
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: HL = z
;! clobbers: F
;! same-as: ref_inr.asm
R:      MOV L,A
        INR L
        MVI H,0
        RET
