; wrong: only the first byte of the input field is in clobbers
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: (BRD) = board
;! out: HL = board
;! clobbers: A, (BRD), F
;! oracle: f2_half
R:      LHLD BRD
        PUSH H
        LXI H,0
        SHLD BRD
        POP H
        MOV A,H
        MOV H,L
        MOV L,A
        RET
BRD EQU 3000H
