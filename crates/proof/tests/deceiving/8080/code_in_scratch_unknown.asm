; wrong: calls scratch memory that it writes only if H is not 0
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, (TEMP)
;! oracle: f2_half
R:      MOV A,H
        ORA A
        JZ S
        MVI A,0C9H
        STA TEMP
S:      CALL TEMP
        MOV A,H
        MOV H,L
        MOV L,A
        RET
TEMP EQU 2000H
