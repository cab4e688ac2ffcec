;! routine: ISEND
;! cpu: z80
;! org: 0100H
;! title: Tests whether an address is not before the end of the program
;! in: HL = place, (PEND:2) = end
;! out: CY = past
;! clobbers: A, F
;! ensures: past = (place >= end)
        IFNDEF  PEND            ; as a sheet
PEND    EQU     0200H
        ENDIF
ISEND:  SCF
        LD      A,(PEND)
        SBC     A,L
        LD      A,(PEND + 1)
        SBC     A,H
        RET
