; wrong: divides: by zero there is no quotient
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = n, C = d
;! out: D = q, E = r
;! clobbers: A, F, B
;! ensures: q = n / d and r = n mod d

R:      MOV D,A
        MVI E,0
        MVI B,8
LP:     MOV A,D
        ADD A
        MOV D,A
        MOV A,E
        RAL
        JC BIG
        CMP C
        JC NO
BIG:    SUB C
        INR D
NO:     MOV E,A
        DCR B
        JNZ LP
        RET
