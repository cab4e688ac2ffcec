; holds: value pushed, popped, and fetched again below SP
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E
;! oracle: f2_half
R:      PUSH H
        POP D
        DCX SP
        DCX SP
        POP D
        MOV H,E
        MOV L,D
        RET
