;! routine: PARITY
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = popcount(x) mod 2
;! title: 1 if the number of set bits is odd, otherwise 0
PARITY:   ORA A
          MVI A,0
          JPE .done
          INR A
.done:    RET
