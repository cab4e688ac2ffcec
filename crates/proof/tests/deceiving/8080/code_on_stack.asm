; wrong: executes RET on the stack, which is neither the sheet nor named
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, C, D, E, F
;! oracle: f2_half
R:      XCHG
        LXI H,0C9C9H
        PUSH H
        LXI H,0
        DAD SP
        LXI B,S
        PUSH B
        PCHL
S:      POP H
        MOV L,D
        MOV H,E
        RET
