; holds: reads the latch back, writes it by INR, DCR
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_reflect
;! device: permuter 0D000H
R:      XCHG
        LXI H,0D000H
        MOV M,E
        INR M
        DCR M
        INX H
        MOV E,M
        DCX H
        MOV M,D
        MOV A,M
        MOV M,A
        INX H
        MOV D,M
        XCHG
        RET
