; holds: + binds more strongly than <<
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! requires: x < 4
;! ensures: z = 1 << x + 1
R:      INR A
        MOV C,C
        PUSH B
        MOV B,A
        MVI A,1
LP:     ADD A
        DCR B
        JNZ LP
        POP B
        RET
