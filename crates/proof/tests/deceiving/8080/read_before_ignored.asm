; holds: reads the byte before the field (LHLD-like) and ignores it
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, F
;! oracle: f2_half
R:      DCX H
        MOV A,M
        INX H
        MOV A,M
        INX H
        MOV B,M
        MOV M,A
        DCX H
        MOV M,B
        RET
