; wrong: the first of four DCX H is DCR L
;! routine: T3HALF
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, C, D, F
;! oracle: f3_half
; Figure 3: exchanges bytes 1 and 3 and bytes 2 and 4; byte 5 rotates by four.
T3HALF: MOV B,M         ; byte 1
        INX H
        MOV C,M         ; byte 2
        INX H
        MOV D,M
        MOV M,B         ; 1 to 3
        INX H
        MOV B,M
        MOV M,C         ; 2 to 4
        INX H
        MOV A,M         ; the middle
        RLC
        RLC
        RLC
        RLC
        MOV M,A
        DCR L
        DCX H
        DCX H
        MOV M,B         ; 4 to 2
        DCX H
        MOV M,D         ; 3 to 1
        RET
