; holds: STC, CMC and DAD change only CY
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, CY, D, E
;! oracle: f2_half
R:      MOV A,H
        MOV H,L
        MOV L,A
        STC
        CMC
        XCHG
        DAD H
        LXI H,0
        DAD D
        RET
