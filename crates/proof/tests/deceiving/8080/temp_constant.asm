; holds: a byte of the sheet that is not in clobbers is a constant
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:      LDA TEMP
        XRI 55H
        XRA H
        MOV H,L
        MOV L,A
        RET
TEMP:   DB 55H
