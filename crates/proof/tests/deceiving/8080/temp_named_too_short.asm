; wrong: SHLD writes two bytes, one is in clobbers
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, (TEMP)
;! oracle: f2_half
R:      SHLD TEMP
        LDA TEMP
        MOV D,A
        LDA TEMP+1
        MOV L,A
        LDA TEMP
        MOV H,A
        RET
TEMP EQU 2000H
