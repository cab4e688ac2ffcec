;! routine: SCALE
;! cpu: z80
;! org: 0100H
;! title: RND(n) from the state: 1 + x * n / 65536
;! in: HL = x, DE = n
;! out: HL = result
;! clobbers: A, BC, DE, F
;! requires: 0 < n < 32768
;! ensures: result = 1 + x * n / 65536
SCALE:
        LD      B,H
        LD      C,L
        LD      HL,0
        LD      A,D
        OR      A
        JR      NZ,.WORD
        ; n is a byte: the product has 24 bits, A and HL.
        LD      A,E
        LD      E,8
.BIT:   ADD     HL,HL
        RLA
        JR      NC,.NONE
        ADD     HL,BC
        ADC     A,0
.NONE:  DEC     E
        JR      NZ,.BIT
        LD      L,A
        LD      H,0
        INC     HL
        RET
        ; n is a word: the product has 32 bits, DE and HL.
.WORD:  LD      A,16
.BITW:  ADD     HL,HL
        RL      E
        RL      D
        JR      NC,.NONEW
        ADD     HL,BC
        JR      NC,.NONEW
        INC     DE
.NONEW: DEC     A
        JR      NZ,.BITW
        EX      DE,HL
        INC     HL
        RET
