; wrong: falls through into the named scratch byte after the code
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, (SB)
;! oracle: f2_half
R:      MOV A,H
        MOV H,L
        MOV L,A
SB:     RET
