; wrong: reads the device before writing it; restores the result only if the latch was 0
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_reflect
;! device: permuter 0D000H
R:      LDA 0D000H
        ORA A
        RNZ
        XCHG
        LXI H,0D000H
        MOV M,E
        INX H
        MOV E,M
        DCX H
        MOV M,D
        INX H
        MOV D,M
        XCHG
        RET
