;! routine: ADDSAT
;! cpu: z80
;! org: 0100H
;! in: A = x, B = y
;! out: A = m
;! clobbers: F
;! ensures: m = min(x + y, 255)
;! title: Adds two bytes, at most FF
ADDSAT:   ADD A,B
          JR NC,.done
          LD A,0FFH
.done:    RET
