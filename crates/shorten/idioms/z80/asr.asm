;! routine: ASR
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = (signed(x) >> 1) mod 256
;! title: Halves a signed byte, rounded down
ASR:      LD B,A
          RLCA
          LD A,B
          RRA
          RET
