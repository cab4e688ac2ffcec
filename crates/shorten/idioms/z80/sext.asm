;! routine: SEXT
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: HL = y
;! clobbers: A, F
;! ensures: y = signed(x) mod 65536
;! title: Sign extension of a byte to a word
SEXT:     LD L,A
          LD H,0
          OR A
          JP P,.done
          DEC H
.done:    RET
