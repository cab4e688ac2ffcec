; holds
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
; recursion to the depth in the lowest three bits of H
R:      MOV  A,H
        ANI  7
        CALL DEEPER
        MOV  A,H
        MOV  H,L
        MOV  L,A
        RET
DEEPER: RZ
        DCR  A
        CALL DEEPER
        INR  A
        RET
