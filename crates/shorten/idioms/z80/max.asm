;! routine: MAX
;! cpu: z80
;! org: 0100H
;! in: A = x, B = y
;! out: A = m
;! clobbers: F
;! ensures: m = max(x, y)
;! title: The greater of two unsigned bytes
MAX:      CP B
          JR NC,.done
          LD A,B
.done:    RET
