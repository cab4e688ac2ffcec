; holds: reads F000 twice, the difference is added; subroutine at 0000
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, D, E, F
;! oracle: f2_half
R:      XCHG
        LDA 0F000H
        MOV B,A
        LDA 0F000H
        SUB B
        CALL Z0
        RET
        ORG 0
Z0:     ADD D
        MOV L,A
        MOV H,E
        RET
