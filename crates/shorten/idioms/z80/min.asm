;! routine: MIN
;! cpu: z80
;! org: 0100H
;! in: A = x, B = y
;! out: A = m
;! clobbers: F
;! ensures: m = min(x, y)
;! title: The smaller of two unsigned bytes
MIN:      CP B
          JR C,.done
          LD A,B
.done:    RET
