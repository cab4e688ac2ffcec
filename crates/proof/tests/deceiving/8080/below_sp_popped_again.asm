; holds: DCX SP twice gets a popped return address back
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E
;! oracle: f2_half
R:      POP D
        DCX SP
        DCX SP
        MOV A,H
        MOV H,L
        MOV L,A
        RET
