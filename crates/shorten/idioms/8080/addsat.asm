;! routine: ADDSAT
;! cpu: 8080
;! org: 0100H
;! in: A = x, B = y
;! out: A = m
;! clobbers: F
;! ensures: m = min(x + y, 255)
;! title: Adds two bytes, at most FF
ADDSAT:   ADD B
          JNC .done
          MVI A,0FFH
.done:    RET
