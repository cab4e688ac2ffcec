; holds: ANA on the 8080 sets AC to the OR of bits 3, so DAA adds 6
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, F
;! oracle: f2_half
R:      MVI A,8
        ANA A
        MVI A,0
        DAA
        SUI 6
        MOV D,A
        MOV A,H
        ADD D
        MOV H,L
        MOV L,A
        RET
