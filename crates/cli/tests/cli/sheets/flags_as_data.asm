; holds
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, B, C
;! oracle: f2_half
; bit 7 of L is taken from the sign flag, as PUSH PSW leaves it
R:      MOV  A,L
        ORA  A
        PUSH PSW
        POP  B
        MOV  A,C
        ANI  80H
        MOV  C,A
        MOV  A,L
        ANI  7FH
        ORA  C
        MOV  L,H
        MOV  H,A
        RET
