;! routine: NONZERO
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = if x = 0 then 0 else 255
;! title: FF if a byte is not 0, otherwise 0
NONZERO:  OR A
          JR Z,.done
          LD A,0FFH
.done:    RET
