; fails: flag Z changes (F from 
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, CY, S, P, AC
;! oracle: f2_half
R:      MOV  A,H
        MOV  H,L
        MOV  L,A
        ORA  A
        RET
