;! routine: SWAP
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: B, C, F
;! ensures: y = (x << 4 | x >> 4) mod 256
;! title: Exchanges the two nibbles of a byte
SWAP:     LD B,A
          SRL A
          SRL A
          SRL A
          SRL A
          LD C,A
          LD A,B
          ADD A,A
          ADD A,A
          ADD A,A
          ADD A,A
          OR C
          RET
