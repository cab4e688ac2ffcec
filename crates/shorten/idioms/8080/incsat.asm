;! routine: INCSAT
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = min(x + 1, 255)
;! title: Increments a byte, at most FF
INCSAT:   INR A
          JNZ .done
          MVI A,0FFH
.done:    RET
