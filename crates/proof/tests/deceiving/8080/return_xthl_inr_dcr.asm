; holds: low byte of the return address incremented and decremented modulo 256
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:      MOV A,H
        MOV H,L
        MOV L,A
        XTHL
        INR L
        DCR L
        XTHL
        RET
