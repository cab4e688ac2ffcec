; holds: does nothing if SP<0100: less than 256 bytes below it, impossible
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
R:      XCHG
        LXI H,0
        DAD SP
        MOV A,H
        XCHG
        ORA A
        RZ
        MOV A,H
        MOV H,L
        MOV L,A
        RET
