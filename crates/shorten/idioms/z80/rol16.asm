;! routine: ROL16
;! cpu: z80
;! org: 0100H
;! in: HL = x
;! out: HL = y
;! clobbers: A, F
;! ensures: y = (x << 1 | x >> 15) mod 65536
;! title: Rotates a word left by one bit
ROL16:    ADD HL,HL
          LD A,L
          ADC A,0
          LD L,A
          RET
