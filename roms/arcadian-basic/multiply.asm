;! routine: MULTIPLY
;! cpu: z80
;! org: 0100H
;! title: Multiplies a byte and a word, or reports that the product exceeds 32767
;! in: A = x, DE = y
;! out: HL = product, CY = overflow
;! clobbers: A, DE, F
;! ensures: overflow = (x * y > 32767)
;! ensures: not overflow implies product = x * y
; The bits of A are shifted out to the right while DE doubles.
MULTIPLY:
        LD      HL,0
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
