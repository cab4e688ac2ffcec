; wrong: stack moved to F000, which is not named
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
        LXI SP,0F000H
        PUSH D
        POP D
        SPHL
        MOV L,D
        MOV H,E
        RET
