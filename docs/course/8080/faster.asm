;! routine: FIVE
;! cpu: 8080
;! org: 0100H
;! title: Returns 5 times a byte
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = 5 * x mod 256
FIVE:   MOV  B,A
        ADD  A          ; 2 times
        ADD  A          ; 4 times
        ADD  B          ; 5 times
        RET
