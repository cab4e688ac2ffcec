; wrong: device used without `device`
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_reflect
R:      XCHG
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
