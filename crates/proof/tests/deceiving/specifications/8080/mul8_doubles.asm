; wrong: multiplies: doubles
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: D = x, E = y
;! out: HL = z
;! clobbers: A, F, D, E, B
;! ensures: z = x * y
R:      LXI H,0
        MOV A,D
        MVI D,0
        MVI B,8
LP:     DAD H
        RLC
        JNC SK
        DAD H
SK:     DCR B
        JNZ LP
        RET
