; wrong: pushes the address of its start: the swap is done twice and it never ends
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E
;! oracle: f2_half
R:      MOV A,H
        MOV H,L
        MOV L,A
        LXI D,R
        PUSH D
        RET
