; holds: a word by a byte, the quotient in the place of the number
;! routine: RT
;! cpu: z80
;! org: 8000H
;! in: HL = x, C = d
;! out: HL = q, A = r
;! clobbers: B, F
;! requires: d > 0
;! ensures: q = x / d
;! ensures: r = x mod d
RT:     XOR  A
        LD   B,16
LOOP:   ADD  HL,HL
        RLA
        JR   C,OVER
        CP   C
        JR   C,NEXT
OVER:   SUB  C
        INC  L
NEXT:   DJNZ LOOP
        RET
