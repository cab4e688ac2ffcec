;! routine: AVERAGE
;! cpu: z80
;! org: 0100H
;! in: A = x, B = y
;! out: A = m
;! clobbers: F
;! ensures: m = (x + y) / 2
;! title: The mean of two bytes, rounded down
AVERAGE:  ADD A,B
          RRA
          RET
