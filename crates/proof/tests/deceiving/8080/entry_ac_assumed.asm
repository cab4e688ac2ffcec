; wrong: DAA of 0 adds 6 or 60 if AC or CY was set on entry
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, F
;! oracle: f2_half
R:      MVI A,0
        DAA
        MOV D,A
        MOV A,H
        ADD D
        MOV H,L
        MOV L,A
        RET
