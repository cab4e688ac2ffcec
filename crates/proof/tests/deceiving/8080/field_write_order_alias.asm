; holds: writes byte 1 through DE, byte 0 through HL of the same field
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, D, E, F
;! oracle: f2_half
R:      MOV D,H
        MOV E,L
        INX D
        LDAX D
        MOV B,A
        MOV A,M
        STAX D
        MOV M,B
        RET
