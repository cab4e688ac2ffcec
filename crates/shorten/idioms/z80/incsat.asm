;! routine: INCSAT
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = min(x + 1, 255)
;! title: Increments a byte, at most FF
INCSAT:   INC A
          JR NZ,.done
          LD A,0FFH
.done:    RET
