;! routine: SIGNMASK
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = if signed(x) < 0 then 255 else 0
;! title: FF if a signed byte is negative, otherwise 0
SIGNMASK: OR A
          LD A,0FFH
          JP M,.done
          XOR A
.done:    RET
