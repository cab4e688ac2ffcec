; holds: pushes 128 words, exactly the 256 bytes below the stack pointer
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, D, E, F
;! oracle: f2_half
R:      MVI B,128
LP:     PUSH H
        DCR B
        JNZ LP
        MVI B,128
M1:     POP D
        DCR B
        JNZ M1
        MOV H,E
        MOV L,D
        RET
