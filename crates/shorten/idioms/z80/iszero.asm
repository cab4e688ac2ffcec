;! routine: ISZERO
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = if x = 0 then 1 else 0
;! title: 1 if a byte is 0, otherwise 0
ISZERO:   OR A
          LD A,1
          JR Z,.done
          DEC A
.done:    RET
