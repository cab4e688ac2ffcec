; wrong: returns at once if the field is right above the return address: possible
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, D, E, F
;! oracle: f2_half
R:      XCHG
        LXI H,2
        DAD SP
        MOV A,H
        CMP D
        JNZ S
        MOV A,L
        CMP E
        JNZ S
        XCHG
        RET
S:      XCHG
        MOV A,M
        INX H
        MOV B,M
        MOV M,A
        DCX H
        MOV M,B
        RET
