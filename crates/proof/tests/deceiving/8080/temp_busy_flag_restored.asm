; holds: TEMP is not in clobbers: set to 1, used, reset to 0
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:      LDA TEMP
        ORA A
        RNZ
        INR A
        STA TEMP
        XRA A
        STA TEMP
        MOV A,H
        MOV H,L
        MOV L,A
        RET
TEMP:   DB 0
