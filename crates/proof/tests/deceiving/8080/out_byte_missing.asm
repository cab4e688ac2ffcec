; refused: (must be refused) byte 1 of the output is nowhere: refused
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: L = board.0
;! clobbers: A, F, H
;! oracle: f2_half
R:      MOV A,H
        MOV H,L
        MOV L,A
        RET
