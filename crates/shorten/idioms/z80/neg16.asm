;! routine: NEG16
;! cpu: z80
;! org: 0100H
;! in: HL = x
;! out: HL = y
;! clobbers: A, F
;! ensures: y = (0 - x) mod 65536
;! title: Negates a word
NEG16:    LD A,H
          CPL
          LD H,A
          LD A,L
          CPL
          LD L,A
          INC HL
          RET
