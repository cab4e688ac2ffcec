; holds: jump target stored before the jump, in clobbers
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, (X1:2)
;! oracle: f2_half
R:      XCHG
        LXI H,S
        SHLD X1
        JMP R
X1 EQU $-2
S:      MOV L,D
        MOV H,E
        RET
