; wrong: returns to the board's value if its high byte is the return address's
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: DE = board
;! clobbers: A, B, C, H, L, F
;! oracle: f2_half
R:      MOV D,L
        MOV E,H
        POP B
        MOV A,B
        CMP H
        JNZ S
        PCHL
S:      PUSH B
        RET
