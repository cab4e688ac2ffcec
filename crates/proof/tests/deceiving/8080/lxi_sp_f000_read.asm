; holds: POP from F000, value ignored, SP restored
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, C, D, E, F
;! oracle: f2_half
R:      XCHG
        LXI H,0
        DAD SP
        LXI SP,0F000H
        POP B
        SPHL
        MOV L,D
        MOV H,E
        RET
