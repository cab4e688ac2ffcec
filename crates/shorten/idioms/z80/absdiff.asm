;! routine: ABSDIFF
;! cpu: z80
;! org: 0100H
;! in: A = x, B = y
;! out: A = m
;! clobbers: B, C, F
;! ensures: m = abs(x - y)
;! title: The distance of two unsigned bytes
ABSDIFF:  CP B
          JR NC,.subtr
          LD C,A
          LD A,B
          LD B,C
.subtr:   SUB B
          RET
