; reference: halts for FF
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
R:      CPI 0FFH
        JNZ OK
        HLT
OK:     INR A
        RET
