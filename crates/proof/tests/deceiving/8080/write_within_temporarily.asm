; holds: uses byte 1 of the output field as a counter first
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, C, F
;! oracle: f2_half
R:      MOV B,M
        INX H
        MOV C,M
        MVI M,5
LP:     DCR M
        JNZ LP
        MOV M,B
        DCX H
        MOV M,C
        RET
