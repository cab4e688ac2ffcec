; wrong: both depend on B
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! same-as: ref_b.asm
R:      MOV A,B
        RET
