; wrong: ADD assumes that A is 0 on entry
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:      ADD H
        MOV H,L
        MOV L,A
        RET
