;! routine: SLESS
;! cpu: z80
;! org: 0100H
;! in: A = x, B = y
;! out: CY = c
;! clobbers: A, B, C, F
;! ensures: c = if signed(x) < signed(y) then 1 else 0
;! title: Whether a signed byte is less than another
SLESS:    XOR 80H
          LD C,A
          LD A,B
          XOR 80H
          LD B,A
          LD A,C
          CP B
          RET
