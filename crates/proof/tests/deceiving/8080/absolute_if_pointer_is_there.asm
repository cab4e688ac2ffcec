; unproven: reads and writes absolute 5000, 5001 if HL is 5000
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, F
;! oracle: f2_half
R:      MOV A,H
        CPI 50H
        JNZ S
        MOV A,L
        ORA A
        JNZ S
        LDA 5000H
        MOV B,A
        LDA 5001H
        STA 5000H
        MOV A,B
        STA 5001H
        RET
S:      MOV A,M
        INX H
        MOV B,M
        MOV M,A
        DCX H
        MOV M,B
        RET
