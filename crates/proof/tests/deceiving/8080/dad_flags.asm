; holds: DAD changes only CY: Z of the compare survives
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
R:      CMP A
        XCHG
        LXI H,1
        DAD D
        JNZ R
        MOV L,D
        MOV H,E
        RET
