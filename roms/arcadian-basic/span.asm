;! routine: SPAN
;! cpu: z80
;! org: 0100H
;! title: Clips the columns or rows of a BOX: the part on the screen of a range with a center and a size
;! in: HL = center, DE = size, C = half
;! out: D = first, E = last, CY = empty
;! clobbers: A, B, F, HL
;! requires: half = 44 or half = 80
;! ensures: let c = (center ^ 8000H) - 8000H in let s = (size ^ 8000H) - 8000H in let lo = c - s / 2 in let hi = lo + s - 1 in empty = (s < 1 or hi < -half or lo >= half)
;! ensures: not empty implies (let c = (center ^ 8000H) - 8000H in let lo = c - size / 2 in first = (if lo < -half then 0 else lo + half))
;! ensures: not empty implies (let c = (center ^ 8000H) - 8000H in let hi = c - size / 2 + size - 1 in last = (if hi >= half then 2 * half - 1 else hi + half))
; The screen is from -half to half - 1. An even size has one more at the lower side. Columns and rows are counted from 0.
SPAN:   BIT     7,D
        SCF
        RET     NZ
        LD      A,D
        OR      E
        SCF
        RET     Z
        LD      B,0
        PUSH    HL
        LD      H,D
        LD      L,E
        SRL     D               ; an even size has one more at the lower side
        RR      E
        DEC     HL
        OR      A
        SBC     HL,DE
        EX      (SP),HL         ; on the stack: from the center to the upper end
        PUSH    HL
        OR      A
        SBC     HL,DE
        JP      PO,.LOW
        LD      HL,8000H
.LOW:   OR      A
        ADC     HL,BC
        JP      PE,.EMPTY
        LD      D,0
        BIT     7,H
        JR      NZ,.HIGH
        LD      A,H
        OR      A
        JR      NZ,.EMPTY
        LD      D,L
        LD      A,C
        ADD     A,A
        DEC     A
        CP      L
        JR      C,.EMPTY
.HIGH:  LD      A,D
        POP     HL
        POP     DE
        PUSH    AF
        OR      A
        ADC     HL,DE
        JP      PO,.END
        LD      HL,7FFFH
.END:   POP     AF
        LD      D,A
        LD      A,C
        ADD     A,A
        DEC     A
        LD      E,A             ; the last one
        OR      A
        ADC     HL,BC
        SCF
        JP      PE,.ALL
        RET     M               ; left of the screen: C
.ALL:   LD      A,H
        OR      A
        RET     NZ
        LD      A,L
        CP      E
        CCF
        JR      C,.MORE
        LD      E,L
        OR      A
        RET
.MORE:  OR      A
        RET
.EMPTY: POP     HL
        POP     HL
        SCF
        RET
