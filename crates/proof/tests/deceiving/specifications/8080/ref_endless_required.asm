; reference: halts for FF, which it excludes
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! requires: x <> 0FFH
R:      CPI 0FFH
        JNZ OK
        HLT
OK:     INR A
        RET
