; wrong: SP restored without the borrow
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
R:      XCHG
        LXI H,0
        DAD SP
        DAD B
        SPHL
        MOV A,L
        SUB C
        MOV L,A
        MOV A,H
        SUB B
        MOV H,A
        SPHL
        MOV L,D
        MOV H,E
        RET
