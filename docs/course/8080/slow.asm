;! routine: FIVE
;! cpu: 8080
;! org: 0100H
;! title: Returns 5 times a byte
;! in: A = x
;! out: A = y
;! clobbers: B, C, F
;! ensures: y = 5 * x mod 256
FIVE:   MOV  B,A
        MVI  C,4        ; four more times
NEXT:   ADD  B
        DCR  C
        JNZ  NEXT
        RET
