; holds: branches on the byte after the field, both ways do the same
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, F
;! oracle: f2_half
R:      INX H
        INX H
        MOV A,M
        DCX H
        DCX H
        ORA A
        JZ S
        NOP
S:      MOV A,M
        INX H
        MOV B,M
        MOV M,A
        DCX H
        MOV M,B
        RET
