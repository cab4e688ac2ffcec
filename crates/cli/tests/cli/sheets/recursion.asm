; holds
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
; calls itself as many times as the lowest three bits of H say, and goes the way back
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
