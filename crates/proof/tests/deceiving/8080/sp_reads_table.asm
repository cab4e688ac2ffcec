; holds: table read with POP, SP kept in DE and restored
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, C, D, E, F
;! oracle: f2_half
R:      MOV B,H
        MOV C,L
        LXI H,0
        DAD SP
        XCHG
        LXI SP,TAB
        POP H
        XCHG
        SPHL
        MOV A,E
        ADD D
        JNZ BAD
        MOV H,C
        MOV L,B
        RET
TAB:    DB 40H,0C0H
BAD:    JMP BAD
