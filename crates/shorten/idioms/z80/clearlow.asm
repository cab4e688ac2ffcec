;! routine: CLEARLOW
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = if x = 0 then 0 else x & (x - 1)
;! title: A byte without its lowest set bit
CLEARLOW: LD B,A
          SUB 1
          AND B
          RET
