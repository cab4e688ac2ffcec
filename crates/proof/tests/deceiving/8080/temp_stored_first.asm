; holds: scratch byte stored before it is read
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, (TEMP)
;! oracle: f2_half
R:      MOV A,H
        STA TEMP
        MOV H,L
        LDA TEMP
        MOV L,A
        RET
TEMP:   DB 0
