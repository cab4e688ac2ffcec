; holds: XTHL 18, PCHL 5, SPHL 5, LHLD 16
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
;! cycles: 61
R:      XTHL
        XTHL
        MOV A,H
        MOV H,L
        MOV L,A
        RET
