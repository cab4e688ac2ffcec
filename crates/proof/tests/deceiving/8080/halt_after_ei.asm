; wrong: EI, HLT waits for an interrupt
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, INTE
;! oracle: f2_half
R:      EI
        HLT
        MOV A,H
        MOV H,L
        MOV L,A
        RET
