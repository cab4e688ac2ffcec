; wrong: 52 words: the last is below the field
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, F, BC, DE, (SAVE:4)
;! oracle: halma_init
GO:     LD (SAVE),SP
        LD (PTR),HL
        LD DE,102
        ADD HL,DE
        LD SP,HL
        LD HL,TAB+101
        LD B,52
S:      LD D,(HL)
        DEC HL
        LD E,(HL)
        DEC HL
        PUSH DE
        DJNZ S
        LD SP,(SAVE)
        LD HL,(PTR)
        RET
SAVE EQU 2000H
PTR EQU 2002H
TAB:    DB 31,0,31,0,15,0,7,0,3,0,0,0,0,0,0,0,0
        DB 0,0,0,0,0,0,192,0,224,0,240,0,248,0,248,0,0
        DB 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
        DB 0,0,0,0,192,0,224,0,240,0,248,0,248,0,1,2,3
        DB 4,16,17,18,19,20,32,33,34,35,48,49,50,64,65,255,254
        DB 253,252,251,239,238,237,236,235,223,222,221,220,207,206,205,191,190
