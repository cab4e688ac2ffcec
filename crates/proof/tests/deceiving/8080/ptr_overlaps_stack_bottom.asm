; holds: field at SP-257 would overlap the 256 bytes of stack: impossible
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, D, E, F
;! oracle: f2_half
R:      XCHG
        LXI H,-257
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
