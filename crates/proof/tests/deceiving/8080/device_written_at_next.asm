; wrong: only a write to the first address latches
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_reflect
;! device: permuter 0D000H
R:      XCHG
        LXI H,0D001H
        MOV M,E
        MOV E,M
        MOV M,D
        MOV D,M
        XCHG
        RET
