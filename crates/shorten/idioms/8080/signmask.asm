;! routine: SIGNMASK
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = if signed(x) < 0 then 255 else 0
;! title: FF if a signed byte is negative, otherwise 0
SIGNMASK: ORA A
          MVI A,0FFH
          JM .done
          XRA A
.done:    RET
