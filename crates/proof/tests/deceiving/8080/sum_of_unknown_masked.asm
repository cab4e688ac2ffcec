; holds: undeclared bytes are read and masked away
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
R:      XCHG
        LHLD 5555H
        MOV A,L
        ANI 0
        ORA E
        MOV L,D
        MOV H,A
        RET
