; holds: SP is changed by an unknown amount (BC) and restored
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
        LXI H,0
        DAD SP
        MOV A,L
        SUB C
        MOV L,A
        MOV A,H
        SBB B
        MOV H,A
        SPHL
        MOV L,D
        MOV H,E
        RET
