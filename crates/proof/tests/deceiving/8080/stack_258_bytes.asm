; wrong: pushes 129 words, but only 256 bytes are below the stack pointer
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, D, E, F
;! oracle: f2_half
R:      MVI B,129
LP:     PUSH H
        DCR B
        JNZ LP
        MVI B,129
M1:     POP D
        DCR B
        JNZ M1
        MOV H,E
        MOV L,D
        RET
