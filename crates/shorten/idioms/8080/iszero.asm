;! routine: ISZERO
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = if x = 0 then 1 else 0
;! title: 1 if a byte is 0, otherwise 0
ISZERO:   ORA A
          MVI A,1
          JZ .done
          DCR A
.done:    RET
