; holds: reaches the second field as HL + (DE - HL)
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board.0, DE -> board.1
;! out: HL -> board.0, DE -> board.1
;! clobbers: A, B, C, D, E, F
;! oracle: f2_half
R:      MOV A,E
        SUB L
        MOV C,A
        MOV A,D
        SBB H
        MOV B,A
        LDAX D
        MOV D,M
        MOV M,A
        PUSH H
        DAD B
        MOV M,D
        POP H
        XCHG
        XCHG
        DAD B
        PUSH H
        POP D
        MOV A,L
        SUB C
        MOV L,A
        MOV A,H
        SBB B
        MOV H,A
        RET
