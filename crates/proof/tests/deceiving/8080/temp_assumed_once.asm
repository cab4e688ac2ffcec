; wrong: right if TEMP is 0, then sets it to 1
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, (TEMP)
;! oracle: f2_half
R:      LDA TEMP
        ORA A
        RNZ
        INR A
        STA TEMP
        MOV A,H
        MOV H,L
        MOV L,A
        RET
TEMP:   DB 0
