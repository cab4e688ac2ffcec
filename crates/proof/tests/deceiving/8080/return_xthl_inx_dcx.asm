; holds: return address incremented and decremented
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
R:      MOV A,H
        MOV H,L
        MOV L,A
        XTHL
        INX H
        DCX H
        XTHL
        RET
