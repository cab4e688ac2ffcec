;! routine: MULTIPLY
;! cpu: z80
;! org: 0100H
;! title: Multiplies two words without a sign, or reports that the product exceeds 32767
;! in: HL = x, DE = y
;! out: HL = product, CY = overflow
;! clobbers: A, DE, F
;! ensures: overflow = (x * y > 32767)
;! ensures: not overflow implies product = x * y
; One factor of a small product is less than 256. Its bits are shifted out to the right while DE doubles.
MULTIPLY:
        LD      A,H
        OR      A
        JR      Z,.SMALL
        EX      DE,HL
        LD      A,H
        OR      A
        JR      NZ,.OVER
.SMALL: LD      A,L
        LD      L,H             ; 0
        OR      A
        RET     Z
.BIT:   SRL     A
        JR      NC,.NONE
        ADD     HL,DE
        RET     C
.NONE:  OR      A
        JR      Z,.DONE
        EX      DE,HL
        ADD     HL,HL
        EX      DE,HL
        JR      NC,.BIT
        RET
.DONE:  LD      A,H
        RLA
        RET
.OVER:  SCF
        RET
