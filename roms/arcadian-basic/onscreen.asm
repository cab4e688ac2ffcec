;! routine: ONSCREEN
;! cpu: z80
;! org: 0100H
;! title: Tests whether a point is on the screen
;! in: HL = x, DE = y
;! out: CY = off
;! clobbers: A, F, HL
;! ensures: let sx = (x ^ 8000H) - 8000H in let sy = (y ^ 8000H) - 8000H in off = (not (-80 <= sx <= 79 and -44 <= sy <= 43))
ONSCREEN:
        PUSH    BC
        LD      BC,80
        ADD     HL,BC
        POP     BC
        LD      A,H
        OR      A
        SCF
        RET     NZ
        LD      A,159
        CP      L
        RET     C
        LD      HL,44
        ADD     HL,DE
        LD      A,H
        OR      A
        SCF
        RET     NZ
        LD      A,87
        CP      L
        RET
