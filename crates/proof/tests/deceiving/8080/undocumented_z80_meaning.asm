; wrong: 10H is a NOP on the 8080, not DJNZ; B is not decremented
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B
;! oracle: f2_half
R:      MOV A,H
        MOV H,L
        MOV L,A
        MVI B,1
        DB 10H,0FEH
        RET
