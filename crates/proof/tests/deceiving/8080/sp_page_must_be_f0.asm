; wrong: does nothing unless SP is in the display's page EF
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
        CPI 0EFH
        RNZ
        MOV A,H
        MOV H,L
        MOV L,A
        RET
