;! routine: MASK
;! cpu: z80
;! org: 0100H
;! title: Returns the picture bit of a pixel in its screen byte
;! in: C = column
;! out: A = mask
;! clobbers: B, F
;! ensures: mask = 80H >> (2 * (column mod 4))
MASK:   LD      A,C
        AND     3
        LD      B,A
        LD      A,80H
        RET     Z
.NEXT:  RRCA
        RRCA
        DJNZ    .NEXT
        RET
