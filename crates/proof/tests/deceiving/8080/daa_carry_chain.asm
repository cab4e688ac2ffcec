; holds: 99H + 1 with DAA: 0 and carry
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:      MVI A,99H
        ADI 1
        DAA
        JNC R
        JNZ R
        MOV A,H
        MOV H,L
        MOV L,A
        RET
