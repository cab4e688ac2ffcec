; wrong: TEMP: DB 0 is in clobbers, so its value is unknown
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, (TEMP)
;! oracle: f2_half
R:      LDA TEMP
        ORA H
        MOV H,L
        MOV L,A
        RET
TEMP:   DB 0
