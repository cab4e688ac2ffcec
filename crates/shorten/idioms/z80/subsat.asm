;! routine: SUBSAT
;! cpu: z80
;! org: 0100H
;! in: A = x, B = y
;! out: A = m
;! clobbers: F
;! ensures: m = max(x - y, 0)
;! title: Subtracts a byte from another, at least 0
SUBSAT:   SUB B
          JR NC,.done
          LD A,0
.done:    RET
