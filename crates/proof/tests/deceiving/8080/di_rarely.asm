; wrong: DI only for H=L=3C
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:      MOV A,H
        CMP L
        JNZ S
        CPI 3CH
        JNZ S
        DI
S:      MOV A,H
        MOV H,L
        MOV L,A
        RET
