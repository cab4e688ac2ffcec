;! routine: ABS
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = abs(signed(x)) mod 256
;! title: The absolute value of a signed byte
ABS:      OR A
          JP P,.done
          CPL
          INC A
.done:    RET
