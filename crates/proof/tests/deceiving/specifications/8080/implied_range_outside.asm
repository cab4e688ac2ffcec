; wrong: index 4 makes the condition false
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: (T:4) = t, A = i
;! out: A = z
;! clobbers: F, HL
;! ensures: i < 5 implies z = t[i]
R:      CPI 4
        RNC
        LXI H,T
        ADD L
        MOV L,A
        MOV A,M
        RET
T:      DS 4
