;! routine: SCALEWORD
;! cpu: z80
;! org: 0100H
;! title: RND(n) from the state x: 1 + x * n / 65536
;! in: BC = x, DE = n
;! out: HL = result
;! clobbers: A, DE, F
;! requires: 0 < n < 32768
;! ensures: result = 1 + x * n / 65536
; The product has 32 bits, in DE and HL; n moves out of DE.
SCALEWORD:
        LD      HL,0
        LD      A,16
.BIT:   ADD     HL,HL
        RL      E
        RL      D
        JR      NC,.NONE
        ADD     HL,BC
        JR      NC,.NONE
        INC     DE
.NONE:  DEC     A
        JR      NZ,.BIT
        EX      DE,HL
        INC     HL
        RET
