;! routine: CARRYMASK
;! cpu: 8080
;! org: 0100H
;! in: CY = c
;! out: A = y
;! clobbers: F
;! ensures: y = if c = 1 then 255 else 0
;! title: FF if the carry is set, otherwise 0
CARRYMASK:MVI A,0
          JNC .done
          DCR A
.done:    RET
