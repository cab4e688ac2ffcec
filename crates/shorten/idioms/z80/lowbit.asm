;! routine: LOWBIT
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = x & (0 - x) mod 256
;! title: The lowest set bit of a byte
LOWBIT:   LD B,A
          CPL
          ADD A,1
          AND B
          RET
