;! routine: ASR
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = (signed(x) >> 1) mod 256
;! title: Halves a signed byte, rounded down
ASR:      MOV B,A
          RLC
          MOV A,B
          RAR
          RET
