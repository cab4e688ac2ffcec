;! routine: SCALE
;! cpu: z80
;! org: 0100H
;! title: RND(n) of a byte n from the state x: 1 + x * n / 65536
;! in: BC = x, E = n
;! out: A = result
;! clobbers: E, HL, F
;! requires: n > 0
;! ensures: result = 1 + x * n / 65536
; The product has 24 bits, in A and HL; n moves out of A.
SCALE:  LD      HL,0
        LD      A,E
        LD      E,8
.BIT:   ADD     HL,HL
        RLA
        JR      NC,.NONE
        ADD     HL,BC
        ADC     A,0
.NONE:  DEC     E
        JR      NZ,.BIT
        INC     A
        RET
