; reference: depends on a byte of its own that it changes
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: (T), F
R:      PUSH B
        MOV B,A
        LDA T
        INR A
        STA T
        ADD B
        POP B
        RET
T:      DB 0
