; holds: the routine calls a subroutine at 0000
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:      CALL Z0
        RET
        ORG 0
Z0:     MOV A,H
        MOV H,L
        MOV L,A
        RET
