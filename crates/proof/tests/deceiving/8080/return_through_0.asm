; wrong: RST 0 to code at 0000 that drops only one of two addresses
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E
;! oracle: f2_half
R:      RST 0
        RET
        ORG 0
Z0:     MOV A,H
        MOV H,L
        MOV L,A
        POP D
        POP D
        PUSH D
        PUSH D
        RET
