;! routine: DIVIDE
;! cpu: z80
;! org: 0100H
;! title: Divides a word by a byte, with remainder
;! in: HL = n, E = d
;! out: HL = quotient, A = remainder
;! clobbers: B, F
;! requires: n < 32768 and 0 < d < 128
;! ensures: n = quotient * d + remainder and remainder < d
; The dividend moves out of HL into the remainder, and the quotient moves in.
DIVIDE: XOR     A
        LD      B,15
        ADD     HL,HL           ; bit 15 is 0
.NEXT:  ADD     HL,HL
        RLA
        CP      E
        JR      C,.LESS
        SUB     E
        INC     L
.LESS:  DJNZ    .NEXT
        RET
