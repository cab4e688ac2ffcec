; holds: field read with POP, written with PUSH, SP restored
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, C, D, E, F
;! oracle: f2_half
R:      XCHG
        LXI H,0
        DAD SP
        XCHG
        SPHL
        POP B
        MOV A,B
        MOV B,C
        MOV C,A
        PUSH B
        XCHG
        SPHL
        XCHG
        RET
