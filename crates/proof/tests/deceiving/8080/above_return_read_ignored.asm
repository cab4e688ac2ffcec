; holds: reads the caller's word above the return address and ignores it
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
R:      XCHG
        LXI H,2
        DAD SP
        MOV A,M
        XCHG
        MOV A,H
        MOV H,L
        MOV L,A
        RET
