;! routine: SWAP
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: B, C, F
;! ensures: y = (x << 4 | x >> 4) mod 256
;! title: Exchanges the two nibbles of a byte
SWAP:     MOV B,A
          RRC
          RRC
          RRC
          RRC
          ANI 0FH
          MOV C,A
          MOV A,B
          RLC
          RLC
          RLC
          RLC
          ANI 0F0H
          ORA C
          RET
