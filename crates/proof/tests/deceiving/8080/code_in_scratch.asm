; holds: writes RET into named scratch memory and calls it
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, (TEMP)
;! oracle: f2_half
R:      MVI A,0C9H
        STA TEMP
        CALL TEMP
        MOV A,H
        MOV H,L
        MOV L,A
        RET
TEMP EQU 2000H
