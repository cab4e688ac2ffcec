; holds: DCR keeps CY
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:      STC
        DCR A
        JNC R
        MOV A,H
        MOV H,L
        MOV L,A
        RET
