; wrong: only the low byte of the target is stored; the high one is unknown
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, (X1:2)
;! oracle: f2_half
R:      MVI A,LOW S
        STA X1
        JMP S
X1 EQU $-2
S:      MOV A,H
        MOV H,L
        MOV L,A
        RET
